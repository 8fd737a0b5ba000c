import { expect, test } from 'vitest'
import { textsOf } from './textsOf.ts'

test('returns texts that users read, with values as {}', () => {
  const code = `
    import { x } from 'Some Module'
    const List = () => (
      <Panel title="Belum ada guru" className="Wide one">
        Kirim {n} pesan ke <b>keluarga ini</b>
        {isLate ? \`Terlambat \${days} hari\` : 'Lunas'}
      </Panel>
    )
    throw conflict('Tagihan sudah lunas')
    throw new Error('This is for developers')
    db.select(sql\`select Nama from user\`)`
  expect(textsOf(code, 'tsx').map(({ text }) => text)).toEqual([
    'Belum ada guru',
    'Kirim',
    'pesan ke',
    'keluarga ini',
    'Terlambat {} hari',
    'Lunas',
    'Tagihan sudah lunas',
  ])
})

test('returns the line on which a text begins', () => {
  expect(textsOf(`const a = 1\nconst label = 'Jatuh Tempo'`, 'ts')).toEqual([
    { line: 2, text: 'Jatuh Tempo' },
  ])
})
