/**
 * Bank statements. Lines are imported once and matched by users, and each line is used at most
 * once.
 */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { transferAmount } from '#contract/billing/rules/bank/uniqueCode.ts'
import { makeRandom } from '#contract/values/random.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Body, Client } from '#mocks/api/api.ts'
import { confirmationBody } from '#mocks/money/confirmation.ts'
import { mixedStatement } from '#mocks/money/mixedStatement.ts'
import {
  bca,
  bri,
  makeAccount,
  makeLine,
  mandiri,
  matchBills,
  sendStatement,
  type StatementRow,
} from '#mocks/money/statement.ts'
import { checkMoney, makeAkun, makeBill, makePeserta, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
  await setSetting(s, 'auto_pakai_saldo', false)
})
afterAll(() => s.close())

const today = currentDay()
const day = addDays(today, -3)
const path = '/mutasi-bank'
const reason = { alasan: 'Setoran dari kantin sekolah' }
const expand = 'usulan,pembayaran,impor,bank,pencocok,pengabai'
const view = async (id: number, by: Client = s.superadmin): Promise<any> =>
  must(await by.get(`${path}/view?id=${id}&expand=${expand}`))
const act = (verb: string, id: number, body: Body = {}, by: Client = s.admin, key?: string) =>
  by.post<any>(`${path}/${verb}?id=${id}`, body, key)
const lines = async (bank_id: number): Promise<any[]> => {
  const allLines: any[] = []
  for (let page = 1; page <= 2; page++) {
    const rows = must<any[]>(
      await s.superadmin.get(
        `${path}?bank_id=${bank_id}&per-page=100&sort=tanggal&page=${page}&expand=usulan`,
      ),
    )
    allLines.push(...rows)
    if (rows.length < 100) break
  }
  return allLines
}
const bill = async (id: number): Promise<any> =>
  must(await s.superadmin.get(`/billing/view?id=${id}`))
const issued = { tanggal_terbit: addDays(today, -20), jatuh_tempo: today }
/** Number that makes the name of each family unique; increases with each family. */
let last = 0
const letters = (n: number): string => String.fromCharCode(97 + (n % 26), 97 + Math.floor(n / 26))
const payer = (more: Body = {}) => makeAkun(s, { gedung_id: s.ids.gedung, ...more })
const family = async (jumlah: number) => {
  const name = `Ratna Keluarga${letters(++last)}`
  const akun = await payer({ name })
  return { akun, name, bill: await makeBill(s, akun, jumlah, issued) }
}
const row = (keterangan: string, jumlah: number, tanggal = day): StatementRow => ({
  tanggal,
  keterangan,
  jumlah,
})

describe('an import', () => {
  test('previews the file, skips existing lines and keeps equal lines of one file', async () => {
    const bank = await makeAccount(s, s.ids.gedung)
    // With an English heading, the order of day and month is unknown. The first row has a day above
    // 12, the last day of the previous month, so that the order is known.
    const rows = [row('LAIN', 1, addDays(day, -Number(day.slice(8)))), row('SAMA', 100_000)]
    rows.push(row('SAMA', 100_000), row('BIAYA', -5000))
    const tried = must(await sendStatement(s.admin, bank, mandiri(rows), { pratinjau: '1' }))
    expect(tried).toMatchObject({ baru: 4, ada: 0, masuk: 200_001, keluar: 5000, impor_id: null })
    expect(await lines(bank)).toEqual([])
    // Removes the references, because `mandiri` writes a different reference into each line.
    // Without references, equal lines differ only by the number in their unique key.
    const alike = mandiri(rows).replace(/,100\d,/g, ',,')
    expect(must(await sendStatement(s.admin, bank, alike))).toMatchObject({ baru: 4 })
    expect(must(await sendStatement(s.admin, bank, alike))).toMatchObject({ baru: 0, ada: 4 })
    const more = mandiri([...rows, row('SAMA', 100_000)]).replace(/,100\d,/g, ',,')
    const third = must(await sendStatement(s.admin, bank, more, { pratinjau: '1' }))
    expect(third).toMatchObject({ baru: 1, ada: 4, asal_pemetaan: 'terakhir' })
    expect(third.contoh.at(-1)).toMatchObject({ hasil: 'baru', masuk: 100_000 })
    must(await sendStatement(s.admin, bank, more))
    expect((await lines(bank)).filter((l) => l.keterangan === 'SAMA')).toHaveLength(3)
  })

  test('distinguishes equal lines by balance, also if a later file adds the balance', async () => {
    const bank = await makeAccount(s, s.ids.gedung)
    const rows = [row('SAMA', 50_000), row('SAMA', 50_000)]
    const plain = bri(rows).replace(/;[^;]*$/gm, ';')
    expect(must(await sendStatement(s.admin, bank, plain)).baru).toBe(2)
    expect(must(await sendStatement(s.admin, bank, bri(rows))).baru).toBe(0)
    const later = bri([row('SAMA', 50_000), row('SAMA', 50_000), row('SAMA', 50_000)])
    expect(must(await sendStatement(s.admin, bank, later)).baru).toBe(1)
    expect(must(await sendStatement(s.admin, bank, later)).baru).toBe(0)
  })

  test('stores the lines once when two people import the same file at once', async () => {
    const bank = await makeAccount(s, s.ids.gedung)
    const text = bca(Array.from({ length: 40 }, (_, i) => row(`BARIS ${i % 7}`, 1000 + (i % 5))))
    const answers = await Promise.all(
      [s.admin, s.superadmin, s.admin].map((by) => sendStatement(by, bank, text)),
    )
    expect(answers.reduce((sum, a) => sum + must(a).baru, 0)).toBe(40)
    expect(await lines(bank)).toHaveLength(40)
  })

  test(
    'reads a file of many batches in Latin-1 with semicolons and decimal commas',
    { timeout: 120_000 },
    async () => {
      // Uses a smaller file on PostgreSQL. A few batches are enough there, because each batch runs
      // the same statements on both database engines.
      const count = process.env.ENGINE === 'postgres' ? 2_000 : 20_000
      const bank = await makeAccount(s, s.ids.gedung)
      const text = bri(
        Array.from({ length: count }, (_, i) =>
          row(`SETORAN ${i} JOSÉ`, 1000 + i, addDays(day, -(i % 90))),
        ),
      )
      const bytes = Buffer.from(text, 'latin1')
      expect(must(await sendStatement(s.admin, bank, bytes, { pratinjau: '1' }))).toMatchObject({
        baru: count,
        dilewati: 1,
      })
      expect(must(await sendStatement(s.admin, bank, bytes)).baru).toBe(count)
      expect(
        must<any[]>(await s.admin.get(`${path}?bank_id=${bank}&q=jose&per-page=1`)),
      ).toHaveLength(1)
    },
  )

  test(
    'rejects files that are no statement or belong to another account with a message',
    { timeout: 90_000 },
    async () => {
      const bank = await makeAccount(s, s.ids.gedung)
      const send = (bytes: Uint8Array | string, more = {}) =>
        sendStatement(s.admin, bank, bytes, { pratinjau: '1', ...more })
      for (const bytes of [
        '',
        'x',
        Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0, 0]),
        Buffer.alloc(3_000_000, 'a'),
      ])
        expect([422, 400]).toContain((await send(bytes)).status)
      const tooMany = bri(Array.from({ length: 25_010 }, (_, i) => row(`B${i}`, 1000)))
      expect((await send(tooMany)).data.message).toMatch(/Terlalu banyak baris/)
      expect((await send('a;b', { pemetaan: '{"tanggal":0}' })).status).toBe(422)
      expect((await send('a;b', { pemetaan: 'x'.repeat(3000) })).status).toBe(422)
      expect((await sendStatement(s.admin, 999_999, 'a;b')).status).toBe(422)
      expect(must(await send(bca([row('A', 1000)], '555444333222'))).peringatan).toEqual([
        expect.stringContaining('555444333222'),
      ])
      expect(
        must(await send('Tanggal;Keterangan;Debet;Kredit\n01/11/2026;BUNGA;;0,1')),
      ).toMatchObject({
        baru: 0,
        dilewati: 1,
        contoh: [{ pesan: expect.stringMatching(/Bukan rupiah bulat: 0,1/) }],
      })
    },
  )

  test('keeps the chosen columns for the account', async () => {
    const bank = await makeAccount(s, s.ids.gedung)
    const text = 'A,B,C,D\n11/02/2025,IBU RATNA,"1,000.00",C'
    const pemetaan = {
      baris_judul: 1,
      tanggal: 0,
      keterangan: [1],
      referensi: null,
      debit: null,
      kredit: null,
      jumlah: 2,
      tanda: 3,
      saldo: null,
      urutan_tanggal: 'mdy',
      desimal: 'titik',
    }
    must(await sendStatement(s.admin, bank, text, { pemetaan: JSON.stringify(pemetaan) }))
    const next = must(
      await sendStatement(s.admin, bank, text.replace('RATNA', 'SARI'), { pratinjau: '1' }),
    )
    expect(next).toMatchObject({ baru: 1, pemetaan, asal_pemetaan: 'terakhir' })
    expect(await lines(bank)).toMatchObject([{ tanggal: '2025-11-02', masuk: 1000 }])
  })
})

describe('a match of a line', () => {
  test('pays bills with its day and amount, and adds the surplus to the saldo', async () => {
    const f = await family(300_000)
    const id = await makeLine(s, s.ids.gedung, { keterangan: `TRF ${f.name}`, jumlah: 310_000 })
    const [proposal] = (await view(id)).usulan
    expect(proposal).toMatchObject({ jenis: 'tagihan', billing_ids: [f.bill], pasti: false })
    const before = await view(id)
    must(await matchBills(s, id, { billing_ids: [f.bill], versi: before.versi }))
    const done = await view(id)
    expect(done).toMatchObject({
      status: 'cocok',
      dibukukan: true,
      dicocokkan_oleh: s.ids.admin,
      usulan: [],
      pembayaran: {
        jumlah: 310_000,
        ke_saldo: 10_000,
        tanggal: done.tanggal,
        akun_billing_id: f.akun,
      },
    })
    expect(await bill(f.bill)).toMatchObject({ sisa: 0 })
    expect(await matchBills(s, id, { billing_ids: [f.bill] })).toMatchObject({ status: 409 })
    // Voiding the payment sets the line back to unmatched, so that the line can be matched again.
    must(await s.admin.post(`/billing-payment/batalkan?id=${done.payment_id}`, reason))
    expect(await view(id)).toMatchObject({ status: 'belum', payment_id: null, dibukukan: false })
    must(await matchBills(s, id, { billing_ids: [f.bill] }))
    expect(await checkMoney(s.db)).toEqual([])
  })

  test('approves a pending confirmation with the amount and day of the bank', async () => {
    const f = await family(200_000)
    const bank_id = await makeAccount(s, s.ids.gedung)
    const k = must<any>(
      await s.superadmin.post('/konfirmasi-pembayaran/create', {
        ...(await confirmationBody(s, { akun: f.akun, billing_ids: [f.bill] })),
        bank_tujuan_id: bank_id,
        jumlah: 200_000,
        tanggal_transfer: addDays(day, -1),
        pengirim_nama: 'Ratna Dewi',
      }),
    )
    const id = await makeLine(s, s.ids.gedung, {
      bank_id,
      keterangan: 'CR RATNA DEWI',
      jumlah: 200_000,
    })
    expect((await view(id)).usulan[0]).toMatchObject({ jenis: 'konfirmasi', id: k.id, pasti: true })
    s.outbox.length = 0
    must(await matchBills(s, id, { konfirmasi_id: k.id, pasti: true }))
    const done = await view(id)
    expect(must<any>(await s.admin.get(`/konfirmasi-pembayaran/view?id=${k.id}`))).toMatchObject({
      status: 'disetujui',
      payment_id: done.payment_id,
    })
    expect(done.pembayaran).toMatchObject({ tanggal: day, jumlah: 200_000 })
    expect(s.outbox.map((m) => m.subject)).toEqual([expect.stringMatching(/sudah kami terima/)])
    must(await s.admin.post(`/billing-payment/batalkan?id=${done.payment_id}`, reason))
    expect((await view(id)).status).toBe('belum')
    // The confirmation is approved by hand, and the line is then matched with the payment of that
    // approval.
    const { payment_id } = must(
      await s.admin.post<any>(`/konfirmasi-pembayaran/setujui?id=${k.id}`, {}),
    )
    expect((await view(id)).usulan[0]).toMatchObject({ jenis: 'pembayaran', id: payment_id })
    must(await matchBills(s, id, { billing_payment_id: payment_id }))
    expect(await view(id)).toMatchObject({ status: 'cocok', dibukukan: false })
    expect(await checkMoney(s.db)).toEqual([])
  })

  test('takes an equal payment of the account once, and can be released', async () => {
    const f = await family(150_000)
    const bank_id = await makeAccount(s, s.ids.gedung)
    const pay = (more: Body = {}) =>
      s.admin.post<any>('/billing-payment/create', {
        akun_billing_id: f.akun,
        tanggal: day,
        metode: 1,
        bank_id,
        jumlah: 150_000,
        ...more,
      })
    const payment = must(await pay())
    const lineData = { bank_id, jumlah: 150_000 }
    const id = await makeLine(s, s.ids.gedung, { ...lineData, keterangan: `TRF ${f.name}` })
    const twin = await makeLine(s, s.ids.gedung, { ...lineData, keterangan: `TRF ${f.name} 2` })
    expect((await view(id)).usulan[0]).toMatchObject({ id: payment.id, pasti: true })
    const otherPayment = must(await pay({ jumlah: 1000, tanggal: today, alokasi: [] }))
    for (const billing_payment_id of [
      otherPayment.id,
      must(await pay({ bank_id: s.ids.bank, alokasi: [] })).id,
    ])
      expect((await matchBills(s, id, { billing_payment_id })).status).toBe(422)
    const answers = await Promise.all([
      matchBills(s, id, { billing_payment_id: payment.id }),
      matchBills(s, twin, { billing_payment_id: payment.id }, s.superadmin),
    ])
    expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409])
    const used = answers[0]?.status === 200 ? id : twin
    must(await act('lepas', used))
    expect(await view(used)).toMatchObject({ status: 'belum', payment_id: null })
    must(await matchBills(s, used, { billing_payment_id: payment.id }))
    must(await s.admin.post(`/billing-payment/batalkan?id=${payment.id}`, reason))
    expect((await view(used)).status).toBe('belum')
  })

  test('makes one payment for two people at once, and returns it for the same key', async () => {
    const f = await family(120_000)
    const id = await makeLine(s, s.ids.gedung, { keterangan: `TRF ${f.name}`, jumlah: 120_000 })
    const body = { billing_ids: [f.bill], pasti: true }
    const answers = await Promise.all([
      act('cocokkan', id, body, s.admin),
      act('cocokkan', id, body, s.superadmin),
      act('cocokkan', id, body, s.admin, 'sama'),
      act('cocokkan', id, body, s.admin, 'sama'),
    ])
    expect(new Set(answers.map((a) => a.status))).toEqual(new Set([200, 409]))
    const paid = must<any[]>(await s.admin.get(`/billing-payment?akun_billing_id=${f.akun}`))
    expect(paid).toHaveLength(1)
    expect((await act('cocokkan', id, body, s.admin, null as never)).status).toBe(400)
    expect(await checkMoney(s.db)).toEqual([])
  })

  test('adds saldo to a payer, or is ignored with a reason, and can be reversed', async () => {
    const akun = await payer()
    const id = await makeLine(s, s.ids.gedung)
    must(await matchBills(s, id, { akun_billing_id: akun }))
    const done = await view(id)
    expect(done.pembayaran.ke_saldo).toBe(done.masuk)
    expect((await act('lepas', id)).data.message).toMatch(/batalkan pembayarannya/)
    const otherLine = await makeLine(s, s.ids.gedung)
    expect((await act('abaikan', otherLine, { alasan: 'Tidak' })).status).toBe(422)
    must(await act('abaikan', otherLine, reason))
    expect(await view(otherLine)).toMatchObject({ status: 'diabaikan', ...reason, usulan: [] })
    expect((await matchBills(s, otherLine, { akun_billing_id: akun })).status).toBe(409)
    must(await act('lepas', otherLine))
    expect(await view(otherLine)).toMatchObject({ status: 'belum', alasan: null })
    expect((await act('lepas', otherLine)).status).toBe(409)
  })

  test('ignores outgoing lines only, and rejects an incomplete choice', async () => {
    const f = await family(5000)
    const out = await makeLine(s, s.ids.gedung, { keterangan: 'BIAYA', jumlah: -5000 })
    expect((await matchBills(s, out, { billing_ids: [f.bill] })).status).toBe(409)
    must(await act('abaikan', out, reason))
    const id = await makeLine(s, s.ids.gedung, { jumlah: 5000 })
    for (const body of [
      {},
      { billing_ids: [] },
      { konfirmasi_id: 1, billing_ids: [f.bill] },
      { billing_ids: [f.bill, (await family(1000)).bill] },
      { billing_ids: [f.bill], akun_billing_id: s.ids.akun2 },
      { billing_ids: [999_999] },
      { akun_billing_id: s.ids.admin },
    ])
      expect((await matchBills(s, id, body)).status, JSON.stringify(body)).toBe(422)
    for (const body of [{ konfirmasi_id: 999_999 }, { billing_payment_id: 999_999 }])
      expect((await matchBills(s, id, body)).status).toBe(404)
    // The server checks at the time of the call whether the proposal is still sure.
    expect((await matchBills(s, id, { billing_ids: [f.bill], pasti: true })).status).toBe(409)
    expect((await view(id)).status).toBe('belum')
  })

  test('asks before it books a payment of a day and amount that exists already', async () => {
    const f = await family(90_000)
    const more = await makeBill(s, f.akun, 90_000, issued)
    const bank_id = await makeAccount(s, s.ids.gedung)
    must(
      await s.admin.post('/billing-payment/create', {
        akun_billing_id: f.akun,
        tanggal: day,
        metode: 1,
        bank_id,
        jumlah: 90_000,
        alokasi: [{ billing_id: f.bill, jumlah: 90_000 }],
      }),
    )
    const id = await makeLine(s, s.ids.gedung, { bank_id, jumlah: 90_000, keterangan: f.name })
    expect(await matchBills(s, id, { billing_ids: [more] })).toMatchObject({
      status: 409,
      data: { errors: [{ field: 'bukan_kembar' }] },
    })
    must(await matchBills(s, id, { billing_ids: [more], bukan_kembar: true }))
  })

  test('is rejected in a closed month', async () => {
    const f = await family(80_000)
    const id = await makeLine(s, s.ids.gedung, { keterangan: f.name, jumlah: 80_000 })
    await setSetting(s, 'kunci_buku_sampai', addDays(today, -1))
    expect((await matchBills(s, id, { billing_ids: [f.bill] })).data.message).toMatch(/dikunci/)
    await setSetting(s, 'kunci_buku_sampai', null)
    expect((await view(id)).status).toBe('belum')
  })

  test('proposes the bill of a unique code if the school uses codes', async () => {
    await setSetting(s, 'kode_unik', true)
    const f = await family(275_000)
    const jumlah = transferAmount({ id: f.bill, sisa: 275_000 })
    const id = await makeLine(s, s.ids.gedung, { keterangan: 'SETORAN', jumlah })
    expect((await view(id)).usulan[0]).toMatchObject({ billing_ids: [f.bill], pasti: true })
    must(await matchBills(s, id, { billing_ids: [f.bill], pasti: true }))
    expect((await view(id)).pembayaran.ke_saldo).toBe(jumlah - 275_000)
    await setSetting(s, 'kode_unik', false)
  })
})

describe('the scope of a line', () => {
  test('allows an account only to admins of all its outlets', async () => {
    const [ownAccount, sharedAccount] = [
      await makeAccount(s, s.ids.gedung2),
      await makeAccount(s, null),
    ]
    must(await sendStatement(s.admin2, ownAccount, bri([row('PUNYA DUA', 1000)])))
    for (const bank of [sharedAccount, await makeAccount(s, s.ids.gedung)])
      expect((await sendStatement(s.admin2, bank, bri([row('A', 1)]))).status).toBe(403)
    must(await sendStatement(s.superadmin, sharedAccount, bri([row('PUNYA SEMUA', 1000)])))
    const visibleLines = must<any[]>(await s.admin2.get(`${path}?per-page=100`))
    expect(visibleLines.map((l) => l.keterangan)).toContain('PUNYA DUA')
    expect(new Set(visibleLines.map((l) => l.bank_id))).toEqual(new Set([ownAccount]))
    for (const by of [s.sales, s.akun, s.pelatih]) expect((await by.get(path)).status).toBe(403)
  })

  test('shows the line of a payment only to users who may see lines', async () => {
    const f = await family(67_000)
    const bank_id = await makeAccount(s, s.ids.gedung)
    const id = await makeLine(s, 0, { bank_id, keterangan: `TRF ${f.name}`, jumlah: 67_000 })
    must(await matchBills(s, id, { billing_ids: [f.bill] }))
    const payment = (await view(id)).pembayaran.id
    const lineFor = async (by: Client) =>
      must<any>(await by.get(`/billing-payment/view?id=${payment}&expand=mutasi`)).mutasi
    expect(await lineFor(s.admin)).toMatchObject({ id, keterangan: `TRF ${f.name}` })
    expect(await lineFor(await s.as(f.akun))).toBeNull()
  })

  test('excludes bills of other outlets from proposals and payments', async () => {
    const f = await family(66_000)
    const id = await makeLine(s, s.ids.gedung2, { keterangan: `TRF ${f.name}`, jumlah: 66_000 })
    expect((await view(id)).usulan).toHaveLength(1)
    expect((await view(id, s.admin2)).usulan).toEqual([])
    expect((await matchBills(s, id, { billing_ids: [f.bill] }, s.admin2)).status).toBe(422)
  })
})

test(
  'proposes nine of ten true lines in a statement of 200, and books none wrongly',
  { timeout: 120_000 },
  async () => {
    const r = makeRandom(15)
    const bank = await makeAccount(s, s.ids.gedung)
    const firsts = [
      'Budi',
      'Siti',
      'Agus',
      'Dewi',
      'Rina',
      'Andi',
      'Putri',
      'Hendra',
      'Maya',
      'Yusuf',
    ] as const
    const lasts = [
      'Santoso',
      'Wijaya',
      'Lestari',
      'Halim',
      'Kusuma',
      'Hartono',
      'Saputra',
      'Wulandari',
      'Nugroho',
      'Pratama',
      'Gunawan',
      'Siregar',
      'Tanjung',
      'Mahendra',
      'Anggraini',
      'Rahmawati',
      'Setiawan',
      'Utami',
    ] as const
    const families: { akun: number; bill: number; sender: string; jumlah: number }[] = []
    for (let i = 0; i < 80; i++) {
      const name = `${r.pick(firsts)} ${r.pick(lasts)}${r.chance(0.3) ? ` ${r.pick(lasts)}` : ''}`
      const akun = await makeAkun(s, { name })
      const child = `${r.pick(firsts)} ${r.pick(lasts)}`
      await makePeserta(s, akun, s.ids.gedung, { name: child })
      const jumlah = r.pick([350_000, 400_000, 450_000, 700_000])
      const bill = await makeBill(s, akun, jumlah, issued)
      families.push({ akun, bill, jumlah, sender: r.chance(0.7) ? name : child })
    }
    const { rows, familyOf } = mixedStatement(r, families, { lines: 200, day })
    const truthOf = (l: any) => families[familyOf.get(l.keterangan) ?? -1]
    must(await sendStatement(s.admin, bank, bri(rows)))
    const all = await lines(bank)
    expect(all).toHaveLength(200)
    const isRight = (l: any) => l.usulan.some((p: any) => p.billing_ids.includes(truthOf(l)?.bill))
    const proposed = all.filter((l) => truthOf(l) && isRight(l)).length
    expect(proposed).toBeGreaterThanOrEqual(72)
    // Accepts the sure proposals in bulk, as the screen does.
    const booked: any[] = []
    const statuses = new Set<number>()
    for (const l of all) {
      const [best] = l.usulan
      if (!best?.pasti) continue
      const answer = await matchBills(s, l.id, { billing_ids: best.billing_ids, pasti: true })
      statuses.add(answer.status)
      if (answer.status === 200) booked.push(await view(l.id))
    }
    expect([200, 409]).toEqual(expect.arrayContaining([...statuses]))
    const wrong = booked.filter((l) => truthOf(l)?.akun !== l.pembayaran.akun_billing_id)
    expect(wrong.map((l) => l.keterangan)).toEqual([])
    // Some lines stay unbooked, because families with the same name make their proposals unsure.
    expect(booked.length).toBeGreaterThan(30)
    expect(await checkMoney(s.db)).toEqual([])
  },
)

test('keeps every money rule, and rejects a line that is used twice in the table', async () => {
  expect(await checkMoney(s.db)).toEqual([])
  const used = await s.db
    .selectFrom('mutasi_bank')
    .select(['payment_id', 'dicocokkan_at'])
    .where('status', '=', 'cocok')
    .executeTakeFirstOrThrow()
  const id = await makeLine(s, s.ids.gedung)
  await expect(
    s.db
      .updateTable('mutasi_bank')
      .set({ ...used, status: 'cocok', dicocokkan_oleh: 1 })
      .where('id', '=', id)
      .execute(),
  ).rejects.toThrow(/unique/i)
})
