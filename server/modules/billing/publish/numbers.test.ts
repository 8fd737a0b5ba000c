/**
 * Numbers of bills and receipts. They are unique and without gaps even if formats and codes of
 * outlets change (domain.md 3.1).
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { numberIn, sequenceIn } from '#contract/billing/rules/numberFormat.ts'
import { MetodePembayaran } from '#contract/enums.ts'
import { settings } from '#contract/settings/settings.ts'
import { makeRandom, type Random } from '#contract/values/random.ts'
import type { Answer } from '#mocks/api/api.ts'
import {
  checkMoney,
  makeAkun,
  makeBill,
  makeDraft,
  makeOutlet,
  setSetting,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { engineOf } from '#server/db/engine.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const setFormats = async (bill: string, receipt?: string) => {
  await setSetting(s, 'format_nomor_tagihan', bill)
  if (receipt) await setSetting(s, 'format_nomor_kuitansi', receipt)
}
const setCode = async (id: number, kode: string) => {
  const { versi } = must(await s.superadmin.get(`/gedung/view?id=${id}`))
  return s.superadmin.post(`/gedung/update?id=${id}`, { kode, versi })
}
/** Swaps the codes of two outlets. */
const swapCodes = async (a: number, b: number) => {
  const code = async (id: number) => must(await s.superadmin.get(`/gedung/view?id=${id}`)).kode
  const [codeA, codeB] = [await code(a), await code(b)]
  must(await setCode(a, 'TUKAR'))
  must(await setCode(b, codeA))
  must(await setCode(a, codeB))
}
const drafts = async (gedung_id: number, date: string, count: number): Promise<number[]> => {
  const akun = await makeAkun(s)
  const ids: number[] = []
  for (let i = 0; i < count; i++)
    ids.push(await makeDraft(s, akun, 1000, { gedung_id, tanggal_terbit: date }))
  return ids
}
const many = async (ids: number[]) => must(await s.admin.post('/billing/terbitkan-banyak', { ids }))
const numberOf = async (id: number): Promise<string> =>
  must(await s.admin.get(`/billing/view?id=${id}`)).nomor
const pay = async (gedung_id: number, tanggal: string) =>
  s.admin.post<{ nomor: string }>('/billing-payment/create', {
    akun_billing_id: await makeAkun(s),
    gedung_id,
    tanggal,
    metode: MetodePembayaran.tunai,
    jumlah: 1000,
  })

describe('a code that is moved to another outlet', () => {
  test('keeps its series for bills and receipts, singly and in bulk', async () => {
    await setFormats('INV/{gedung}/{YYYY}/{MM}/{0001}', 'KW/{gedung}/{YYYY}/{MM}/{0001}')
    const [a, b] = [await makeOutlet(s, { kode: 'AAA' }), await makeOutlet(s, { kode: 'BBB' })]
    expect(await many(await drafts(a, '2024-03-01', 3))).toMatchObject({ berhasil: 3 })
    expect(await many(await drafts(b, '2024-03-01', 1))).toMatchObject({ berhasil: 1 })
    for (const [outlet, nomor] of [
      [a, 'KW/AAA/2024/03/0001'],
      [a, 'KW/AAA/2024/03/0002'],
      [b, 'KW/BBB/2024/03/0001'],
    ] as const)
      expect(must(await pay(outlet, '2024-03-01')).nomor).toBe(nomor)
    await swapCodes(a, b)
    const [first = 0, ...rest] = await drafts(a, '2024-03-02', 3)
    expect(must(await s.admin.post(`/billing/terbitkan?id=${first}`)).nomor).toBe(
      'INV/BBB/2024/03/0002',
    )
    expect(await many(rest)).toMatchObject({ berhasil: 2, gagal: [] })
    expect(await numberOf(rest[1] ?? 0)).toBe('INV/BBB/2024/03/0004')
    const [otherDraft = 0] = await drafts(b, '2024-03-02', 1)
    expect(must(await s.admin.post(`/billing/terbitkan?id=${otherDraft}`)).nomor).toBe(
      'INV/AAA/2024/03/0004',
    )
    expect(must(await pay(a, '2024-03-02')).nomor).toBe('KW/BBB/2024/03/0002')
    expect(must(await pay(b, '2024-03-02')).nomor).toBe('KW/AAA/2024/03/0003')
  })
  test('keeps its series after it was unused for a time', async () => {
    await setFormats('INV/{gedung}/{YYYY}/{MM}/{0001}')
    const old = await makeOutlet(s, { kode: 'LAMA' })
    await many(await drafts(old, '2024-04-01', 2))
    must(await setCode(old, 'TUTUP'))
    const fresh = await makeOutlet(s, { kode: 'LAMA' })
    const [id = 0] = await drafts(fresh, '2024-04-05', 1)
    expect(must(await s.admin.post(`/billing/terbitkan?id=${id}`)).nomor).toBe(
      'INV/LAMA/2024/04/0003',
    )
  })
})

describe('a format with the same text as an earlier one', () => {
  test('continues the numbers, also with another number of digits', async () => {
    const outlet = await makeOutlet(s, { kode: 'XI' })
    await setFormats('T/{romawi}/{gedung}/{YY}/{001}')
    await many(await drafts(outlet, '2024-11-01', 2))
    await setFormats('T/XI/{romawi}/{YY}/{1}')
    const [id = 0] = await drafts(s.ids.gedung, '2024-11-02', 1)
    must(await s.admin.post(`/billing/terbitkan?id=${id}`))
    expect(await numberOf(id)).toBe('T/XI/XI/24/3')
  })
  test('skips any amount of used numbers', async () => {
    await setFormats('Z{YYYY}{MM}{1}')
    await many(await drafts(s.ids.gedung, '2024-05-01', 12))
    // Two series can produce the same document number. For example, `Z20240511` is number 11 of the
    // series `Z202405` and number 1 of the series `Z2024051`.
    await setFormats('Z{YYYY}{MM}1{1}')
    const ids = await drafts(s.ids.gedung, '2024-05-02', 2)
    expect(await many(ids)).toMatchObject({ berhasil: 2, gagal: [] })
    await setFormats('Z{YYYY}{MM}{1}')
    const back = await drafts(s.ids.gedung, '2024-05-03', 3)
    expect(await many(back)).toMatchObject({ berhasil: 3, gagal: [] })
    const akun = await makeAkun(s)
    const template = await s.db
      .selectFrom('billing')
      .selectAll()
      .where('id', '=', back[0] ?? 0)
      .executeTakeFirstOrThrow()
    const { id: _, ...row } = template
    const long = Array.from({ length: 2500 }, (__, i) => ({
      ...row,
      nomor: numberIn('Z{YYYY}{MM}{1}', 'Z202405#', 100 + i),
      akun_billing_id: akun,
    }))
    for (let i = 0; i < long.length; i += 250)
      await s.db
        .insertInto('billing')
        .values(long.slice(i, i + 250))
        .execute()
    const after = await drafts(s.ids.gedung, '2024-05-04', 90)
    expect(await many(after)).toMatchObject({ berhasil: 90, gagal: [] })
    expect(await numberOf(after[89] ?? 0)).toMatch(/^Z2024052\d{3}$/)
    await s.db.deleteFrom('billing').where('akun_billing_id', '=', akun).execute()
    await s.db.deleteFrom('penghitung').where('seri', 'like', 'Z%').execute()
  })
})

test('allows a number with more digits than its format', async () => {
  await setFormats('INV/{YYYY}/{MM}/{0001}')
  await many(await drafts(s.ids.gedung, '2024-06-01', 1))
  await s.db
    .updateTable('penghitung')
    .set({ nilai: 9998 })
    .where('seri', '=', 'INV/2024/06/#')
    .execute()
  const ids = await drafts(s.ids.gedung, '2024-06-02', 3)
  await many(ids)
  expect(await Promise.all(ids.map(numberOf))).toEqual([
    'INV/2024/06/9999',
    'INV/2024/06/10000',
    'INV/2024/06/10001',
  ])
  await s.db.deleteFrom('billing_item').where('billing_id', 'in', ids).execute()
  await s.db.deleteFrom('billing').where('id', 'in', ids).execute()
  await s.db.deleteFrom('penghitung').where('seri', '=', 'INV/2024/06/#').execute()
})

test('continues after the existing numbers in a series without a counter', async () => {
  await setFormats('{001}/INV/{romawi}/{YYYY}')
  await many(await drafts(s.ids.gedung, '2024-07-01', 3))
  // Simulates an upgrade from a version with other counters by deleting all counters.
  await s.db.deleteFrom('penghitung').execute()
  const [id = 0] = await drafts(s.ids.gedung, '2024-07-02', 1)
  must(await s.admin.post(`/billing/terbitkan?id=${id}`))
  expect(await numberOf(id)).toBe('004/INV/VII/2024')
})

test('names the bill that fails in a bulk publish, and numbers the others in a row', async () => {
  await setFormats('INV/{YYYY}/{MM}/{0001}')
  await setSetting(s, 'auto_pakai_saldo', true)
  const broken = await makeAkun(s)
  const ids = await drafts(s.ids.gedung, '2024-08-01', 3)
  const bad = await makeDraft(s, broken, 5000, { tanggal_terbit: '2024-08-01' })
  // Sets a stored saldo that the ledger does not cover, so that publishing this bill fails.
  const profile = s.db.updateTable('akun_billing_profil').where('user_id', '=', broken)
  await profile.set({ saldo_kredit: 5000 }).execute()
  const [first = 0, ...rest] = ids
  expect(await many([first, bad, ...rest])).toMatchObject({
    berhasil: 3,
    gagal: [{ id: bad, pesan: 'Saldo tidak cukup: sudah dipakai untuk tagihan lain' }],
  })
  expect(await Promise.all(ids.map(numberOf))).toEqual([1, 2, 3].map((n) => `INV/2024/08/000${n}`))
  await profile.set({ saldo_kredit: 0 }).execute()
  expect(await many([bad])).toMatchObject({ berhasil: 1 })
  expect(await numberOf(bad)).toBe('INV/2024/08/0004')
})

const formats = [
  'INV/{YYYY}/{MM}/{0001}',
  'INV/{YY}/{MM}/{0001}',
  'INV/{gedung}/{YYYY}/{MM}/{0001}',
  'INV/{gedung}/{YYYY}/{romawi}/{01}',
  'INV/S1/{YYYY}/{MM}/{1}',
  '{0001}/{gedung}/{MM}/{YYYY}',
  'INV{YY}{MM}{001}',
  'INV{YY}{MM}1{1}',
] as const
interface World {
  outlets: [number, number]
  akun: number
  month: string
  waiting: number[]
  bills: number[]
}
type Step = (r: Random, w: World) => Promise<unknown>
const day = (r: Random, w: World) => `${w.month}-${String(r.int(1, 28)).padStart(2, '0')}`
const stuck: string[] = []
/**
 * Records the error of a failed call in `stuck`. The test then fails, because numbering must never
 * make a call fail.
 */
const went = <A extends Answer<any>>(answer: A): A => {
  if (![200, 201].includes(answer.status)) stuck.push(JSON.stringify(answer.data))
  return answer
}
const steps: Step[] = [
  async (r, w) => swapCodes(...w.outlets).then(() => r.chance()),
  async (r) => setFormats(r.pick(formats), r.pick(formats).replace('INV', 'KW')),
  async (r, w) => {
    const more = { gedung_id: r.pick(w.outlets), tanggal_terbit: day(r, w) }
    w.waiting.push(await makeDraft(s, w.akun, 1000, more))
  },
  async (_, w) => {
    const id = w.waiting.shift()
    if (id) went(await s.admin.post(`/billing/terbitkan?id=${id}`))
    if (id) w.bills.push(id)
  },
  async (r, w) => {
    for (let i = 0; i < 3; i++)
      w.waiting.push(
        await makeDraft(s, w.akun, 1000, {
          gedung_id: r.pick(w.outlets),
          tanggal_terbit: day(r, w),
        }),
      )
    const ids = w.waiting.splice(0)
    const { data } = went(await s.admin.post('/billing/terbitkan-banyak', { ids }))
    stuck.push(...data.gagal.map((g: { pesan: string }) => g.pesan))
    w.bills.push(...ids)
  },
  async (r, w) => went(await pay(r.pick(w.outlets), day(r, w))),
  async (_, w) => {
    const id = w.bills.pop()
    const alasan = 'Dibatalkan oleh uji acak'
    if (id) went(await s.admin.post(`/billing/batalkan?id=${id}`, { alasan }))
  },
]

test('never blocks a publish or payment in random changes of codes and formats', async () => {
  const seeds = engineOf(s.db) === 'sqlite' ? 5 : 3
  await setSetting(s, 'auto_pakai_saldo', false)
  for (let seed = 1; seed <= seeds; seed++) {
    const r = makeRandom(seed)
    const w: World = {
      outlets: [
        await makeOutlet(s, { kode: `S${seed}` }),
        await makeOutlet(s, { kode: `R${seed}` }),
      ],
      akun: await makeAkun(s),
      month: `20${20 + (seed % 4)}-${String(1 + (seed % 12)).padStart(2, '0')}`,
      waiting: [],
      bills: [],
    }
    // Steps that change formats or codes run alone. Steps that write documents run concurrently.
    const [first, second, ...writing] = steps
    for (let i = 0; i < 14; i++) {
      if (r.chance(0.3) && first && second) await r.pick([first, second])(r, w)
      else
        await Promise.all(
          Array.from({ length: r.int(1, 3) }, () => writing[r.int(0, writing.length - 1)]?.(r, w)),
        )
    }
    expect(stuck, `seed ${seed}`).toEqual([])
  }
  for (const table of ['billing', 'billing_payment'] as const) {
    const rows = await s.db
      .selectFrom(table)
      .select('nomor')
      .where('nomor', 'is not', null)
      .execute()
    const numbers = rows.map((row) => row.nomor)
    expect(new Set(numbers).size).toBe(numbers.length)
  }
})

test('gives each number once without a gap while outlets swap codes', async () => {
  await setFormats('RX/{gedung}/{YYYY}/{MM}/{0001}')
  const [a, b] = [await makeOutlet(s, { kode: 'PA' }), await makeOutlet(s, { kode: 'PB' })]
  const ids = [...(await drafts(a, '2024-09-01', 8)), ...(await drafts(b, '2024-09-01', 8))]
  const [half, rest] = [ids.filter((_, i) => i % 2 === 0), ids.filter((_, i) => i % 2 === 1)]
  await Promise.all([
    many(half.slice(0, 4)),
    ...half.slice(4).map(async (id) => must(await s.admin.post(`/billing/terbitkan?id=${id}`))),
  ])
  await Promise.all([
    swapCodes(a, b),
    ...rest.map(async (id) => must(await s.admin.post(`/billing/terbitkan?id=${id}`))),
  ])
  const numbers = (await Promise.all(ids.map(numberOf)))
    .filter((n) => !n.includes('TUKAR'))
    .toSorted()
  for (const [prefix, seriesNumbers] of Map.groupBy(numbers, (n) => n.slice(0, -4)))
    expect(seriesNumbers).toEqual(
      seriesNumbers.map((_, i) => `${prefix}${String(i + 1).padStart(4, '0')}`),
    )
})

// Must stay the last test, because it checks the data that all tests above have left.
test('keeps every money rule after all tests', async () => {
  await setFormats(settings.format_nomor_tagihan.awal, settings.format_nomor_kuitansi.awal)
  await makeBill(s, await makeAkun(s), 1000)
  const broken = await checkMoney(s.db)
  // Excludes the rules of `checkMoney` about gaps. These rules compare the count of documents with
  // the counter of each series. The comparison fails if numbers of one series also match another
  // series. The following loop checks the gaps instead.
  expect(broken.filter((rule) => !rule.startsWith('nomor '))).toEqual([])
  for (const [jenis, table] of [
    ['tagihan', 'billing'],
    ['kuitansi', 'billing_payment'],
  ] as const) {
    const papers = await s.db
      .selectFrom(table)
      .select('nomor')
      .where('nomor', 'is not', null)
      .execute()
    const counters = await s.db
      .selectFrom('penghitung')
      .selectAll()
      .where('jenis', '=', jenis)
      .execute()
    expect(counters.length).toBeGreaterThan(3)
    for (const { seri, nilai } of counters) {
      const written = new Set(papers.map((paper) => sequenceIn(seri, paper.nomor ?? '')))
      const missing = Array.from({ length: nilai }, (_, k) => k + 1).filter((n) => !written.has(n))
      // The pattern of a series may also match numbers of another series. For example, the pattern
      // of `Z202405` matches the numbers of `Z2024051`. Additional numbers are therefore allowed,
      // and only missing numbers are errors.
      expect({ seri, missing }).toEqual({ seri, missing: [] })
    }
  }
})
