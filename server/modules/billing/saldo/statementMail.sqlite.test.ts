/** Statements by mail, papers of credit notes, and the arrears flag of students. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { pdfPages } from '#mocks/pdf.ts'
import {
  enrol,
  makeAkun,
  makeBill,
  makeKelas,
  makeOutlet,
  makePeserta,
  setSetting,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
const today = currentDay()
const period = { dari: addDays(today, -60), sampai: today }
const send = (akun: number[], key?: string, by = s.admin) =>
  by.post<any>('/user/kirim-rekening-koran', { akun, ...period }, key)
const last = async (id: number) =>
  must(await s.admin.get<any[]>(`/user/rekening-koran-terkirim?id=${id}`))

test('mails each statement once with its PDF, and reports payers without an address', async () => {
  const firstPayer = await makeAkun(s, { gedung_id: s.ids.gedung })
  const secondPayer = await makeAkun(s, {
    gedung_id: s.ids.gedung,
    email_tagihan: 'ayah@contoh.id',
  })
  const mute = await makeAkun(s, { gedung_id: s.ids.gedung })
  await s.db.updateTable('user').set({ email: null }).where('id', '=', mute).execute()
  await makeBill(s, firstPayer, 750_000)
  const answer = must(await send([firstPayer, secondPayer, firstPayer, mute], 'kunci'))
  expect(answer).toEqual({
    dikirim: 2,
    dilewati: [{ id: mute, nama: expect.any(String), pesan: 'Tidak punya alamat email' }],
  })
  expect(must(await send([firstPayer, secondPayer, firstPayer, mute], 'kunci'))).toEqual(answer)
  await expect.poll(() => s.outbox.length, { timeout: 20_000 }).toBe(2)
  const [mail, otherMail] = s.outbox
  expect(mail!.text).toContain('Sisa yang perlu dibayar: Rp750.000')
  expect(pdfPages(mail!.attachments![0]!.content)[0]).toContain('REKENING KORAN')
  expect(otherMail!.to).toBe('ayah@contoh.id')
  await expect.poll(async () => (await last(firstPayer)).map((m) => m.status)).toEqual(['terkirim'])
  expect((await last(secondPayer))[0]).toMatchObject({
    tujuan: 'ayah@contoh.id',
    oleh: 'Ayu Admin',
  })
})

test('sends no partial statement, and nothing to accounts outside the scope', async () => {
  const akun = await makeAkun(s, { gedung_id: s.ids.gedung2 })
  await makeBill(s, akun, 100_000)
  const before = s.outbox.length
  expect(must(await send([akun], undefined, s.admin2)).dilewati[0].pesan).toBe(
    'Ada transaksi di luar wilayah Anda',
  )
  const ownPayer = await makeAkun(s, { gedung_id: s.ids.gedung })
  await makeBill(s, ownPayer, 100_000)
  expect(must(await send([ownPayer], undefined, s.sales2)).dilewati[0].pesan).toBe(
    'Tidak ditemukan',
  )
  expect(
    (await s.akun.post('/user/kirim-rekening-koran', { akun: [ownPayer], ...period })).status,
  ).toBe(403)
  expect((await s.admin.post('/user/kirim-rekening-koran', { akun: [], ...period })).status).toBe(
    422,
  )
  const wrong = { akun: [ownPayer], dari: today, sampai: addDays(today, -1) }
  expect((await s.admin.post('/user/kirim-rekening-koran', wrong)).status).toBe(422)
  expect(s.outbox).toHaveLength(before)
})

test('returns the document of a credit note to users who see the entry', async () => {
  const bill = await makeBill(s, await makeAkun(s), 500_000)
  const alasan = 'Harga lama yang ditagih'
  must(await s.admin.post(`/billing/nota-kredit?id=${bill}`, { jumlah: 120_000, alasan }))
  const [note, used] = must(
    await s.admin.get<any[]>(`/mutasi-saldo?billing_id=${bill}&sort=created_at`),
  ).toSorted((a, b) => b.jumlah - a.jumlah)
  const file = (id: number, by = s.admin) => by.bytes(`/mutasi-saldo/nota-kredit?id=${id}`)
  const { status, data } = await file(note.id)
  expect(status).toBe(200)
  for (const text of ['NOTA KREDIT', note.nomor, 'Rp120.000', alasan])
    expect(pdfPages(data)[0]).toContain(text)
  // The print view of a credit note shows the same data as its PDF, so the PDF contains the texts
  // of the print view.
  const print = (id: number) => s.admin.get<any>(`/mutasi-saldo/view?id=${id}&expand=tagihan`)
  const { tagihan } = must(await print(note.id))
  expect(tagihan).toMatchObject({ total: 500_000, void_at: null, gedung: { id: s.ids.gedung } })
  for (const text of [tagihan.nomor, tagihan.nama_tagihan, tagihan.gedung.nama, 'Rp500.000'])
    expect(pdfPages(data)[0]).toContain(text)
  expect(must(await print(used.id)).tagihan).toBeNull()
  expect((await s.admin2.get(`/mutasi-saldo/view?id=${note.id}&expand=tagihan`)).status).toBe(404)
  expect((await file(used.id)).status).toBe(404)
  expect((await file(note.id, s.admin2)).status).toBe(404)
})

test('flags payers in arrears from the set number of months on, without an amount', async () => {
  const gedung = await makeOutlet(s)
  const akun = await makeAkun(s, { gedung_id: gedung })
  const peserta_id = await makePeserta(s, akun, gedung)
  const seat = await enrol(s, peserta_id, await makeKelas(s, gedung))
  for (const periode of ['2026-01', '2026-02'])
    await makeBill(s, akun, 0, {
      gedung_id: gedung,
      periode,
      tanggal_terbit: `${periode}-01`,
      jatuh_tempo: `${periode}-10`,
      items: [{ jenis_billing_id: s.ids.jenis, peserta_id, deskripsi: 'Buku', harga_satuan: 9000 }],
    })
  const flags = async () => [
    must(await s.admin.get<any>(`/user/view?id=${peserta_id}&expand=menunggak`)).menunggak,
    must(await s.admin.get<any>(`/kursus-peserta/view?id=${seat}&expand=menunggak`)).menunggak,
  ]
  expect(await flags()).toEqual([null, null])
  await setSetting(s, 'blokir_tunggakan_bulan', 2)
  expect(await flags()).toEqual([{ bulan: 2 }, { bulan: 2 }])
})
