import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { MetodePembayaran, PaymentStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { checkMoney, makeAkun, makeBill, makeDraft, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  await setSetting(s, 'auto_pakai_saldo', false)
})
afterAll(() => s.close())

const today = currentDay()
const post = (body: object, key?: string | null) =>
  s.admin.post(
    '/billing-payment/create',
    { tanggal: today, metode: MetodePembayaran.tunai, gedung_id: s.ids.gedung, ...body },
    key,
  )
const pay = async (akun_billing_id: number, jumlah: number, more = {}) =>
  must(await post({ akun_billing_id, jumlah, ...more }))
const view = async (id: number) => must(await s.admin.get(`/billing/view?id=${id}&expand=alokasi`))
const paid = async (ids: number[]) => (await Promise.all(ids.map(view))).map((b) => b.terbayar)
const saldo = async (akun: number) =>
  must(await s.admin.get(`/user/info-billing?id=${akun}`)).saldo_kredit
const voidPayment = (id: number, alasan = 'Salah catat jumlahnya') =>
  s.admin.post(`/billing-payment/batalkan?id=${id}`, { alasan })
const voidBill = (id: number, alasan = 'Tagihan ini keliru dibuat') =>
  s.admin.post(`/billing/batalkan?id=${id}`, { alasan })
const useSaldo = (id: number, body = {}, key?: string | null) =>
  s.admin.post(`/billing/pakai-saldo?id=${id}`, body, key)
const refused = (field: string, status = 422) => ({ status, data: { errors: [{ field }] } })

describe('an allocation', () => {
  test('is rejected for a paid bill with the same message, by receipt and by saldo', async () => {
    const akun = await makeAkun(s)
    const id = await makeBill(s, akun, 100_000)
    await pay(akun, 150_000)
    const { nomor } = await view(id)
    expect(
      await post({
        akun_billing_id: akun,
        jumlah: 100_000,
        alokasi: [{ billing_id: id, jumlah: 100_000 }],
      }),
    ).toMatchObject({
      status: 422,
      data: { errors: [{ field: 'alokasi.0.billing_id', message: `${nomor} sudah lunas` }] },
    })
    expect(await useSaldo(id)).toMatchObject({
      status: 409,
      data: { message: `Tagihan ${nomor} sudah lunas` },
    })
    expect(await useSaldo(await makeDraft(s, akun, 100_000))).toMatchObject({
      status: 409,
      data: { message: expect.stringContaining('masih draft') },
    })
  })

  test('pays the oldest due bill, then the lower number; the rest becomes saldo', async () => {
    const akun = await makeAkun(s)
    const dueLater = await makeBill(s, akun, 100_000, { jatuh_tempo: '2040-02-10' })
    const dueFirst = await makeBill(s, akun, 100_000, { jatuh_tempo: '2040-01-10' })
    const sameDue = await makeBill(s, akun, 100_000, { jatuh_tempo: '2040-02-10' })
    await makeDraft(s, akun, 100_000, { jatuh_tempo: '2039-01-01' })
    const first = await pay(akun, 150_000)
    expect(first).toMatchObject({
      dialokasikan: 150_000,
      ke_saldo: 0,
      diterima_oleh: s.ids.admin,
      gedung_id: s.ids.gedung,
      versi: 1,
    })
    expect(await paid([dueFirst, dueLater, sameDue])).toEqual([100_000, 50_000, 0])
    expect([await view(dueFirst), await view(dueLater), await view(sameDue)]).toMatchObject([
      { payment_status: PaymentStatus.lunas, sisa: 0 },
      { payment_status: PaymentStatus.sebagian, sisa: 50_000 },
      { payment_status: PaymentStatus.belum, sisa: 100_000 },
    ])
    expect(await pay(akun, 500_000)).toMatchObject({ dialokasikan: 150_000, ke_saldo: 350_000 })
    expect(await saldo(akun)).toBe(350_000)
    expect(
      (await s.admin.get(`/billing-payment?billing_id=${dueLater}&sort=nomor`)).data,
    ).toHaveLength(2)
  })

  test('divides one receipt over the chosen bills and adds the rest to the saldo', async () => {
    const akun = await makeAkun(s)
    const [a, b] = [await makeBill(s, akun, 100_000), await makeBill(s, akun, 200_000)]
    expect(
      await pay(akun, 120_000, {
        alokasi: [
          { billing_id: b, jumlah: 70_000 },
          { billing_id: a, jumlah: 1 },
        ],
      }),
    ).toMatchObject({ dialokasikan: 70_001, ke_saldo: 49_999 })
    expect(await paid([a, b])).toEqual([1, 70_000])
    expect(await pay(akun, 30_000, { alokasi: [] })).toMatchObject({
      dialokasikan: 0,
      ke_saldo: 30_000,
    })
    expect(await saldo(akun)).toBe(79_999)
  })

  test('is rejected at the invalid field, and nothing is stored', async () => {
    const akun = await makeAkun(s)
    const bill = await makeBill(s, akun, 100_000)
    const voided = await makeBill(s, akun, 100_000)
    must(await voidBill(voided))
    const paidBill = await makeBill(s, akun, 10)
    await pay(akun, 10, { alokasi: [{ billing_id: paidBill, jumlah: 10 }] })
    const foreign = await makeBill(s, await makeAkun(s), 100_000)
    const draft = await makeDraft(s, akun, 100_000)
    const before = (await s.db.selectFrom('billing_payment').select('id').execute()).length
    const bad = (alokasi: object[], jumlah = 100_000) =>
      post({ akun_billing_id: akun, jumlah, alokasi })
    for (const id of [voided, paidBill, foreign, draft, 2_000_000_000])
      expect(await bad([{ billing_id: id, jumlah: 1 }])).toMatchObject(
        refused('alokasi.0.billing_id'),
      )
    expect(await bad([{ billing_id: bill, jumlah: 100_001 }], 200_000)).toMatchObject(
      refused('alokasi.0.jumlah'),
    )
    expect(
      await bad([
        { billing_id: bill, jumlah: 1 },
        { billing_id: bill, jumlah: 1 },
      ]),
    ).toMatchObject(refused('alokasi.1.billing_id'))
    expect(await bad([{ billing_id: bill, jumlah: 50_001 }], 50_000)).toMatchObject(
      refused('alokasi'),
    )
    for (const jumlah of [0, -1, 1.5, '5', null, 1e13])
      expect(await bad([{ billing_id: bill, jumlah }])).toMatchObject(refused('alokasi.0.jumlah'))
    for (const jumlah of [0, -5, 0.5, '1000', null, 1e12 + 1, Number.MAX_SAFE_INTEGER])
      expect(await post({ akun_billing_id: akun, jumlah })).toMatchObject(refused('jumlah'))
    expect((await s.db.selectFrom('billing_payment').select('id').execute()).length).toBe(before)
    expect(await paid([bill])).toEqual([0])
  })

  test('excludes bills of outlets outside the scope, by default and by choice', async () => {
    const akun = await makeAkun(s)
    const here = await makeBill(s, akun, 100_000)
    const there = await makeBill(s, akun, 100_000, {
      gedung_id: s.ids.gedung2,
      jatuh_tempo: '2040-01-01',
    })
    await s.db
      .updateTable('user')
      .set({ gedung_id: s.ids.gedung2 })
      .where('id', '=', akun)
      .execute()
    const body = {
      akun_billing_id: akun,
      tanggal: today,
      metode: MetodePembayaran.tunai,
      jumlah: 150_000,
    }
    expect(
      await s.admin2.post('/billing-payment/create', {
        ...body,
        alokasi: [{ billing_id: here, jumlah: 1 }],
      }),
    ).toMatchObject(refused('alokasi.0.billing_id'))
    expect(
      await s.admin2.post('/billing-payment/create', { ...body, gedung_id: s.ids.gedung }),
    ).toMatchObject(refused('gedung_id'))
    const receipt = must(await s.admin2.post('/billing-payment/create', body))
    expect(receipt).toMatchObject({
      dialokasikan: 100_000,
      ke_saldo: 50_000,
      gedung_id: s.ids.gedung2,
    })
    expect(await paid([here, there])).toEqual([0, 100_000])
    // An actor of one outlet cannot void a receipt that pays bills of two outlets.
    const both = await pay(akun, 100_000, { gedung_id: s.ids.gedung2 })
    expect(
      await s.admin2.post(`/billing-payment/batalkan?id=${both.id}`, {
        alasan: 'Salah catat jumlahnya',
      }),
    ).toMatchObject({ status: 404 })
  })
})

test('checks date, bank account and locked month', async () => {
  const akun = await makeAkun(s)
  const body = { akun_billing_id: akun, jumlah: 1000 }
  // The day after tomorrow is in the future at every outlet, because no time zone of an outlet
  // differs from Jakarta time by more than two hours.
  expect(await post({ ...body, tanggal: addDays(today, 2) })).toMatchObject(refused('tanggal'))
  for (const tanggal of ['2026-02-30', '20-01-2026', '', null])
    expect(await post({ ...body, tanggal })).toMatchObject(refused('tanggal'))
  for (const metode of [1, 2, 3, 4])
    expect(await post({ ...body, metode })).toMatchObject(refused('bank_id'))
  expect(await post({ ...body, metode: 5, bank_id: s.ids.bank })).toMatchObject(refused('metode'))
  expect(
    await post({ ...body, metode: MetodePembayaran.transfer, bank_id: 2_000_000_000 }),
  ).toMatchObject(refused('bank_id'))
  expect(
    must(
      await post({
        ...body,
        metode: MetodePembayaran.transfer,
        bank_id: s.ids.bank,
        kanal: 'qris',
      }),
    ),
  ).toMatchObject({ bank_id: s.ids.bank, metode: MetodePembayaran.transfer })
  const early = await pay(akun, 1000, { tanggal: '2020-03-31' })
  await setSetting(s, 'kunci_buku_sampai', '2020-03-31')
  expect(await post({ ...body, tanggal: '2020-03-31' })).toMatchObject({ status: 409 })
  expect(await voidPayment(early.id)).toMatchObject({ status: 409 })
  expect(await post({ ...body, tanggal: '2020-04-01' })).toMatchObject({ status: 201 })
  await setSetting(s, 'kunci_buku_sampai', null)
  must(await voidPayment(early.id))
})

test('rejects every action of today while today is locked', async () => {
  const akun = await makeAkun(s)
  await pay(akun, 1000)
  const bill = await makeBill(s, akun, 1000)
  const payment = await pay(akun, 10)
  await setSetting(s, 'kunci_buku_sampai', addDays(today, 1))
  const draft = await makeDraft(s, akun, 10)
  const answers = [
    await post({ akun_billing_id: akun, jumlah: 1 }),
    await voidPayment(payment.id),
    await voidBill(bill),
    await useSaldo(bill),
    await s.admin.post(`/billing/terbitkan?id=${draft}`),
  ]
  await setSetting(s, 'kunci_buku_sampai', null)
  expect(answers.map((a) => a.status)).toEqual([409, 409, 409, 409, 409])
  expect(await paid([bill])).toEqual([10])
})

describe('simultaneous actions', () => {
  test('never pay more than the total of a bill', async () => {
    for (let round = 0; round < 12; round++) {
      const akun = await makeAkun(s)
      const bill = await makeBill(s, akun, 100_000)
      const explicit = { alokasi: [{ billing_id: bill, jumlah: 60_000 }] }
      const answers = await Promise.all([
        post({ akun_billing_id: akun, jumlah: 60_000, ...explicit }),
        post({ akun_billing_id: akun, jumlah: 60_000, ...explicit }),
        ...(round % 2 ? [post({ akun_billing_id: akun, jumlah: 70_000 })] : []),
      ])
      const chosen = answers.slice(0, 2).map((a) => a.status)
      const { terbayar, sisa } = await view(bill)
      expect(terbayar + sisa).toBe(100_000)
      const received = answers.filter((a) => a.success).reduce((sum, a) => sum + a.data.jumlah, 0)
      expect(terbayar + (await saldo(akun))).toBe(received)
      // Two concurrent payments each allocate 60,000 to the same bill of 100,000, so at most one of
      // these two payments succeeds. Odd rounds have a third payment of 70,000 without requested
      // allocations. If the third payment is stored first, both payments of 60,000 fail.
      expect(chosen).toContain(422)
      expect(chosen.includes(201) || round % 2 === 1).toBe(true)
    }
  })

  test('fill several bills exactly with ten payments by default', async () => {
    const akun = await makeAkun(s)
    const ids = [
      await makeBill(s, akun, 130_000),
      await makeBill(s, akun, 130_000),
      await makeBill(s, akun, 130_000),
    ]
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(akun, 50_000)))
    expect(await paid(ids)).toEqual([130_000, 130_000, 130_000])
    expect(await saldo(akun)).toBe(110_000)
    expect(new Set(answers.map((a) => a.nomor)).size).toBe(10)
  })

  test('spend the saldo once', async () => {
    const akun = await makeAkun(s)
    const ids = [
      await makeBill(s, akun, 80_000),
      await makeBill(s, akun, 80_000),
      await makeBill(s, akun, 80_000),
    ]
    await pay(akun, 100_000, { alokasi: [] })
    const answers = await Promise.all(ids.map((id) => useSaldo(id)))
    expect((await paid(ids)).reduce((sum, n) => sum + n, 0)).toBe(100_000)
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 200, 409])
    expect(await saldo(akun)).toBe(0)
  })

  test('either void or pay a bill', async () => {
    for (let round = 0; round < 6; round++) {
      const akun = await makeAkun(s)
      const bill = await makeBill(s, akun, 50_000)
      const [voiding, payment] = await Promise.all([voidBill(bill), pay(akun, 50_000)])
      expect(await view(bill)).toMatchObject(
        voiding.success ? { terbayar: 0 } : { terbayar: 50_000, void_at: null },
      )
      expect(payment.ke_saldo).toBe(voiding.success ? 50_000 : 0)
    }
  })

  test('void a payment once', async () => {
    const akun = await makeAkun(s)
    const { id } = await pay(akun, 90_000)
    const answers = await Promise.all([voidPayment(id), voidPayment(id), voidPayment(id)])
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409, 409])
    expect(await saldo(akun)).toBe(0)
  })
})

describe('Idempotency-Key', () => {
  test('returns the first result, and rejects another body or call and no key', async () => {
    const akun = await makeAkun(s)
    const bill = await makeBill(s, akun, 100_000)
    const body = { akun_billing_id: akun, jumlah: 40_000 }
    const first = await post(body, 'bayar-1')
    const again = await post(body, 'bayar-1')
    expect([again.status, again.data, again.headers.get('idempotent-replay')]).toEqual([
      201,
      first.data,
      'true',
    ])
    expect(await post({ jumlah: 40_000, akun_billing_id: akun }, 'bayar-1')).toMatchObject({
      status: 201,
      data: { id: first.data.id },
    })
    expect(await post({ ...body, jumlah: 40_001 }, 'bayar-1')).toMatchObject(
      refused('Idempotency-Key'),
    )
    expect(await useSaldo(bill, {}, 'bayar-1')).toMatchObject(refused('Idempotency-Key'))
    expect(await post(body, null)).toMatchObject({ status: 400 })
    expect(await useSaldo(bill, {}, null)).toMatchObject({ status: 400 })
    expect(await paid([bill])).toEqual([40_000])
    // A failed call does not use up its idempotency key, so the corrected call can send the same
    // key.
    expect(await post({ ...body, jumlah: 0 }, 'bayar-2')).toMatchObject({ status: 422 })
    expect(await post(body, 'bayar-2')).toMatchObject({ status: 201 })
  })

  test('makes one payment and one answer for ten simultaneous posts with one key', async () => {
    for (let round = 0; round < 4; round++) {
      const akun = await makeAkun(s)
      const bill = await makeBill(s, akun, 100_000)
      const answers = await Promise.all(
        Array.from({ length: 10 }, () =>
          post({ akun_billing_id: akun, jumlah: 30_000 }, `sama-${round}`),
        ),
      )
      expect(new Set(answers.map((a) => JSON.stringify([a.status, a.data]))).size).toBe(1)
      expect(answers[0]).toMatchObject({ status: 201, data: { jumlah: 30_000 } })
      expect(await paid([bill])).toEqual([30_000])
    }
  })

  test('covers pakai-saldo', async () => {
    const akun = await makeAkun(s)
    const bill = await makeBill(s, akun, 100_000)
    await pay(akun, 90_000, { alokasi: [] })
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => useSaldo(bill, { jumlah: 20_000 }, 'saldo-1')),
    )
    expect(answers.map((a) => [a.status, a.data.terbayar])).toEqual(
      answers.map(() => [200, 20_000]),
    )
    expect(await saldo(akun)).toBe(70_000)
  })
})

test('changes only note, reference and payer in an update', async () => {
  const akun = await makeAkun(s)
  const p = await pay(akun, 50_000)
  const path = `/billing-payment/update?id=${p.id}`
  const changed = must(
    await s.admin.post(path, {
      versi: 1,
      catatan: 'Titip satpam',
      referensi: 'TRX-9',
      pembayar_nama: 'Nenek',
      jumlah: 1,
      tanggal: '2020-01-01',
      akun_billing_id: s.ids.akun,
      ke_saldo: 0,
      nomor: 'X',
    }),
  )
  expect(changed).toEqual({
    ...p,
    catatan: 'Titip satpam',
    referensi: 'TRX-9',
    pembayar_nama: 'Nenek',
    versi: 2,
    updated_at: changed.updated_at,
    updated_by: s.ids.admin,
  })
  expect((await s.admin.get('/billing-payment?q=nenek')).data).toMatchObject([{ id: p.id }])
  // Clearing the payer name of a payment resets it to the name of the account. A new payment
  // without a payer name gets this name too.
  expect(must(await s.admin.post(path, { versi: 2, pembayar_nama: null }))).toMatchObject({
    pembayar_nama: p.pembayar_nama,
    referensi: 'TRX-9',
  })
  expect(await s.admin.post(path, { versi: 1, catatan: 'x' })).toMatchObject({
    status: 409,
    data: { current: { versi: 3 } },
  })
  expect(await s.admin.post('/billing-payment/delete', {})).toMatchObject({ status: 404 })
  must(await voidPayment(p.id))
  expect(await s.admin.post(path, { versi: 3, catatan: 'x' })).toMatchObject({ status: 409 })
})

describe('a void', () => {
  test('reopens the bills of a payment, removes its saldo and keeps the receipt', async () => {
    const akun = await makeAkun(s)
    const [a, b] = [await makeBill(s, akun, 100_000), await makeBill(s, akun, 100_000)]
    const first = await pay(akun, 150_000)
    const second = await pay(akun, 90_000)
    expect(await voidPayment(second.id, 'kurang')).toMatchObject(refused('alasan'))
    expect(await voidPayment(second.id, '         x ')).toMatchObject(refused('alasan'))
    expect(must(await voidPayment(first.id))).toMatchObject({
      void_by: s.ids.admin,
      void_alasan: 'Salah catat jumlahnya',
      jumlah: 150_000,
      nomor: first.nomor,
      versi: 2,
    })
    expect(await paid([a, b])).toEqual([0, 50_000])
    expect(await voidPayment(first.id)).toMatchObject({ status: 409 })
    must(await voidPayment(second.id))
    expect([await paid([a, b]), await saldo(akun)]).toEqual([[0, 0], 0])
    expect(
      (await s.admin.get(`/billing-payment?akun_billing_id=${akun}&batal=false`)).data,
    ).toEqual([])
    expect(must(await s.admin.get(`/billing-payment/total?akun_billing_id=${akun}`))).toEqual({
      jumlah_baris: 2,
      jumlah: 0,
    })
    await pay(akun, 60_000)
    expect(must(await s.admin.get(`/billing-payment/total?akun_billing_id=${akun}`))).toEqual({
      jumlah_baris: 3,
      jumlah: 60_000,
    })
  })

  test('is rejected for a payment whose saldo is used, until that use is undone', async () => {
    const akun = await makeAkun(s)
    const prepaid = await pay(akun, 100_000)
    const bill = await makeBill(s, akun, 80_000)
    must(await useSaldo(bill))
    expect(await voidPayment(prepaid.id)).toMatchObject({
      status: 409,
      data: { message: 'Saldo tidak cukup: sudah dipakai untuk tagihan lain' },
    })
    expect([await paid([bill]), await saldo(akun)]).toEqual([[80_000], 20_000])
    must(await voidBill(bill))
    expect(await saldo(akun)).toBe(100_000)
    must(await voidPayment(prepaid.id))
    expect(await saldo(akun)).toBe(0)
  })

  test('rejects a bill with an active payment, returns saldo and leaves the sums', async () => {
    const akun = await makeAkun(s)
    const bill = await makeBill(s, akun, 100_000)
    await pay(akun, 30_000, { alokasi: [] })
    must(await useSaldo(bill))
    const p = await pay(akun, 50_000)
    const refusal = await voidBill(bill)
    expect(refusal).toMatchObject({ status: 409 })
    expect(refusal.data.message).toContain(p.nomor)
    must(await voidPayment(p.id))
    expect(await voidBill(bill, 'pendek')).toMatchObject(refused('alasan'))
    const row = must(await voidBill(bill))
    expect(row).toMatchObject({
      terbayar: 0,
      sisa: 100_000,
      payment_status: PaymentStatus.belum,
      void_by: s.ids.admin,
      status: 1,
    })
    expect(row.nomor).toMatch(/^INV/)
    expect(await saldo(akun)).toBe(30_000)
    for (const again of [
      await voidBill(bill),
      await useSaldo(bill),
      await s.admin.post(`/billing/terbitkan?id=${bill}`),
      await s.admin.post(`/billing/update?id=${bill}`, { versi: row.versi, catatan: 'x' }),
    ])
      expect(again.status).toBe(409)
    expect(await voidBill(await makeDraft(s, akun, 1))).toMatchObject({ status: 409 })
    expect(must(await s.admin.get(`/billing/total?akun_billing_id=${akun}&status=1`))).toEqual({
      jumlah_baris: 1,
      total: 0,
      terbayar: 0,
      sisa: 0,
    })
  })
})

test('takes at most saldo and rest for an open bill in pakai-saldo', async () => {
  const akun = await makeAkun(s)
  const bill = await makeBill(s, akun, 100_000)
  expect(await useSaldo(bill)).toMatchObject({ status: 409 })
  await pay(akun, 150_000, { alokasi: [] })
  expect(await useSaldo(bill, { jumlah: 150_001 })).toMatchObject(refused('jumlah'))
  expect(await useSaldo(bill, { jumlah: 100_001 })).toMatchObject(refused('jumlah'))
  for (const jumlah of [0, -1, 1.5, '7'])
    expect(await useSaldo(bill, { jumlah })).toMatchObject(refused('jumlah'))
  expect(must(await useSaldo(bill, { jumlah: 40_000 }))).toMatchObject({
    terbayar: 40_000,
    sisa: 60_000,
    payment_status: PaymentStatus.sebagian,
  })
  expect(must(await useSaldo(bill))).toMatchObject({
    terbayar: 100_000,
    sisa: 0,
    payment_status: PaymentStatus.lunas,
  })
  expect(await useSaldo(bill)).toMatchObject({ status: 409 })
  expect(await useSaldo(await makeDraft(s, akun, 1000))).toMatchObject({ status: 409 })
  expect(await saldo(akun)).toBe(50_000)
  expect((await view(bill)).alokasi).toMatchObject([
    { payment_id: null, jumlah: 40_000 },
    { payment_id: null, jumlah: 60_000 },
  ])
  expect(await s.sales.post(`/billing/pakai-saldo?id=${bill}`, {})).toMatchObject({ status: 403 })
})

// Must stay the last test, because it checks the data that all tests above have left.
test('keeps every money rule after all tests', async () => {
  expect(await checkMoney(s.db)).toEqual([])
})
