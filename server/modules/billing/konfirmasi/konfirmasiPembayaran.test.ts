/**
 * Confirmations. Families file and withdraw them, and admins approve them once as a payment or
 * reject them. When the payment is voided, its confirmation waits for a decision again.
 */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { confirmableDays } from '#contract/billing/konfirmasi/konfirmasiPembayaran.ts'
import { PaymentStatus } from '#contract/enums.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { confirmationBody, uploadProof } from '#mocks/money/confirmation.ts'
import { checkMoney, makeBill, makeDraft, setSetting } from '#mocks/people/family.ts'
import { pngOf } from '#mocks/pictures.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { mostWaiting } from '#server/modules/billing/konfirmasi/fileConfirmation.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  // Turns off automatic payments from saldo. Otherwise saldo from an overpayment would pay the bill
  // of the next test.
  await setSetting(s, 'auto_pakai_saldo', false)
})
afterAll(() => s.close())

const today = currentDay()
const path = '/konfirmasi-pembayaran'
let day = 0
/**
 * Builds the input of a confirmation. Successive inputs have different transfer dates, because
 * confirmations of the same family with the same date and amount would be possible duplicates.
 */
const body = (more: Body = {}): Promise<Body> =>
  confirmationBody(s, {
    by: s.akun,
    akun: s.ids.akun,
    tanggal_transfer: addDays(today, -1 - (++day % (confirmableDays - 2))),
    ...more,
  })
const send = (sent: Body, by: Client = s.akun, key?: string) =>
  by.post<any>(`${path}/create`, sent, key)
const filed = async (more: Body = {}): Promise<any> => must(await send(await body(more)))
const act = (verb: string, id: number, sent: Body = {}, by: Client = s.admin, key?: string) =>
  by.post<any>(`${path}/${verb}?id=${id}`, sent, key)
const view = async (id: number, by: Client = s.superadmin): Promise<any> =>
  must(
    await by.get(
      `${path}/view?id=${id}&expand=tagihan,pembayaran,kembar,sebelumnya,akun_billing,bank,gedung,pengaju,peninjau`,
    ),
  )
const bill = async (id: number, by: Client = s.superadmin): Promise<any> =>
  must(await by.get(`/billing/view?id=${id}&expand=konfirmasi`))
const saldo = async (): Promise<number> =>
  must<any>(await s.admin.get(`/user/info-billing?id=${s.ids.akun}`)).saldo_kredit
const refused = (field: string, message?: RegExp) => ({
  status: 422,
  data: {
    errors: expect.arrayContaining([
      expect.objectContaining({
        field,
        ...(message && { message: expect.stringMatching(message) }),
      }),
    ]),
  },
})
const asksTick = {
  status: 409,
  data: { errors: [expect.objectContaining({ field: 'bukan_kembar' })] },
}
const reason = { alasan: 'Bukti tidak terbaca' }
const payments = async () =>
  must<any[]>(
    await s.superadmin.get(
      `/billing-payment?akun_billing_id=${s.ids.akun}&per-page=100&batal=false`,
    ),
  )

/** Removes the waiting confirmations that earlier tests have left. */
beforeEach(async () => {
  const waiting = must<any[]>(
    await s.superadmin.get(`${path}?status=menunggu&akun_billing_id=${s.ids.akun}&per-page=100`),
  )
  for (const { id } of waiting) must(await act('batalkan', id, {}, s.superadmin))
})

describe('a new confirmation', () => {
  test('covers several bills of a family, which show that a confirmation is pending', async () => {
    const otherBill = await makeBill(s, s.ids.akun, 50_000)
    const sent = await body({ jumlah: 150_000 })
    const billing_ids = [...(sent.billing_ids as number[]), otherBill]
    const row = must(await send({ ...sent, billing_ids }))
    expect(row).toMatchObject({
      nomor: expect.stringMatching(/^KP\/\d{4}\/\d\d\/\d{4}$/),
      status: 'menunggu',
      akun_billing_id: s.ids.akun,
      gedung_id: s.ids.gedung,
      payment_id: null,
    })
    const whole = await view(row.id, s.akun)
    expect(whole.tagihan.map((t: any) => t.id).toSorted()).toEqual(billing_ids.toSorted())
    for (const id of billing_ids)
      expect((await bill(id, s.akun)).konfirmasi).toMatchObject([{ id: row.id, nomor: row.nomor }])
    const info = must<any>(await s.admin.get(`/user/info-billing?id=${s.ids.akun}`))
    expect(
      info.tagihan
        .filter((t: any) => t.menunggu)
        .map((t: any) => t.id)
        .toSorted(),
    ).toEqual(billing_ids.toSorted())
    // Only users who may see the confirmation may read its proof.
    expect((await s.admin.bytes(`/berkas?id=${row.bukti}`)).status).toBe(200)
    expect((await s.akun2.bytes(`/berkas?id=${row.bukti}`)).status).toBe(404)
  })

  test('is stored once for one key', async () => {
    const sent = await body()
    const [firstAnswer, secondAnswer] = await Promise.all([
      send(sent, s.akun, 'sekali'),
      send(sent, s.akun, 'sekali'),
    ])
    expect(must(firstAnswer).id).toBe(must(secondAnswer).id)
    expect((await s.akun.post<any>(`${path}/create`, sent, null as never)).status).toBe(400)
  })

  test.each<[string, Body, string, RegExp?]>([
    ['0.1 rupiah', { jumlah: 0.1 }, 'jumlah', /rupiah bulat/],
    ['nothing', { jumlah: 0 }, 'jumlah', /lebih dari Rp0/],
    ['less than nothing', { jumlah: -1 }, 'jumlah'],
    ['more than there is', { jumlah: 1e12 + 1 }, 'jumlah'],
    ['text', { jumlah: '100000' }, 'jumlah'],
    ['tomorrow', { tanggal_transfer: addDays(today, 2) }, 'tanggal_transfer', /setelah hari ini/],
    [
      'long ago',
      { tanggal_transfer: addDays(today, -confirmableDays - 2) },
      'tanggal_transfer',
      /hari yang lalu/,
    ],
    ['no bill', { billing_ids: [] }, 'billing_ids'],
    ['a bill that never was', { billing_ids: [2_000_000_000] }, 'billing_ids'],
    ['51 bills', { billing_ids: Array.from({ length: 51 }, (_, i) => i + 1) }, 'billing_ids'],
    ['a bank that never was', { bank_tujuan_id: 2_000_000_000 }, 'bank_tujuan_id'],
    ['a file that never was', { bukti: 2_000_000_000 }, 'bukti'],
    ['no file', { bukti: null }, 'bukti'],
  ])('is rejected at its field: %s', async (_, more, field, message) => {
    const sent = await body()
    expect(await send({ ...sent, ...more })).toMatchObject(refused(field, message))
    // A rejected attempt stores nothing, so the valid body is accepted afterwards.
    must(await send(sent))
  })

  test('is rejected for closed bills, other families and banks that are not offered', async () => {
    const sent = await body()
    const paid = await makeBill(s, s.ids.akun, 1000)
    must(
      await s.admin.post('/billing-payment/create', {
        akun_billing_id: s.ids.akun,
        tanggal: today,
        metode: 0,
        jumlah: 1000,
        alokasi: [{ billing_id: paid, jumlah: 1000 }],
      }),
    )
    const draft = await makeDraft(s, s.ids.akun, 1000)
    const voided = await makeBill(s, s.ids.akun, 1000)
    must(await s.superadmin.post(`/billing/batalkan?id=${voided}`, reason))
    const foreign = await makeBill(s, s.ids.akun2, 1000)
    const bukti = await uploadProof(s.superadmin)
    for (const id of [paid, draft, voided, foreign])
      expect(await send({ ...sent, bukti, billing_ids: [id] }, s.superadmin)).toMatchObject(
        refused('billing_ids'),
      )
    // Reports a draft and a bill of another payer as not found, so that their existence is not
    // revealed.
    for (const id of [draft, foreign])
      expect(await send({ ...sent, billing_ids: [id] })).toMatchObject(
        refused('billing_ids', /tidak ditemukan/),
      )
    expect(await send({ ...sent, akun_billing_id: s.ids.akun2 })).toMatchObject(
      refused('akun_billing_id'),
    )
    const card = must<any>(
      await s.superadmin.post('/bank/create', {
        nama_bank: 'Mesin',
        no_rekening: '1',
        atas_nama: 'Nada',
        metode: 2,
      }),
    ).id
    const elsewhere = must<any>(
      await s.superadmin.post('/bank/create', {
        nama_bank: 'BNI',
        no_rekening: '2',
        atas_nama: 'Nada',
        gedung: [s.ids.gedung2],
      }),
    ).id
    for (const bank_tujuan_id of [card, elsewhere])
      expect(await send({ ...sent, bank_tujuan_id })).toMatchObject(refused('bank_tujuan_id'))
    expect(await send({ ...sent, bukti: await uploadProof(s.akun2) })).toMatchObject(
      refused('bukti'),
    )
    must(await send(sent))
  })

  test('rejects programs, huge images and scripts as proof, and sandboxes the others', async () => {
    const upload = (name: string, bytes: Uint8Array | string) =>
      s.akun.upload<any>('/berkas/unggah', name, Buffer.from(bytes as string), { jenis: 'bukti' })
    expect(await upload('bukti.jpg', 'MZ\x90\x00 This program cannot be run')).toMatchObject(
      refused('file', /gambar JPG/),
    )
    expect(await upload('bukti.png', pngOf(8000, 5000))).toMatchObject(
      refused('file', /8000 × 5000/),
    )
    const pdfWith = (more: string) =>
      upload('bukti.pdf', `%PDF-1.4\n1 0 obj<</Type/Catalog${more}>>endobj\n%%EOF`)
    expect(await pdfWith('/OpenAction<</S/JavaScript/JS(app.alert(1))>>')).toMatchObject(
      refused('file', /skrip/),
    )
    const pdf = must(await pdfWith(''.padEnd(40)))
    const row = await filed({ bukti: pdf.id })
    const { headers } = await s.admin.bytes(`/berkas?id=${row.bukti}`)
    expect(headers.get('content-security-policy')).toMatch(/default-src 'none'.*sandbox/)
    expect(headers.get('content-disposition')).toMatch(/^attachment/)
    expect(headers.get('x-content-type-options')).toBe('nosniff')
  })

  test('asks for a tick when it looks like a duplicate', async () => {
    const tanggal_transfer = addDays(today, -2)
    const first = await filed({ jumlah: 123_456, tanggal_transfer })
    const duplicateBody = await body({ jumlah: 123_456, tanggal_transfer })
    const answer = await send(duplicateBody)
    expect(answer).toMatchObject(asksTick)
    expect(answer.data.message).toContain(first.nomor)
    // A confirmation of another family with the same amount and date is shown as a possible
    // duplicate only to reviewers.
    const otherFamilyBody = await confirmationBody(s, {
      by: s.akun2,
      akun: s.ids.akun2,
      gedung_id: s.ids.gedung2,
      jumlah: 123_456,
    })
    const otherConfirmation = must(await send(otherFamilyBody, s.akun2))
    expect((await view(otherConfirmation.id)).kembar).toMatchObject([
      { id: first.id, bukti_sama: false },
    ])
    expect((await view(otherConfirmation.id, s.akun2)).kembar).toEqual([])
    // If another family has already sent the same proof, the error does not name that family.
    const bytes = pngOf(777, 3)
    await filed({ bukti: await uploadProof(s.akun, bytes) })
    const copied = await confirmationBody(s, {
      by: s.akun2,
      akun: s.ids.akun2,
      gedung_id: s.ids.gedung2,
      bukti: await uploadProof(s.akun2, bytes),
    })
    const warned = await send(copied, s.akun2)
    expect(warned).toMatchObject(asksTick)
    expect(warned.data.message).toContain('1 konfirmasi di luar wilayah Anda')
    must(await send({ ...duplicateBody, bukan_kembar: true }))
  })

  test('is accepted from sales people for their own families only', async () => {
    const ownBody = await confirmationBody(s, { by: s.sales, akun: s.ids.akun })
    const row = must(await send(ownBody, s.sales))
    expect(await act('setujui', row.id, {}, s.sales)).toMatchObject({ status: 403 })
    const foreign = await confirmationBody(s, { by: s.sales2, akun: s.ids.akun })
    expect((await send(foreign, s.sales2)).status).toBe(422)
    for (const by of [s.pelatih, s.peserta]) expect((await send(await body(), by)).status).toBe(403)
  })

  test('is rejected above the limit of pending confirmations', async () => {
    const { akun_billing_id, ...rest } = await confirmationBody(s)
    for (let i = 0; i < mostWaiting; i++)
      must(
        await send(
          { ...rest, akun_billing_id, jumlah: 1000 + i, bukti: await uploadProof(s.superadmin) },
          s.superadmin,
        ),
      )
    const more = { ...rest, akun_billing_id, bukti: await uploadProof(s.superadmin) }
    expect(await send(more, s.superadmin)).toMatchObject({ status: 409 })
  })
})

describe('a decision on a confirmation', () => {
  test('makes a payment of the received amount and pays the bills', async () => {
    const row = await filed()
    const [id] = (await view(row.id)).tagihan.map((t: any) => t.id)
    const done = must(await act('setujui', row.id))
    expect(done).toMatchObject({ status: 'disetujui', ditinjau_oleh: s.ids.admin })
    const payment = must<any>(
      await s.akun.get(`/billing-payment/view?id=${done.payment_id}&expand=alokasi`),
    )
    expect(payment).toMatchObject({
      jumlah: 100_000,
      tanggal: row.tanggal_transfer,
      metode: 1,
      bank_id: s.ids.bank,
      konfirmasi_id: row.id,
      pembayar_nama: 'Ibu Pengirim',
      ke_saldo: 0,
      alokasi: [{ billing_id: id, jumlah: 100_000 }],
    })
    expect(await bill(id)).toMatchObject({ payment_status: PaymentStatus.lunas, konfirmasi: [] })
    expect(await checkMoney(s.db)).toEqual([])
    expect(await act('setujui', row.id)).toMatchObject({ status: 409 })
    expect(await act('tolak', row.id, reason)).toMatchObject({ status: 409 })
    expect(await act('batalkan', row.id)).toMatchObject({ status: 409 })
  })

  test('allocates less, adds a surplus to the saldo, and accepts a choice of bills', async () => {
    const less = await filed()
    const [first] = (await view(less.id)).tagihan
    must(await act('setujui', less.id, { jumlah: 40_000 }))
    expect(await bill(first.id)).toMatchObject({ terbayar: 40_000, sisa: 60_000 })
    const before = await saldo()
    const more = await filed({ jumlah: 130_000 })
    must(await act('setujui', more.id, { versi: more.versi }))
    expect((await saldo()) - before).toBe(30_000)
    const otherConfirmation = await filed({ jumlah: 60_000 })
    must(
      await act('setujui', otherConfirmation.id, {
        alokasi: [{ billing_id: first.id, jumlah: 60_000 }],
      }),
    )
    expect(await bill(first.id)).toMatchObject({ sisa: 0 })
    const bad = await filed({ jumlah: 61_000 })
    expect(
      await act('setujui', bad.id, { alokasi: [{ billing_id: first.id, jumlah: 61_000 }] }),
    ).toMatchObject({ status: 422 })
    expect(await act('setujui', bad.id, { jumlah: 0.1 })).toMatchObject(refused('jumlah'))
    expect(await act('setujui', bad.id, { tanggal: addDays(today, 2) })).toMatchObject(
      refused('tanggal'),
    )
    expect((await view(bad.id)).status).toBe('menunggu')
  })

  test('makes one payment when two people approve at once', async () => {
    const row = await filed()
    const before = (await payments()).length
    const answers = await Promise.all([
      act('setujui', row.id, {}, s.admin),
      act('setujui', row.id, {}, s.superadmin),
      act('setujui', row.id, {}, s.admin, 'sama'),
      act('setujui', row.id, {}, s.admin, 'sama'),
    ])
    const statuses = answers.map((a) => a.status).toSorted()
    expect(statuses.filter((x) => x === 200).length).toBeGreaterThan(0)
    expect(new Set(statuses)).toEqual(new Set([200, 409]))
    expect((await payments()).length).toBe(before + 1)
    expect(await checkMoney(s.db)).toEqual([])
  })

  test('is reversed by a void of the payment, and can be repeated', async () => {
    const row = await filed()
    const { payment_id } = must(await act('setujui', row.id))
    must(await s.admin.post(`/billing-payment/batalkan?id=${payment_id}`, reason))
    const back = await view(row.id)
    expect(back).toMatchObject({
      status: 'menunggu',
      payment_id: null,
      ditinjau_at: null,
      pembayaran: [{ id: payment_id, void_alasan: reason.alasan }],
    })
    const again = must(await act('setujui', row.id, { versi: back.versi }))
    expect(again.payment_id).not.toBe(payment_id)
    expect(await checkMoney(s.db)).toEqual([])
    // A unique index allows a confirmation to have at most one payment that is not void, whichever
    // code writes the payment.
    await expect(
      s.db
        .updateTable('billing_payment')
        .set({ void_at: null })
        .where('id', '=', payment_id)
        .execute(),
    ).rejects.toThrow(/unique/i)
  })

  test('rejects a closed month, and accepts another day', async () => {
    const row = await filed()
    await setSetting(s, 'kunci_buku_sampai', addDays(today, -1))
    const answer = await act('setujui', row.id)
    expect([answer.status, answer.data.message]).toEqual([409, expect.stringMatching(/dikunci/)])
    expect((await view(row.id)).status).toBe('menunggu')
    const { payment_id } = must(await act('setujui', row.id, { tanggal: today }))
    await setSetting(s, 'kunci_buku_sampai', today)
    expect((await s.admin.post(`/billing-payment/batalkan?id=${payment_id}`, reason)).status).toBe(
      409,
    )
    expect((await view(row.id)).status).toBe('disetujui')
    await setSetting(s, 'kunci_buku_sampai', null)
  })

  test('asks before it books a payment that was entered by hand meanwhile', async () => {
    const row = await filed({ jumlah: 100_000, tanggal_transfer: addDays(today, -5) })
    const [{ id }] = (await view(row.id)).tagihan
    const byHand = must<any>(
      await s.admin.post('/billing-payment/create', {
        akun_billing_id: s.ids.akun,
        tanggal: addDays(today, -5),
        metode: 1,
        bank_id: s.ids.bank,
        jumlah: 100_000,
        alokasi: [{ billing_id: id, jumlah: 100_000 }],
      }),
    )
    expect((await view(row.id)).sebelumnya).toContainEqual(
      expect.objectContaining({ id: byHand.id, mirip: true }),
    )
    const answer = await act('setujui', row.id)
    expect(answer).toMatchObject(asksTick)
    expect(answer.data.message).toContain(byHand.nomor)
    // An approval with a different amount still requires the checkbox, because the bill is already
    // paid in full.
    expect(await act('setujui', row.id, { jumlah: 99_000 })).toMatchObject(asksTick)
    const before = await saldo()
    must(await act('setujui', row.id, { bukan_kembar: true }))
    expect((await saldo()) - before).toBe(100_000)
  })

  test('is rejected for an old version, and for own ones except for superadmins', async () => {
    const ownConfirmation = must(
      await send(
        await confirmationBody(s, { by: s.admin, akun: s.ids.akun, jumlah: 11_000 }),
        s.admin,
      ),
    )
    for (const [verb, sent] of [
      ['setujui', {}],
      ['tolak', reason],
    ] as const)
      expect(await act(verb, ownConfirmation.id, sent)).toMatchObject({ status: 403 })
    expect(
      await act('tolak', ownConfirmation.id, { ...reason, versi: 9 }, s.superadmin),
    ).toMatchObject({
      status: 409,
    })
    must(await act('setujui', ownConfirmation.id, {}, s.superadmin))
    const bySuperadmin = must(
      await send(await confirmationBody(s, { jumlah: 12_000 }), s.superadmin),
    )
    must(await act('setujui', bySuperadmin.id, {}, s.superadmin))
  })

  test('shows the reason of a rejection to the family, and allows a withdrawal', async () => {
    const row = await filed({ jumlah: 21_000 })
    expect(await act('tolak', row.id, { alasan: 'Tidak' })).toMatchObject(refused('alasan'))
    must(await act('tolak', row.id, reason))
    expect(await view(row.id, s.akun)).toMatchObject({
      status: 'ditolak',
      alasan_tolak: reason.alasan,
    })
    // A withdrawn confirmation does not count as a duplicate of the next confirmation.
    const again = await filed({ jumlah: 21_000 })
    expect(await act('batalkan', again.id, {}, s.sales)).toMatchObject({ status: 403 })
    expect(await act('batalkan', again.id, {}, s.akun2)).toMatchObject({ status: 404 })
    must(await act('batalkan', again.id, {}, s.akun))
    const third = await filed({ jumlah: 21_000 })
    must(await act('batalkan', third.id))
    expect((await view(third.id)).status).toBe('dibatalkan')
  })

  test('is limited to the outlet of the admin', async () => {
    const there = must(
      await send(
        await confirmationBody(s, {
          by: s.akun2,
          akun: s.ids.akun2,
          gedung_id: s.ids.gedung2,
          jumlah: 31_000,
        }),
        s.akun2,
      ),
    )
    const here = await filed({ jumlah: 31_000 })
    expect(await act('setujui', here.id, {}, s.admin2)).toMatchObject({ status: 404 })
    const ids = [
      await makeBill(s, s.ids.akun2, 1000, { gedung_id: s.ids.gedung2 }),
      await makeBill(s, s.ids.akun2, 1000, { gedung_id: s.ids.gedung }),
    ]
    const both = must(
      await send(
        await confirmationBody(s, {
          by: s.akun2,
          akun: s.ids.akun2,
          gedung_id: s.ids.gedung2,
          billing_ids: ids,
          jumlah: 2000,
        }),
        s.akun2,
      ),
    )
    expect(await act('setujui', both.id, {}, s.admin2)).toMatchObject({ status: 404 })
    must(await act('setujui', both.id, {}, s.admin))
    must(await act('setujui', there.id, {}, s.admin2))
  })
})

test('keeps every money rule after all tests', async () => {
  expect(await checkMoney(s.db)).toEqual([])
})

test('sends the family a mail for each state, with the texts of the school', async () => {
  s.outbox.length = 0
  const row = await filed({ jumlah: 45_000 })
  const { payment_id } = must(await act('setujui', row.id, { jumlah: 44_000 }))
  must(await s.admin.post(`/billing-payment/batalkan?id=${payment_id}`, reason))
  must(await act('tolak', row.id, { alasan: 'Bukti {nomor} buram' }))
  const cancelledConfirmation = await filed({ jumlah: 46_000 })
  must(await act('batalkan', cancelledConfirmation.id, {}, s.akun))
  expect(s.outbox.map((m) => m.subject.split(' – ')[0])).toEqual([
    'Konfirmasi pembayaran Anda kami terima',
    'Pembayaran Anda sudah kami terima',
    'Konfirmasi pembayaran Anda diperiksa kembali',
    'Konfirmasi pembayaran Anda ditolak',
    'Konfirmasi pembayaran Anda kami terima',
    'Konfirmasi pembayaran Anda dibatalkan',
  ])
  expect(s.outbox[0]?.text).toContain(row.nomor)
  expect(s.outbox[1]?.text).toContain('Rp44.000')
  expect(s.outbox[3]?.text).toContain('Bukti {nomor} buram')
})
