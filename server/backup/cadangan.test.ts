/** Tests the endpoint that shows the superadmin the age and errors of backups. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { noteBackup } from '#server/backup/note.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const ago = (hours: number): string => new Date(Date.now() - hours * 3_600_000).toISOString()
const look = async () => must(await s.superadmin.get('/setting/cadangan'))
const good = (dibuat: string, berkas = '/cadangan/nada-1.cadangan') =>
  noteBackup(s.db, { dibuat, berkas, ukuran: 1234, baris: 56, terenkripsi: true, galat: null })
const bad = (dibuat: string, galat: string) =>
  noteBackup(s.db, { dibuat, berkas: null, ukuran: null, baris: null, terenkripsi: true, galat })

test('reports a late, a recent and a failed backup, with the error', async () => {
  expect(await look()).toEqual({ terakhir: null, galat: null, terlambat: true })
  await good(ago(27))
  expect(await look()).toMatchObject({ terlambat: true, galat: null })
  await good(ago(3))
  const terakhir = { berkas: 'nada-1.cadangan', ukuran: 1234, baris: 56, terenkripsi: true }
  expect(await look()).toMatchObject({ terakhir, terlambat: false, galat: null })
  await bad(ago(1), 'disk penuh')
  expect(await look()).toMatchObject({ terakhir, terlambat: false, galat: 'disk penuh' })
  await good(ago(0), '/x/nada-2.cadangan')
  expect(await look()).toMatchObject({ terakhir: { berkas: 'nada-2.cadangan' }, galat: null })
})
test('keeps only the last attempts', async () => {
  for (let n = 0; n < 205; n++) await bad(ago(0), `ke-${n}`)
  const rows = await s.db.selectFrom('cadangan').select('galat').orderBy('id').execute()
  expect([rows.length, rows.at(-1)?.galat]).toEqual([200, 'ke-204'])
})
test('is forbidden to everyone except the superadmin', async () => {
  for (const client of [s.admin, s.sales, s.pelatih, s.akun, s.peserta])
    expect((await client.get('/setting/cadangan')).status).toBe(403)
  expect((await s.anonymous.get('/setting/cadangan')).status).toBe(401)
})
