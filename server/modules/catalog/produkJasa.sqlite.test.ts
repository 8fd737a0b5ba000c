/** Billing types, banks, fees and products: the rules of domain.md 2.2 that their forms check. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const kinds = async () =>
  must(
    await s.admin.get<{ id: number; sifat: string; versi: number }[]>('/jenis-billing?sort=urutan'),
  )
const kind = async (kode: string, sifat = 'tambahan') =>
  must(
    await s.admin.post<{ id: number }>('/jenis-billing/create', {
      kode,
      nama: `Jenis ${kode}`,
      sifat,
    }),
  ).id

test('creates one billing type of each nature at the start', async () => {
  expect((await kinds()).map((k) => k.sifat)).toEqual([
    'kursus',
    'pendaftaran',
    'tambahan',
    'produk',
    'denda',
    'lain',
  ])
})
test('locks the nature of a billing type in use and rejects its deletion', async () => {
  const [free, billed, fee, product] = [
    await kind('A'),
    await kind('B'),
    await kind('C'),
    await kind('D'),
  ]
  must(
    await s.admin.post('/billing/create', {
      akun_billing_id: s.ids.akun,
      gedung_id: s.ids.gedung,
      jatuh_tempo: '2040-12-31',
      items: [{ jenis_billing_id: billed, deskripsi: 'Uji', harga_satuan: 1 }],
    }),
  )
  must(
    await s.admin.post('/biaya/create', {
      kode: 'AC',
      nama: 'Fasilitas',
      jenis_billing_id: fee,
      nominal: 1,
      berlaku_mulai: '2024-01-01',
    }),
  )
  must(
    await s.admin.post('/produk-jasa/create', {
      kode: 'BUKU',
      nama: 'Buku',
      jenis_billing_id: product,
      harga: 1,
    }),
  )
  for (const [id, where] of [
    [billed, 'di tagihan'],
    [fee, 'oleh biaya'],
    [product, 'oleh produk atau jasa'],
  ] as const) {
    expect(
      await s.admin.post(`/jenis-billing/update?id=${id}`, { versi: 1, sifat: 'lain' }),
    ).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'sifat', message: `Tidak dapat diubah: sudah dipakai ${where}` }] },
    })
    expect(await s.admin.post(`/jenis-billing/delete?id=${id}`), where).toMatchObject({
      status: 409,
    })
    must(await s.admin.post(`/jenis-billing/update?id=${id}`, { versi: 1, status: 'nonaktif' }))
  }
  must(await s.admin.post(`/jenis-billing/update?id=${free}`, { versi: 1, sifat: 'lain' }))
  must(await s.admin.post(`/jenis-billing/delete?id=${free}`))
})
test('locks the billing type that a setting uses', async () => {
  const all = await kinds()
  const [tuitionKind, registrationKind] = [
    all.find((k) => k.sifat === 'kursus'),
    all.find((k) => k.sifat === 'pendaftaran'),
  ]
  await setSetting(s, 'jenis_billing_pendaftaran_id', registrationKind!.id)
  for (const { id, versi } of [tuitionKind!, registrationKind!]) {
    expect(
      await s.admin.post(`/jenis-billing/update?id=${id}`, { versi, status: 'nonaktif' }),
    ).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'status', message: expect.stringContaining('dipakai Setting') }] },
    })
    expect(
      await s.admin.post(`/jenis-billing/update?id=${id}`, { versi, sifat: 'lain' }),
    ).toMatchObject({ status: 422, data: { errors: [{ field: 'sifat' }] } })
    expect(await s.admin.post(`/jenis-billing/delete?id=${id}`)).toMatchObject({ status: 409 })
    must(await s.admin.post(`/jenis-billing/update?id=${id}`, { versi, urutan: 7 }))
  }
})
test('rejects a duplicate bank account and an unknown payment method', async () => {
  const account = { nama_bank: 'Mandiri', no_rekening: '900 100', atas_nama: 'Sekolah Nada' }
  must(await s.superadmin.post('/bank/create', account))
  expect(await s.superadmin.post('/bank/create', { ...account, atas_nama: 'Lain' })).toMatchObject({
    status: 409,
    data: { errors: [{ field: 'nama_bank' }] },
  })
  must(
    await s.superadmin.post('/bank/create', {
      ...account,
      no_rekening: '900 101',
      metode: MetodePembayaran.kartuKredit,
      tipe: 'edc',
    }),
  )
  for (const metode of [-1, 5, 1.5, null])
    expect(
      await s.superadmin.post('/bank/create', { ...account, no_rekening: '900 102', metode }),
    ).toMatchObject({ status: 422, data: { errors: [{ field: 'metode' }] } })
})
test('requires unique codes, whole amounts of at least 0 and a start date of a fee', async () => {
  const product = {
    kode: 'STIK',
    nama: 'Stik',
    jenis_billing_id: s.ids.jenis,
    harga: 90_000,
    stok: 0,
  }
  must(await s.admin.post('/produk-jasa/create', product))
  expect(await s.admin.post('/produk-jasa/create', { ...product, nama: 'Lain' })).toMatchObject({
    status: 409,
    data: { errors: [{ field: 'kode' }] },
  })
  for (const more of [
    { harga: -1 },
    { harga: 0.5 },
    { stok: -1 },
    { stok: 1.5 },
    { tipe: 'barang' },
    { kode: 'stik kecil' },
  ])
    expect(
      (await s.admin.post('/produk-jasa/create', { ...product, kode: 'LAIN', ...more })).status,
      JSON.stringify(more),
    ).toBe(422)
  const fee = {
    kode: 'UJIAN',
    nama: 'Ujian',
    jenis_billing_id: s.ids.jenis,
    nominal: 0,
    berlaku_mulai: '2024-02-29',
  }
  must(await s.admin.post('/biaya/create', fee))
  expect(await s.admin.post('/biaya/create', fee)).toMatchObject({
    status: 409,
    data: { errors: [{ field: 'kode' }] },
  })
  for (const more of [
    { nominal: -1 },
    { pemicu: 'harian' },
    { berlaku_mulai: '2023-02-29' },
    { berlaku_mulai: null },
    { kursus: [999_999] },
  ])
    expect(
      (await s.admin.post('/biaya/create', { ...fee, kode: 'LAIN', ...more })).status,
      JSON.stringify(more),
    ).toBe(422)
})
