import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PaymentStatus } from '#contract/enums.ts'
import { makeRandom } from '#contract/values/random.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { pay, saldoOf } from '#mocks/money/payer.ts'
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

const today = currentDay()
const publish = (id: number) => s.admin.post(`/billing/terbitkan?id=${id}`)
const many = async (ids: number[]) => must(await s.admin.post('/billing/terbitkan-banyak', { ids }))
const view = async (id: number) => must(await s.admin.get(`/billing/view?id=${id}`))
const drafts = async (n: number, more = {}) => {
  const akun = await makeAkun(s)
  const ids: number[] = []
  for (let i = 0; i < n; i++) ids.push(await makeDraft(s, akun, 100_000 + i, more))
  return { akun, ids }
}
const numbers = async (ids: number[]) =>
  (
    await s.db
      .selectFrom('billing')
      .select('nomor')
      .where('id', 'in', ids)
      .where('nomor', 'is not', null)
      .execute()
  )
    .map((r) => r.nomor!)
    .toSorted()
const series = (prefix: string, from: number, to: number) =>
  Array.from({ length: to - from + 1 }, (_, i) => prefix + String(from + i).padStart(4, '0'))

test('gives twenty simultaneous bills numbers without a gap, and rejects a retry', async () => {
  const { ids } = await drafts(20, { tanggal_terbit: '2031-01-15' })
  const answers = await Promise.all(ids.map(publish))
  expect(answers.map((a) => a.status)).toEqual(ids.map(() => 200))
  expect(await numbers(ids)).toEqual(series('INV/2031/01/', 1, 20))
  const again = await Promise.all([publish(ids[0]!), publish(ids[0]!)])
  expect(again.map((a) => a.status)).toEqual([409, 409])
  expect(again[0]!.data).toMatchObject({ message: 'Tagihan sudah terbit' })
  const otherDraft = (await drafts(1, { tanggal_terbit: '2031-01-20' })).ids[0]!
  const race = await Promise.all(Array.from({ length: 4 }, () => publish(otherDraft)))
  expect(race.map((a) => a.status).toSorted()).toEqual([200, 409, 409, 409])
  expect(await numbers([otherDraft])).toEqual(['INV/2031/01/0021'])
  expect(await view(otherDraft)).toMatchObject({
    status: 1,
    payment_status: PaymentStatus.belum,
    diterbitkan_oleh: s.ids.admin,
    tanggal_terbit: '2031-01-20',
  })
})

test('counts each month separately, singly and in bulk at the same moment', async () => {
  const jan = (await drafts(9, { tanggal_terbit: '2032-01-31' })).ids
  const feb = (await drafts(9, { tanggal_terbit: '2032-02-01' })).ids
  await Promise.all([
    many([...jan.slice(0, 3), ...feb.slice(0, 3)]),
    ...jan.slice(3).map(publish),
    ...feb.slice(3, 6).map(publish),
    many(feb.slice(6)),
  ])
  expect(await numbers(jan)).toEqual(series('INV/2032/01/', 1, 9))
  expect(await numbers(feb)).toEqual(series('INV/2032/02/', 1, 9))
})

test('counts outlets separately with {gedung}, and continues the common series later', async () => {
  const gedung = await makeOutlet(s, { kode: 'BDG' })
  const [first] = (await drafts(1, { tanggal_terbit: '2033-08-02' })).ids
  must(await publish(first!))
  await setSetting(s, 'format_nomor_tagihan', '{gedung}/{romawi}/{YY}/{001}')
  const jakartaIds = (await drafts(3, { tanggal_terbit: '2033-08-02' })).ids
  const bandungIds = (await drafts(3, { tanggal_terbit: '2033-08-02', gedung_id: gedung })).ids
  await Promise.all([...jakartaIds, ...bandungIds].map(publish))
  expect(await numbers(jakartaIds)).toEqual([
    'JKT/VIII/33/001',
    'JKT/VIII/33/002',
    'JKT/VIII/33/003',
  ])
  expect(await numbers(bandungIds)).toEqual([
    'BDG/VIII/33/001',
    'BDG/VIII/33/002',
    'BDG/VIII/33/003',
  ])
  await setSetting(s, 'format_nomor_tagihan', 'INV/{YYYY}/{MM}/{0001}')
  const [dua] = (await drafts(1, { tanggal_terbit: '2033-08-03' })).ids
  must(await publish(dua!))
  expect(await numbers([first!, dua!])).toEqual(['INV/2033/08/0001', 'INV/2033/08/0002'])
})

test('rejects a locked month or a due date before the issue date, and uses no number', async () => {
  await setSetting(s, 'kunci_buku_sampai', '2020-05-31')
  const { ids } = await drafts(2, { tanggal_terbit: '2020-05-31', jatuh_tempo: '2020-06-10' })
  const past = (await drafts(1, { jatuh_tempo: addDays(today, -1) })).ids[0]!
  const beforeOpening = (
    await drafts(1, { tanggal_terbit: '2020-06-01', jatuh_tempo: '2020-06-10' })
  ).ids[0]!
  expect(await publish(ids[0]!)).toMatchObject({
    status: 409,
    data: {
      message: 'Buku sudah dikunci sampai 31 Mei 2020. Catat koreksi dengan tanggal sesudahnya.',
    },
  })
  expect(await publish(past)).toMatchObject({ status: 409 })
  const bulk = await many([...ids, past, beforeOpening, 2_000_000_000])
  expect(bulk).toMatchObject({ berhasil: 1, tersisa: 0 })
  expect(bulk.gagal.map((g: any) => g.id).toSorted()).toEqual(
    [...ids, past, 2_000_000_000].toSorted(),
  )
  await setSetting(s, 'kunci_buku_sampai', null)
  expect(await numbers([beforeOpening])).toEqual(['INV/2020/06/0001'])
  expect(await many([...ids, beforeOpening])).toMatchObject({
    berhasil: 2,
    gagal: [{ id: beforeOpening, pesan: 'Tagihan sudah terbit' }],
  })
  expect(await numbers(ids)).toEqual(['INV/2020/05/0001', 'INV/2020/05/0002'])
})

test('takes today as the default issue date, and marks a total of 0 as paid', async () => {
  const akun = await makeAkun(s)
  await pay(s, akun, 70_000)
  const free = await makeDraft(s, akun, 0)
  must(await publish(free))
  expect(await view(free)).toMatchObject({
    tanggal_terbit: today,
    total: 0,
    terbayar: 0,
    sisa: 0,
    payment_status: PaymentStatus.lunas,
  })
  expect(await saldoOf(s, akun)).toBe(70_000)
})

describe('saldo at publish', () => {
  test('pays as much as possible, with a ledger entry', async () => {
    const akun = await makeAkun(s)
    await pay(s, akun, 150_000)
    const small = await makeBill(s, akun, 60_000)
    expect(await view(small)).toMatchObject({
      terbayar: 60_000,
      sisa: 0,
      payment_status: PaymentStatus.lunas,
    })
    const large = await makeBill(s, akun, 200_000)
    expect(await view(large)).toMatchObject({
      terbayar: 90_000,
      sisa: 110_000,
      payment_status: PaymentStatus.sebagian,
    })
    expect(await view(await makeBill(s, akun, 50_000))).toMatchObject({
      terbayar: 0,
      payment_status: PaymentStatus.belum,
    })
    expect(must(await s.admin.get(`/user/info-billing?id=${akun}`))).toMatchObject({
      saldo_kredit: 0,
      mutasi: [
        { jenis: 'pakai', jumlah: -90_000 },
        { jenis: 'pakai', jumlah: -60_000 },
        { jenis: 'lebih_bayar', jumlah: 150_000 },
      ],
    })
  })

  test('is not used when the setting is off', async () => {
    await setSetting(s, 'auto_pakai_saldo', false)
    const akun = await makeAkun(s)
    await pay(s, akun, 150_000)
    expect(await view(await makeBill(s, akun, 60_000))).toMatchObject({
      terbayar: 0,
      payment_status: PaymentStatus.belum,
    })
    expect(await saldoOf(s, akun)).toBe(150_000)
    await setSetting(s, 'auto_pakai_saldo', true)
  })

  test('is spent once over the bills of a bulk publish, in the order of their ids', async () => {
    const { akun, ids } = await drafts(4)
    const otherDrafts = await drafts(2)
    await pay(s, akun, 250_000)
    await pay(s, otherDrafts.akun, 100_000)
    expect(
      await many([ids[3]!, otherDrafts.ids[0]!, ids[1]!, ids[0]!, otherDrafts.ids[1]!, ids[2]!]),
    ).toMatchObject({ berhasil: 6 })
    expect((await Promise.all(ids.map(view))).map((b) => b.terbayar)).toEqual([
      100_000, 100_001, 49_999, 0,
    ])
    expect(
      (await Promise.all(otherDrafts.ids.map(view))).map((b) => [b.terbayar, b.payment_status]),
    ).toEqual([
      [100_000, 2],
      [0, 0],
    ])
    expect([await saldoOf(s, akun), await saldoOf(s, otherDrafts.akun)]).toEqual([0, 0])
  })

  test('is spent once when bills are published singly at the same moment', async () => {
    const { akun, ids } = await drafts(6)
    await pay(s, akun, 250_000)
    await Promise.all(ids.map(publish))
    expect((await Promise.all(ids.map(view))).reduce((sum, b) => sum + b.terbayar, 0)).toBe(250_000)
    expect(await saldoOf(s, akun)).toBe(0)
  })
})

test('publishes a batch in parts of 200, skips rejected bills and audits each one', async () => {
  const akun = await makeAkun(s)
  const time = new Date().toISOString()
  const { id: batch } = await s.db
    .insertInto('generate_batch')
    .values({
      kunci: 'uji',
      oleh: 1,
      periode: '2034-01',
      gedung: '[]',
      mode: 'per_akun',
      status: 'selesai',
      galat: '[]',
      created_at: time,
      updated_at: time,
      jumlah_akun: 0,
      selesai_akun: 0,
      dilewati: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids: number[] = []
  for (let i = 0; i < 205; i++)
    ids.push(
      await makeDraft(s, akun, 1000, {
        tanggal_terbit: '2034-01-05',
        ...(i === 7 && { tanggal_terbit: null, jatuh_tempo: '2020-01-01' }),
      }),
    )
  await s.db
    .updateTable('billing')
    .set({ generate_batch_id: batch })
    .where('id', 'in', ids)
    .execute()
  const first = must(await s.admin.post('/billing/terbitkan-banyak', { generate_batch_id: batch }))
  expect(first).toMatchObject({
    berhasil: 199,
    gagal: [{ id: ids[7] }],
    tersisa: 5,
    terakhir_id: ids[199],
  })
  expect(
    must(
      await s.admin.post('/billing/terbitkan-banyak', {
        generate_batch_id: batch,
        setelah_id: first.terakhir_id,
      }),
    ),
  ).toMatchObject({ berhasil: 5, gagal: [], tersisa: 0 })
  expect(await numbers(ids)).toEqual(series('INV/2034/01/', 1, 204))
  expect(
    await s.db
      .selectFrom('audit')
      .select(['created_by', 'gedung_id', 'sesudah'])
      .where('entitas', '=', 'billing')
      .where('entitas_id', '=', ids[0]!)
      .where('aksi', '=', 'terbitkan')
      .execute(),
  ).toEqual([
    {
      created_by: s.ids.admin,
      gedung_id: s.ids.gedung,
      sesudah: '{"status":1,"nomor":"INV/2034/01/0001","terbayar":0}',
    },
  ])
  expect(await s.admin.post('/billing/terbitkan-banyak', {})).toMatchObject({ status: 422 })
})

test('rejects bills of another outlet than the admin’s', async () => {
  const { ids } = await drafts(1)
  expect(await s.admin2.post(`/billing/terbitkan?id=${ids[0]}`)).toMatchObject({ status: 404 })
  expect(must(await s.admin2.post('/billing/terbitkan-banyak', { ids }))).toMatchObject({
    berhasil: 0,
    gagal: [{ id: ids[0], pesan: 'Tagihan tidak ditemukan' }],
  })
  expect(await view(ids[0]!)).toMatchObject({ status: 0, nomor: null })
})

describe('quotas of promos and stock in one bulk publish', () => {
  let n = 0
  /** Input of `makeDrafts`, which makes an outlet, a promo code, a product, and drafts. */
  interface RacePlan {
    kuota: number | null
    perPayer: number | null
    stok: number
    tagihan: { akun: number; kode: boolean; jumlah: number }[]
  }
  const makeDrafts = async (
    { kuota, perPayer, stok, tagihan }: RacePlan,
    akun: readonly number[],
  ): Promise<number[]> => {
    const gedung_id = await makeOutlet(s)
    const kode = `LARI-${++n}`
    const jenis_billing_id = must(
      await s.admin.get<{ id: number }[]>('/jenis-billing?sifat=produk'),
    )[0]!.id
    must(
      await s.admin.post('/promo/create', {
        nama: kode,
        kode,
        nilai: 1000,
        mulai: '2024-01-01',
        gedung: [gedung_id],
        kuota,
        kuota_per_akun: perPayer,
      }),
    )
    const produk_jasa_id = must(
      await s.admin.post('/produk-jasa/create', {
        kode,
        nama: 'Buku',
        jenis_billing_id,
        harga: 1000,
        stok,
      }),
    ).id
    const ids: number[] = []
    for (const t of tagihan)
      ids.push(
        await makeDraft(s, akun[t.akun]!, 0, {
          gedung_id,
          ...(t.kode && { kode_promo: kode }),
          items: [
            { jenis_billing_id: s.ids.jenis, deskripsi: 'Kursus', harga_satuan: 100_000 },
            ...(t.jumlah > 0
              ? [
                  {
                    jenis_billing_id,
                    produk_jasa_id,
                    deskripsi: 'Buku',
                    qty: t.jumlah,
                    harga_satuan: 1000,
                    diskon: 0,
                  },
                ]
              : []),
          ],
        }),
      )
    return ids
  }
  test('leaves the promo of a bill without stock to the next bill', async () => {
    const akun = await makeAkun(s)
    const ids = await makeDrafts(
      {
        kuota: 1,
        perPayer: null,
        stok: 1,
        tagihan: [
          { akun: 0, kode: true, jumlah: 2 },
          { akun: 0, kode: true, jumlah: 0 },
        ],
      },
      [akun],
    )
    expect(await many(ids)).toMatchObject({
      berhasil: 1,
      gagal: [{ id: ids[0], pesan: expect.stringMatching(/^Stok Buku tinggal 1/) }],
    })
    expect(await view(ids[1]!)).toMatchObject({ status: 1, total_diskon: 10_000 })
  })
  test('give the same result in bulk as one by one', { timeout: 60_000 }, async () => {
    const akun = [await makeAkun(s), await makeAkun(s)]
    const reasons = new Set<string>()
    for (let seed = 1; seed <= (engineOf(s.db) === 'sqlite' ? 25 : 10); seed++) {
      const r = makeRandom(seed)
      const plan: RacePlan = {
        kuota: r.chance(0.7) ? r.int(1, 6) : null,
        perPayer: r.chance(0.4) ? r.int(1, 4) : null,
        stok: r.int(0, 6),
        tagihan: Array.from({ length: r.int(3, 8) }, () => ({
          akun: r.int(0, 1),
          kode: r.chance(0.7),
          jumlah: r.chance(0.6) ? r.int(1, 4) : 0,
        })),
      }
      const [together, singly] = [await makeDrafts(plan, akun), await makeDrafts(plan, akun)]
      const { gagal } = await many(together)
      for (const g of gagal) reasons.add(g.pesan.split(' ')[0])
      const failedIds = new Set(gagal.map((g: { id: number }) => g.id))
      const singleResults: boolean[] = []
      for (const id of singly) singleResults.push((await publish(id)).status === 200)
      expect(
        together.map((id) => !failedIds.has(id)),
        `seed ${seed}: ${JSON.stringify(plan)}`,
      ).toEqual(singleResults)
    }
    expect([...reasons].toSorted()).toEqual(['Promo', 'Stok'])
  })
})

// Must stay the last test, because it checks the data that all tests above have left.
test('keeps every money rule after all tests', async () => {
  expect(await checkMoney(s.db)).toEqual([])
})
