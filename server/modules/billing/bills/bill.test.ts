import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { PaymentStatus, MetodePembayaran } from '#contract/enums.ts'
import {
  checkMoney,
  makeAkun,
  makeBill,
  makeDraft,
  makeKelas,
  makeFamily,
  makeOutlet,
  setSetting,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
let akun: number
beforeAll(async () => {
  s = await makeSchool()
  // With this setting, a full month has four lessons even if the weekday of the class occurs five
  // times in the month.
  await setSetting(s, 'minggu_kelima', 'libur')
  akun = await makeAkun(s)
})
afterAll(() => s.close())

const view = async (id: number) => must(await s.admin.get(`/billing/view?id=${id}&expand=items`))
const update = (id: number, body: object) => s.admin.post(`/billing/update?id=${id}`, { ...body })
const create = (items: object[], more = {}) =>
  s.admin.post('/billing/create', {
    akun_billing_id: akun,
    gedung_id: s.ids.gedung,
    jatuh_tempo: '2040-01-10',
    items: items.map((i) => ({
      jenis_billing_id: s.ids.jenis,
      deskripsi: 'Uji',
      harga_satuan: 1000,
      ...i,
    })),
    ...more,
  })
const refused = (field: string) => ({
  status: 422,
  data: { errors: expect.arrayContaining([expect.objectContaining({ field })]) },
})
const input = (i: any) => ({
  id: i.id,
  jenis_billing_id: i.jenis_billing_id,
  peserta_id: i.peserta_id,
  deskripsi: i.deskripsi,
  qty: i.qty,
  harga_satuan: i.harga_satuan,
  diskon: i.diskon,
  diskon_alasan: i.diskon_alasan,
})

describe('a manual bill', () => {
  test('stores lines and sums, with discount and PPN', async () => {
    const taxedKind = must(
      await s.superadmin.post('/jenis-billing/create', {
        kode: 'BUKU',
        nama: 'Buku',
        sifat: 'produk',
        ppn_kena: true,
      }),
    ).id
    await setSetting(s, 'ppn_persen', 1100)
    const { id } = must(
      await create([
        { qty: 3, harga_satuan: 33_333, jenis_billing_id: taxedKind },
        {
          harga_satuan: 100_000,
          diskon: 25_000,
          diskon_alasan: 'Kakak beradik',
          peserta_id: s.ids.peserta,
        },
        {
          qty: 2,
          harga_satuan: 50_000,
          diskon: 100_000,
          diskon_alasan: 'Gratis',
          jenis_billing_id: taxedKind,
        },
      ]),
    )
    await setSetting(s, 'ppn_persen', 0)
    const bill = await view(id)
    expect(bill).toMatchObject({
      subtotal: 299_999,
      total_diskon: 125_000,
      total_ppn: 11_000,
      total: 185_999,
      terbayar: 0,
      sisa: 185_999,
      status: 0,
      nomor: null,
      sumber: 'manual',
      payment_status: PaymentStatus.belum,
      versi: 1,
    })
    expect(bill.items).toMatchObject([
      {
        urutan: 1,
        jumlah_bruto: 99_999,
        diskon: 0,
        ppn_persen: 1100,
        ppn: 11_000,
        jumlah: 110_999,
        kursus_peserta_id: null,
      },
      {
        urutan: 2,
        jumlah_bruto: 100_000,
        diskon: 25_000,
        diskon_alasan: 'Kakak beradik',
        ppn: 0,
        jumlah: 75_000,
        peserta_id: s.ids.peserta,
      },
      { urutan: 3, jumlah_bruto: 100_000, diskon: 100_000, ppn: 0, jumlah: 0 },
    ])
    expect((await s.admin.get('/billing?q=hana')).data.map((b: any) => b.id)).toContain(id)
    // A line keeps its PPN rate when the rate in the settings changes. When the kind of the line
    // changes, the line gets the current rate.
    const items = bill.items.map(input)
    must(
      await update(id, {
        versi: 1,
        items: [
          items[0],
          { ...items[1], diskon: 0, diskon_alasan: null },
          { ...items[2], jenis_billing_id: s.ids.jenis, diskon: 0, diskon_alasan: null },
        ],
      }),
    )
    expect(await view(id)).toMatchObject({
      subtotal: 299_999,
      total_diskon: 0,
      total_ppn: 11_000,
      total: 310_999,
      sisa: 310_999,
      versi: 2,
    })
  })

  test('rejects invalid lines at their field', async () => {
    for (const harga_satuan of [-1, 0.5, '1000', null, 1e12 + 1, Infinity])
      expect(await create([{ harga_satuan }])).toMatchObject(refused('items.0.harga_satuan'))
    for (const qty of [0, -1, 1.5, '2', 1001])
      expect(await create([{}, { qty }])).toMatchObject(refused('items.1.qty'))
    for (const diskon of [-1, 1001, 0.5, '5'])
      expect(await create([{ diskon, diskon_alasan: 'Alasan' }])).toMatchObject(
        refused('items.0.diskon'),
      )
    expect(await create([{ diskon: 1 }])).toMatchObject(refused('items.0.diskon_alasan'))
    expect(await create([{ diskon: 1, diskon_alasan: '  ' }])).toMatchObject(
      refused('items.0.diskon_alasan'),
    )
    expect(await create([{ jenis_billing_id: 2_000_000_000 }])).toMatchObject(
      refused('items.0.jenis_billing_id'),
    )
    expect(await create([{ peserta_id: akun }])).toMatchObject(refused('items.0.peserta_id'))
    expect(await create([])).toMatchObject(refused('items'))
    expect(await create(Array.from({ length: 201 }, () => ({})))).toMatchObject(refused('items'))
    expect(await create([{ id: 1 }])).toMatchObject(refused('items.0.id'))
    expect(
      await create([{}], { jatuh_tempo: '2026-01-01', tanggal_terbit: '2026-01-02' }),
    ).toMatchObject(refused('jatuh_tempo'))
    expect(await create([{}], { akun_billing_id: s.ids.peserta })).toMatchObject(
      refused('akun_billing_id'),
    )
    expect(await create([{}], { periode: '2026-13' })).toMatchObject(refused('periode'))
  })

  test('rejects amounts that would overflow and computes the largest one exactly', async () => {
    expect(
      await create(Array.from({ length: 200 }, () => ({ qty: 1000, harga_satuan: 1e12 }))),
    ).toMatchObject(refused('items.0.harga_satuan'))
    expect(await create([{ qty: 1000, harga_satuan: 1_000_000_001 }])).toMatchObject(
      refused('items.0.harga_satuan'),
    )
    expect(await create([{ harga_satuan: 1e12 }, { harga_satuan: 1 }])).toMatchObject(
      refused('items'),
    )
    const { id } = must(
      await create([{ qty: 1000, harga_satuan: 999_999_999 }, { harga_satuan: 1000 }]),
    )
    expect(await view(id)).toMatchObject({ total: 1e12, sisa: 1e12 })
    expect(
      await update(id, {
        versi: 1,
        items: [{ jenis_billing_id: s.ids.jenis, deskripsi: 'x', qty: 1000, harga_satuan: 1e12 }],
      }),
    ).toMatchObject(refused('items.0.harga_satuan'))
    must(await s.admin.post(`/billing/delete?id=${id}`))
  })
})

describe('a draft', () => {
  test('keeps course, key and proration of a generated line, and updates its amount', async () => {
    const gedung = await makeOutlet(s)
    const keluarga = await makeFamily(s, gedung, await makeKelas(s, gedung), 2, {
      mulai: '2026-11-16',
    })
    const { generate_batch_id } = must(
      await s.admin.post('/billing/generate', { periode: '2026-11', gedung_id: [gedung] }),
    )
    const [{ id }] = must(await s.admin.get(`/billing?generate_batch_id=${generate_batch_id}`))
    const [firstItem, secondItem] = (await view(id)).items
    const changed = must(
      await update(id, {
        versi: 1,
        items: [
          { jenis_billing_id: s.ids.jenis, deskripsi: 'Buku', harga_satuan: 40_000 },
          { ...input(secondItem), harga_satuan: 601_000, diskon: 1000, diskon_alasan: 'Potongan' },
        ],
      }),
    )
    expect(changed).toMatchObject({
      total: 340_000,
      subtotal: 341_000,
      sisa: 340_000,
      total_diskon: 1000,
    })
    const { items } = await view(id)
    expect(items).toMatchObject([
      { jumlah: 40_000, kursus_peserta_id: null, prorata_pembilang: null },
      {
        jumlah_bruto: 301_000,
        jumlah: 300_000,
        kursus_peserta_id: keluarga.kp[1],
        kursus_id: s.ids.kursus,
        prorata_pembilang: 2,
        prorata_penyebut: 4,
        periode: '2026-11',
      },
    ])
    expect(
      await s.db
        .selectFrom('billing_item')
        .select('kunci_unik')
        .where('billing_id', '=', id)
        .where('kunci_unik', 'is not', null)
        .execute(),
    ).toEqual([{ kunci_unik: `kp:${keluarga.kp[1]}:2026-11` }])
    // The month of the removed line can be billed again, but the month of the kept line cannot.
    expect(
      must(await s.admin.post('/billing/pratinjau', { periode: '2026-11', gedung_id: [gedung] }))
        .ringkasan,
    ).toMatchObject({ tagihan: 0, baris: 1, ada: 1 })
    expect(await update(id, { versi: changed.versi, items: [input(firstItem)] })).toMatchObject(
      refused('items.0.id'),
    )
    expect(
      await update(id, { versi: changed.versi, items: [input(items[1]), input(items[1])] }),
    ).toMatchObject(refused('items.1.id'))
    expect(await update(id, { versi: 1, catatan: 'x' })).toMatchObject({
      status: 409,
      data: { current: { total: 340_000 } },
    })
    expect(await update(id, { catatan: 'x' })).toMatchObject(refused('versi'))
  })

  test('keeps its lines when other fields change, and accepts one of two edits', async () => {
    const id = await makeDraft(s, akun, 75_000)
    must(await update(id, { versi: 1, catatan: 'Dititip', alamat: 'Jl. Baru 5' }))
    expect(await view(id)).toMatchObject({
      catatan: 'Dititip',
      alamat: 'Jl. Baru 5',
      total: 75_000,
      items: [{ harga_satuan: 75_000 }],
    })
    const answers = await Promise.all(
      [1, 2, 3].map((n) => update(id, { versi: 2, catatan: `Oleh ${n}` })),
    )
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409, 409])
    const otherPayer = await makeAkun(s)
    expect(must(await update(id, { versi: 3, akun_billing_id: otherPayer }))).toMatchObject({
      akun_billing_id: otherPayer,
      nama_tagihan: expect.stringContaining('Keluarga'),
    })
  })

  test('is deleted with its lines', async () => {
    const id = await makeDraft(s, akun, 10)
    must(await s.admin.post(`/billing/delete?id=${id}`))
    expect(await s.admin.get(`/billing/view?id=${id}`)).toMatchObject({ status: 404 })
    expect(
      await s.db.selectFrom('billing_item').select('id').where('billing_id', '=', id).execute(),
    ).toEqual([])
    expect(
      (
        await s.db
          .selectFrom('audit')
          .select('aksi')
          .where('entitas', '=', 'billing')
          .where('entitas_id', '=', id)
          .orderBy('id')
          .execute()
      ).map((a) => a.aksi),
    ).toEqual(['create', 'delete'])
  })
})

describe('a published bill', () => {
  test('changes only due date, note and address', async () => {
    const id = await makeBill(s, akun, 80_000)
    const bill = await view(id)
    const item = input(bill.items[0])
    const tries: [string, object][] = [
      ['akun_billing_id', { akun_billing_id: s.ids.akun }],
      ['gedung_id', { gedung_id: s.ids.gedung2 }],
      ['periode', { periode: '2026-01' }],
      ['tanggal_terbit', { tanggal_terbit: '2020-01-01' }],
      ['items', { items: [{ ...item, harga_satuan: 1 }] }],
      ['items', { items: [item, { ...item, id: undefined }] }],
      ['jatuh_tempo', { jatuh_tempo: '2020-01-01' }],
    ]
    for (const [field, body] of tries)
      expect(await update(id, { versi: bill.versi, ...body })).toMatchObject(refused(field))
    const changed = must(
      await update(id, {
        versi: bill.versi,
        jatuh_tempo: '2040-05-05',
        catatan: 'Bayar di kasir',
        alamat: 'Jl. Lama 1',
        items: [item],
        total: 1,
        status: 0,
        sisa: 0,
        nomor: null,
      }),
    )
    expect(changed).toEqual({
      ...Object.fromEntries(Object.entries(bill).filter(([k]) => k !== 'items')),
      jatuh_tempo: '2040-05-05',
      catatan: 'Bayar di kasir',
      alamat: 'Jl. Lama 1',
      versi: bill.versi + 1,
      updated_at: changed.updated_at,
      updated_by: s.ids.admin,
    })
    expect((await view(id)).items).toEqual(bill.items)
    expect((await s.admin.get(`/billing?q=${encodeURIComponent(bill.nomor)}`)).data).toMatchObject([
      { id },
    ])
    expect(await s.admin.post(`/billing/delete?id=${id}`)).toMatchObject({ status: 409 })
  })

  test('returns 409 to an open form after the bill was paid', async () => {
    const payer = await makeAkun(s)
    const id = await makeBill(s, payer, 80_000)
    const { versi } = await view(id)
    must(
      await s.admin.post('/billing-payment/create', {
        akun_billing_id: payer,
        tanggal: '2026-01-01',
        metode: MetodePembayaran.tunai,
        jumlah: 80_000,
      }),
    )
    expect(await update(id, { versi, jatuh_tempo: '2040-05-05' })).toMatchObject({
      status: 409,
      data: { current: { payment_status: PaymentStatus.lunas } },
    })
  })
})

test('lists published, unpaid bills due before today at the outlet as overdue', async () => {
  const payer = await makeAkun(s)
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2030-03-09T16:30:00Z') })
  // Sets the last use of all sessions to the faked time. Otherwise they would be expired, because
  // they were opened at the real time.
  await s.db.updateTable('sesi').set({ terpakai: new Date().toISOString() }).execute()
  try {
    // The faked time is 23:30 on 9 March in Jakarta and 00:30 on 10 March in Makassar.
    const due = (jatuh_tempo: string, gedung_id: number) =>
      makeBill(s, payer, 10_000, { jatuh_tempo, gedung_id, tanggal_terbit: '2030-01-01' })
    const [jkt8, jkt9, mks9, mks10] = [
      await due('2030-03-08', s.ids.gedung),
      await due('2030-03-09', s.ids.gedung),
      await due('2030-03-09', s.ids.gedung2),
      await due('2030-03-10', s.ids.gedung2),
    ]
    const paid = await due('2030-01-02', s.ids.gedung)
    must(
      await s.admin.post('/billing-payment/create', {
        akun_billing_id: payer,
        tanggal: '2026-01-01',
        metode: MetodePembayaran.tunai,
        jumlah: 10_000,
        alokasi: [{ billing_id: paid, jumlah: 10_000 }],
      }),
    )
    const voided = await due('2030-01-03', s.ids.gedung)
    must(
      await s.admin.post(`/billing/batalkan?id=${voided}`, { alasan: 'Tagihan ini keliru dibuat' }),
    )
    const draft = await makeDraft(s, payer, 10_000, { jatuh_tempo: '2030-01-04' })
    const list = async (query: string) =>
      must(await s.admin.get(`/billing?akun_billing_id=${payer}&sort=id&${query}`)).map(
        (b: any) => b.id,
      )
    expect(await list('tunggakan=true')).toEqual([jkt8, mks9])
    expect(await list('tunggakan=false')).toEqual([jkt9, mks10, paid, voided, draft])
    vi.setSystemTime(new Date('2030-03-09T18:30:00Z'))
    expect(await list('tunggakan=true')).toEqual([jkt8, jkt9, mks9])
  } finally {
    vi.useRealTimers()
  }
})

test('returns the sums of the listed rows, without void bills', async () => {
  const payer = await makeAkun(s)
  const ids = [
    await makeBill(s, payer, 100_000),
    await makeBill(s, payer, 50_000),
    await makeBill(s, payer, 25_000),
  ]
  await makeDraft(s, payer, 7000)
  must(
    await s.admin.post('/billing-payment/create', {
      akun_billing_id: payer,
      tanggal: '2026-01-01',
      metode: MetodePembayaran.tunai,
      jumlah: 110_000,
      alokasi: [
        { billing_id: ids[0], jumlah: 100_000 },
        { billing_id: ids[1], jumlah: 10_000 },
      ],
    }),
  )
  must(
    await s.admin.post(`/billing/batalkan?id=${ids[2]}`, { alasan: 'Tagihan ini keliru dibuat' }),
  )
  const total = async (query: string) =>
    must(await s.admin.get(`/billing/total?akun_billing_id=${payer}${query}`))
  expect(await total('')).toEqual({
    jumlah_baris: 4,
    total: 157_000,
    terbayar: 110_000,
    sisa: 47_000,
  })
  expect(await total('&status=1&batal=false&payment_status=1')).toEqual({
    jumlah_baris: 1,
    total: 50_000,
    terbayar: 10_000,
    sisa: 40_000,
  })
  expect(await total('&batal=true')).toEqual({ jumlah_baris: 1, total: 0, terbayar: 0, sisa: 0 })
  expect(await total('&periode=2001-01')).toEqual({
    jumlah_baris: 0,
    total: 0,
    terbayar: 0,
    sisa: 0,
  })
})

// Must stay the last test, because it checks the data that all tests above have left.
test('keeps every money rule after all tests', async () => {
  expect(await checkMoney(s.db)).toEqual([])
})
