/** Sort order of documents whose sequence numbers have more digits than the format. */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { makeAkun, makeDraft, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { naturalKey } from '#server/db/naturalKey.ts'

const count = 12
let s: School
beforeAll(async () => {
  s = await makeSchool()
  // With a format of one digit, the tenth number is longer than the format.
  await setSetting(s, 'format_nomor_tagihan', 'INV/{YYYY}/{MM}/{1}')
  await setSetting(s, 'format_nomor_kuitansi', '{1}/KW/{MM}/{YYYY}')
  const akun = await makeAkun(s)
  const drafts: number[] = []
  for (let i = 0; i < count; i++) drafts.push(await makeDraft(s, akun, 100_000))
  await s.admin.post(`/billing/terbitkan?id=${drafts[0]}`)
  must(await s.admin.post('/billing/terbitkan-banyak', { ids: drafts.slice(1) }))
  // Adds a draft, which has no number.
  await makeDraft(s, akun, 100_000)
  for (let i = 0; i < count; i++)
    must(
      await s.admin.post('/billing-payment/create', {
        akun_billing_id: akun,
        gedung_id: s.ids.gedung,
        tanggal: currentDay(),
        metode: MetodePembayaran.tunai,
        jumlah: 100_000,
      }),
    )
})
afterAll(() => s.close())

interface Numbered {
  id: number
  nomor: string | null
}
const sequences = (rows: Numbered[], name: string) =>
  rows.map(({ nomor }) =>
    nomor === null
      ? null
      : Number(name === 'billing' ? nomor.split('/').at(-1) : nomor.split('/')[0]),
  )
const upwards = Array.from({ length: count }, (_, i) => i + 1)

describe.each(['billing', 'billing-payment'])('%s', (name) => {
  const without = name === 'billing' ? [null] : []
  test.each([
    ['nomor', [...upwards, ...without]],
    ['-nomor', [...upwards.toReversed(), ...without]],
  ])('sorts by %s in one page, page by page and in a file', async (sort, expected) => {
    const listed = must(await s.admin.get<Numbered[]>(`/${name}?per-page=100&sort=${sort}`))
    expect(sequences(listed, name)).toEqual(expected)
    const walked: Numbered[] = []
    for (let page = 1; page <= Math.ceil(expected.length / 5); page++)
      walked.push(...must(await s.admin.get(`/${name}?per-page=5&page=${page}&sort=${sort}`)))
    expect(walked).toEqual(listed)
    const file = await s.admin.get<string>(`/${name}/ekspor?fields=id&sort=${sort}`)
    expect(file.data.trim().split('\n').slice(1).map(Number)).toEqual(listed.map((r) => r.id))
  })
})

test('stores the sort key of the number for every document', async () => {
  for (const table of ['billing', 'billing_payment']) {
    const { rows } = await sql<{ nomor: string | null; nomor_kunci: string | null }>`
      select nomor, nomor_kunci from ${sql.table(table)}`.execute(s.db)
    expect(rows.length).toBeGreaterThan(0)
    for (const { nomor, nomor_kunci } of rows) expect(nomor_kunci).toBe(nomor && naturalKey(nomor))
  }
})
