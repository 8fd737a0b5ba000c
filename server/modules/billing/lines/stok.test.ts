/**
 * Products on bills. Publishing a bill subtracts its products from the stock once, and voiding the
 * bill adds them again once, even if a call is repeated.
 */
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makeRandom, type Random } from '#contract/values/random.ts'
import type { Body } from '#mocks/api/api.ts'
import {
  checkMoney,
  makeAkun,
  makeDraft,
  makeOutlet,
  makePeserta,
  setSetting,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { engineOf } from '#server/db/engine.ts'

let s: School
let jenis: number
let akun: number
beforeAll(async () => {
  s = await makeSchool()
  jenis = must(await s.admin.get<{ id: number }[]>('/jenis-billing?sifat=produk'))[0]!.id
  akun = await makeAkun(s)
})
afterAll(() => s.close())

let n = 0
const makeProduk = async (more: Body = {}): Promise<number> =>
  must(
    await s.admin.post<{ id: number }>('/produk-jasa/create', {
      kode: `P${++n}`,
      nama: `Buku ${n}`,
      jenis_billing_id: jenis,
      harga: 85_000,
      stok: 7,
      ...more,
    }),
  ).id
const row = async (id: number) =>
  must(
    await s.admin.get<{ stok: number | null; versi: number; nama: string }>(
      `/produk-jasa/view?id=${id}`,
    ),
  )
const stok = async (id: number) => (await row(id)).stok
const lineOf = (produk_jasa_id: number | null, qty = 1, more: Body = {}) => ({
  jenis_billing_id: jenis,
  produk_jasa_id,
  deskripsi: 'Buku',
  qty,
  harga_satuan: 85_000,
  ...more,
})
const draft = (...items: Body[]) => makeDraft(s, akun, 0, { items })
const publish = (id: number) => s.admin.post(`/billing/terbitkan?id=${id}`)
const cancel = (id: number) =>
  s.admin.post(`/billing/batalkan?id=${id}`, { alasan: 'Barang dikembalikan pembeli' })
const history = async (id: number) =>
  must(await s.admin.get<any[]>(`/audit?entitas=produk-jasa&entitas_id=${id}&sort=created_at`))
    .filter((a) => a.aksi.startsWith('stok'))
    .map((a) => [a.aksi, a.sebelum.stok, a.sesudah.stok, a.sesudah.Tagihan])

test('takes stock at publish, not for a new or edited draft, and returns it at void', async () => {
  const book = await makeProduk()
  const id = await draft(lineOf(book, 3), lineOf(null), lineOf(book, 1))
  const bill = must(await s.admin.get(`/billing/view?id=${id}&expand=items`))
  expect(bill.items.map((i: any) => i.produk_jasa_id)).toEqual([book, null, book])
  must(
    await s.admin.post(`/billing/update?id=${id}`, {
      versi: bill.versi,
      items: [lineOf(book, 4), lineOf(null), lineOf(book, 1)],
    }),
  )
  expect(await stok(book)).toBe(7)
  const { nomor } = must(await publish(id))
  expect(await stok(book)).toBe(2)
  must(await cancel(id))
  expect(await stok(book)).toBe(7)
  expect(await cancel(id)).toMatchObject({ status: 409 })
  expect(await history(book)).toEqual([
    ['stok-keluar', 7, 3, nomor],
    ['stok-keluar', 3, 2, nomor],
    ['stok-kembali', 2, 6, nomor],
    ['stok-kembali', 6, 7, nomor],
  ])
})

test('rejects a bill above the stock with product and rest, and takes nothing', async () => {
  const [enough, scarce] = [await makeProduk(), await makeProduk({ nama: 'Metronom', stok: 2 })]
  const id = await draft(lineOf(enough, 2), lineOf(scarce, 2), lineOf(scarce, 1))
  expect(await publish(id)).toMatchObject({
    status: 409,
    data: { message: 'Stok Metronom tinggal 2, tagihan ini butuh 3' },
  })
  expect([
    await stok(enough),
    await stok(scarce),
    must(await s.admin.get(`/billing/view?id=${id}`)).nomor,
  ]).toEqual([7, 2, null])
})

test('skips and names the bill without stock in a bulk publish, without a number gap', async () => {
  const book = await makeProduk({ nama: 'Buku Teori', stok: 4 })
  const ids = [
    await draft(lineOf(book, 3)),
    await draft(lineOf(book, 2)),
    await draft(lineOf(null)),
    await draft(lineOf(book, 1)),
  ]
  expect(must(await s.admin.post('/billing/terbitkan-banyak', { ids }))).toMatchObject({
    berhasil: 3,
    gagal: [{ id: ids[1], pesan: 'Stok Buku Teori tinggal 1, tagihan ini butuh 2' }],
  })
  expect(await stok(book)).toBe(0)
  expect(must(await s.admin.get<any[]>('/produk-jasa?habis=1')).map((p) => p.id)).toEqual([book])
  expect(
    must(await s.admin.get<any[]>('/produk-jasa?habis=0&per-page=100')).map((p) => p.id),
  ).not.toContain(book)
})

test('sells seven of seven pieces to twenty simultaneous bills', { timeout: 60_000 }, async () => {
  const book = await makeProduk()
  const ids: number[] = []
  for (let i = 0; i < 20; i++) ids.push(await draft(lineOf(book)))
  const answers = await Promise.all(ids.map(publish))
  expect(answers.map((a) => a.status).toSorted()).toEqual([
    ...Array(7).fill(200),
    ...Array(13).fill(409),
  ])
  expect(await stok(book)).toBe(0)
  const sold = ids.filter((_, i) => answers[i]!.status === 200)
  await Promise.all(sold.slice(0, 4).map(cancel))
  expect(await stok(book)).toBe(4)
})

test('sells services and uncounted products without a limit', async () => {
  const service = await makeProduk({ tipe: 'jasa', stok: null })
  expect(
    await s.admin.post('/produk-jasa/create', {
      kode: 'SETEM',
      nama: 'Setem',
      tipe: 'jasa',
      jenis_billing_id: jenis,
      harga: 1,
      stok: 3,
    }),
  ).toMatchObject({
    status: 422,
    data: { errors: [{ field: 'stok', message: 'Jasa tidak punya stok' }] },
  })
  const uncounted = await makeProduk({ stok: null })
  const id = await draft(lineOf(service, 900), lineOf(uncounted, 900))
  must(await publish(id))
  // Starts counting the stock of the product. Voiding the bill does not return units that were sold
  // while the stock was not counted.
  must(await s.admin.post(`/produk-jasa/update?id=${uncounted}`, { versi: 1, stok: 5 }))
  must(await cancel(id))
  expect([await stok(service), await stok(uncounted)]).toEqual([null, 5])
})

test('returns 409 for a count that is edited during a sale', async () => {
  const book = await makeProduk()
  const { versi } = await row(book)
  must(await publish(await draft(lineOf(book, 2))))
  expect(await s.admin.post(`/produk-jasa/update?id=${book}`, { versi, stok: 17 })).toMatchObject({
    status: 409,
    data: { current: { stok: 5 } },
  })
})

test('takes stock once for bills that are given to another payer', async () => {
  const [from, to, book] = [
    await makePeserta(s, await makeAkun(s), s.ids.gedung, {
      tanggal_lahir: '1990-01-01',
      email: 'dewasa@contoh.id',
      phone: '081300000001',
    }),
    await makeAkun(s),
    await makeProduk(),
  ]
  must(await s.superadmin.post(`/user/upgrade?id=${from}`))
  must(await publish(await makeDraft(s, from, 0, { items: [lineOf(book, 5)] })))
  must(
    await s.superadmin.post(`/user/downgrade?id=${from}`, {
      akun_billing_id: to,
      alihkan: true,
      alasan: 'Pembayar berganti orang',
    }),
  )
  const [bill] = must(await s.superadmin.get(`/billing?akun_billing_id=${to}`))
  expect(await stok(book)).toBe(2)
  must(await cancel(bill.id))
  expect(await stok(book)).toBe(7)
})

test('takes the PPN of the product, else of the kind, and keeps the rate on a draft', async () => {
  await setSetting(s, 'ppn_persen', 1100)
  const [taxable, untaxed] = [await makeProduk({ ppn_kena: true }), await makeProduk()]
  const taxed = must(
    await s.superadmin.post('/jenis-billing/create', {
      kode: 'KENA',
      nama: 'Kena PPN',
      sifat: 'lain',
      ppn_kena: true,
    }),
  ).id
  const id = await draft(
    lineOf(taxable),
    lineOf(untaxed),
    lineOf(untaxed, 1, { jenis_billing_id: taxed }),
    lineOf(null, 1, { jenis_billing_id: taxed }),
    lineOf(null),
  )
  const bill = must(await s.admin.get(`/billing/view?id=${id}&expand=items`))
  expect(bill.items.map((i: any) => i.ppn)).toEqual([9350, 0, 0, 9350, 0])
  await setSetting(s, 'ppn_persen', 1200)
  const items = bill.items.map(
    (
      { id: item, jenis_billing_id, produk_jasa_id, deskripsi, qty, harga_satuan }: any,
      i: number,
    ) => ({
      id: item,
      jenis_billing_id,
      produk_jasa_id: i === 1 ? taxable : produk_jasa_id,
      deskripsi,
      qty,
      harga_satuan,
    }),
  )
  must(await s.admin.post(`/billing/update?id=${id}`, { versi: bill.versi, items }))
  expect(
    must(await s.admin.get(`/billing/view?id=${id}&expand=items`)).items.map((i: any) => i.ppn),
  ).toEqual([9350, 10_200, 0, 9350, 0])
  await setSetting(s, 'ppn_persen', 0)
})

test('rejects products of another outlet or unknown ones, and a product with a fee', async () => {
  const elsewhere = await makeProduk({ nama: 'Stand Makassar', gedung: [s.ids.gedung2] })
  const create = (item: Body) =>
    s.admin.post('/billing/create', {
      akun_billing_id: akun,
      gedung_id: s.ids.gedung,
      jatuh_tempo: '2040-12-31',
      items: [item],
    })
  expect(await create(lineOf(elsewhere))).toMatchObject({
    status: 422,
    data: {
      errors: [
        {
          field: 'items.0.produk_jasa_id',
          message: 'Stand Makassar tidak ditawarkan di outlet ini',
        },
      ],
    },
  })
  expect(
    must(await s.admin.get<any[]>(`/produk-jasa/pilihan?gedung_id=${s.ids.gedung}&q=Stand`)),
  ).toEqual([])
  expect(
    must(await s.admin.get<any[]>(`/produk-jasa/pilihan?gedung_id=${s.ids.gedung2}&q=Stand`)),
  ).toMatchObject([{ id: elsewhere }])
  expect(await create(lineOf(2_000_000_000))).toMatchObject({
    status: 422,
    data: { errors: [{ field: 'items.0.produk_jasa_id' }] },
  })
  const biaya = must(
    await s.admin.post('/biaya/create', {
      kode: 'UJIAN',
      nama: 'Ujian',
      jenis_billing_id: jenis,
      nominal: 1000,
      berlaku_mulai: '2024-01-01',
    }),
  ).id
  expect(await create(lineOf(await makeProduk(), 1, { biaya_id: biaya }))).toMatchObject({
    status: 422,
    data: { errors: [{ field: 'items.0.produk_jasa_id' }] },
  })
  const used = await makeProduk()
  await draft(lineOf(used))
  expect(await s.admin.post(`/produk-jasa/delete?id=${used}`)).toMatchObject({ status: 409 })
})

describe('a random order of actions', () => {
  interface World {
    gedung: number
    produk: [number, ...number[]]
  }
  const bills = async (w: World, query: string) =>
    must(await s.admin.get<any[]>(`/billing?gedung_id=${w.gedung}&per-page=100&${query}`))
  const pickAny = (r: Random, list: any[]) => list[r.int(0, Math.max(0, list.length - 1))]
  const items = (r: Random, w: World) =>
    Array.from({ length: r.int(1, 3) }, () =>
      lineOf(r.chance(0.2) ? null : r.pick(w.produk), r.int(1, 3)),
    )
  const steps: Record<string, (r: Random, w: World) => Promise<number>> = {
    create: async (r, w) =>
      (
        await s.admin.post('/billing/create', {
          akun_billing_id: akun,
          gedung_id: w.gedung,
          jatuh_tempo: '2040-12-31',
          items: items(r, w),
        })
      ).status,
    update: async (r, w) => {
      const b = pickAny(r, await bills(w, 'status=0'))
      return b
        ? (await s.admin.post(`/billing/update?id=${b.id}`, { versi: b.versi, items: items(r, w) }))
            .status
        : 0
    },
    remove: async (r, w) => {
      const b = pickAny(r, await bills(w, 'status=0'))
      return b && r.chance(0.3) ? (await s.admin.post(`/billing/delete?id=${b.id}`)).status : 0
    },
    publish: async (r, w) => {
      const b = pickAny(r, await bills(w, 'status=0'))
      return b ? (await publish(b.id)).status : 0
    },
    publishMany: async (r, w) => {
      const list = await bills(w, 'status=0')
      return list.length
        ? (
            await s.admin.post('/billing/terbitkan-banyak', {
              ids: list.filter(() => r.chance()).map((b) => b.id),
            })
          ).status
        : 0
    },
    cancel: async (r, w) => {
      const b = pickAny(r, await bills(w, 'status=1&batal=0'))
      return b ? (await cancel(b.id)).status : 0
    },
  }
  const names = Object.keys(steps) as [string, ...string[]]

  test('keeps the sum of stock and sold pieces', { timeout: 120_000 }, async () => {
    const outcomes = new Set<string>()
    for (let seed = 1; seed <= (engineOf(s.db) === 'sqlite' ? 12 : 5); seed++) {
      const r = makeRandom(seed)
      const w: World = {
        gedung: await makeOutlet(s),
        produk: [
          await makeProduk({ stok: r.int(0, 12) }),
          await makeProduk({ stok: r.int(3, 20) }),
        ],
      }
      const before = await Promise.all(w.produk.map(stok))
      for (let i = 0; i < 25; i++) {
        const act = async () => {
          const name = r.pick(names)
          outcomes.add(`${name} ${await steps[name]!(r, w)}`)
        }
        await (r.chance(0.3) ? Promise.all([act(), act(), act()]) : act())
        const { rows } = await sql<{
          id: number
          stok: number
          diambil: number
          terjual: number
        }>`select p.id, p.stok, (select coalesce(sum(i.stok_diambil), 0) from billing_item i where i.produk_jasa_id = p.id) as diambil,
          (select coalesce(sum(i.qty), 0) from billing_item i join billing b on b.id = i.billing_id where i.produk_jasa_id = p.id and b.status = 1 and b.void_at is null) as terjual
          from produk_jasa p where p.id in (${sql.join(w.produk)}) order by p.id`.execute(s.db)
        expect(
          rows.map((p) => [p.stok + p.terjual, p.diambil - p.terjual, p.stok >= 0]),
          `seed ${seed}`,
        ).toEqual(before.map((start) => [start, 0, true]))
      }
    }
    expect([...outcomes]).toEqual(
      expect.arrayContaining([
        'create 201',
        'update 200',
        'remove 200',
        'publish 200',
        'publish 409',
        'publishMany 200',
        'cancel 200',
      ]),
    )
    expect([...outcomes].filter((x) => / 5\d\d$/.test(x))).toEqual([])
    expect(await checkMoney(s.db)).toEqual([])
  })
})
