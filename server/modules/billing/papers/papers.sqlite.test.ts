import { afterAll, beforeAll, expect, test } from 'vitest'
import { MetodePembayaran } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { pdfPages } from '#mocks/pdf.ts'
import {
  makeBill,
  makeDraft,
  makeFamily,
  makeKelas,
  makeOutlet,
  setSetting,
} from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
let bill: number
let receipt: number
beforeAll(async () => {
  s = await makeSchool()
  bill = await makeBill(s, s.ids.akun, 1_250_000, {
    periode: '2040-01',
    catatan: 'Terima kasih',
    items: [
      {
        jenis_billing_id: s.ids.jenis,
        deskripsi: 'Buku Piano',
        harga_satuan: 1_250_000,
        peserta_id: s.ids.peserta,
      },
    ],
  })
  const paid = await s.admin.post('/billing-payment/create', {
    akun_billing_id: s.ids.akun,
    tanggal: currentDay(),
    metode: MetodePembayaran.transfer,
    bank_id: s.ids.bank,
    jumlah: 250_000,
    alokasi: [{ billing_id: bill, jumlah: 250_000 }],
  })
  receipt = must(paid).id
})
afterAll(() => s.close())

const pages = async (client: School['admin'], path: string) => {
  const { status, headers, data } = await client.bytes(path)
  expect([status, headers.get('content-type')], data.toString('latin1').slice(0, 200)).toEqual([
    200,
    'application/pdf',
  ])
  return pdfPages(data)
}

test('returns a bill as PDF with the text of the print view to permitted users', async () => {
  const [page = '', ...more] = await pages(s.admin, `/billing/pdf?id=${bill}`)
  expect(more).toEqual([])
  for (const text of [
    'Nada Jakarta',
    'Fajar Santoso',
    'Buku Piano',
    'Hana Santoso',
    'Rp1.250.000',
    'Rp1.000.000',
    'Terbilang: Satu juta dua ratus lima puluh ribu rupiah',
    'Transfer',
    '1234567890',
    'Terima kasih',
    'Halaman 1 dari 1',
  ])
    expect(page).toContain(text)
  expect(page).not.toContain('BATAL')
  expect((await pages(s.akun, `/billing/pdf?id=${bill}`))[0]).toContain('Hana Santoso')
  expect((await pages(s.sales, `/billing/pdf?id=${bill}&ukuran=A5`))[0]).toContain('Buku Piano')
  for (const outsider of [s.akun2, s.sales2, s.admin2])
    expect((await outsider.get(`/billing/pdf?id=${bill}`)).status).toBe(404)
  expect((await s.pelatih.get(`/billing/pdf?id=${bill}`)).status).toBe(403)
  expect((await s.admin.get(`/billing/pdf?id=${bill}&ukuran=A3`)).status).toBe(422)
  expect((await s.admin.get(`/billing/pdf?id=${bill}&status=1`)).status).toBe(422)
})

test('returns a list as one audited PDF in its order, within the scope of the user', async () => {
  await makeBill(s, s.ids.akun2, 300_000, { gedung_id: s.ids.gedung2 })
  const voidedBill = await makeBill(s, s.ids.akun, 400_000)
  must(
    await s.admin.post(`/billing/batalkan?id=${voidedBill}`, { alasan: 'Salah ketik jumlahnya' }),
  )
  await makeDraft(s, s.ids.akun, 500_000)
  const all = await pages(s.admin, '/billing/pdf?sort=total')
  expect(all.map((page) => /TAGIHAN (\S+) /.exec(page)?.[1] === 'Draft')).toEqual([
    false,
    false,
    true,
    false,
  ])
  expect(all[1]).toContain('BATAL')
  expect(all[1]).toContain('Salah ketik')
  expect(all[2]).toContain('DRAFT')
  expect(await pages(s.akun2, '/billing/pdf')).toHaveLength(1)
  expect(await pages(s.admin2, '/billing/pdf')).toHaveLength(1)
  expect((await pages(s.akun, '/billing/pdf')).join()).not.toContain('Draft')
  expect((await s.admin.get('/billing/pdf?q=tidakada')).status).toBe(404)
  expect((await s.admin.get('/billing/pdf?tidakada=1')).status).toBe(422)
  const log = must(await s.superadmin.get('/audit?aksi=ekspor&entitas=billing'))
  expect(JSON.stringify(log)).toContain('pdf')
})

test('returns a receipt as PDF in both paper sizes, marked BATAL when it is void', async () => {
  for (const size of ['A4', 'A5']) {
    const [page = ''] = await pages(s.akun, `/billing-payment/pdf?id=${receipt}&ukuran=${size}`)
    for (const text of [
      'KWITANSI',
      'Fajar Santoso',
      'Dua ratus lima puluh ribu rupiah',
      'Buku Piano',
    ])
      expect(page).toContain(text)
  }
  expect((await s.akun2.get(`/billing-payment/pdf?id=${receipt}`)).status).toBe(404)
  must(
    await s.admin.post(`/billing-payment/batalkan?id=${receipt}`, { alasan: 'Uang tidak masuk' }),
  )
  const [page = ''] = await pages(s.admin, `/billing-payment/pdf?id=${receipt}`)
  expect(page).toContain('BATAL')
  expect(page).toContain('Uang tidak masuk')
})

test('shows share, price and rounded amount of a proration on the document and the page', async () => {
  await setSetting(s, 'minggu_kelima', 'libur')
  const gedung = await makeOutlet(s)
  const enrolment = { mulai: '2026-11-09', biaya_bulanan_khusus: 550_000, alasan_biaya: 'Lama' }
  await makeFamily(s, gedung, await makeKelas(s, gedung), 1, enrolment)
  const { generate_batch_id } = must(
    await s.admin.post('/billing/generate', { periode: '2026-11', gedung_id: [gedung] }),
  )
  const [{ id }] = must(await s.admin.get(`/billing?generate_batch_id=${generate_batch_id}`))
  must(await s.admin.post(`/billing/terbitkan?id=${id}`))
  const { url } = must(await s.admin.post<{ url: string }>(`/billing/share?id=${id}`))
  const shared = await (await s.app.request(new URL(url).pathname)).text()
  const [pdf = ''] = await pages(s.admin, `/billing/pdf?id=${id}`)
  const note = '3 dari 4 pertemuan: Rp412.500, dibulatkan Rp413.000'
  for (const text of [shared, pdf.replaceAll(/\s+/g, ' ')]) {
    expect(text).toContain(note)
  }
  expect(pdf).toMatch(/3\/4\s+Rp550\.000\s+Rp413\.000/)
})
