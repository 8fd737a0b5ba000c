import { randomBytes } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { transferAmount } from '#contract/billing/rules/bank/uniqueCode.ts'
import { MetodePembayaran } from '#contract/enums.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { pdfPages } from '#mocks/pdf.ts'
import { makeAkun, makeBill, makeDraft, setSetting } from '#mocks/people/family.ts'
import { jpegOf } from '#mocks/pictures.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { storeOpens } from '#server/modules/billing/share/opens.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())

const line = (text: string, harga_satuan: number) => ({
  items: [{ jenis_billing_id: s.ids.jenis, deskripsi: text, harga_satuan }],
})
const share = async (id: number, by = s.admin): Promise<string> =>
  new URL(must(await by.post<{ url: string }>(`/billing/share?id=${id}`)).url).pathname
const open = async (path: string, headers: Record<string, string> = {}) => {
  const response = await s.app.request(path, { headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
const detail = async (id: number, by = s.admin) =>
  must(await by.get<any>(`/billing/share-detail?id=${id}`))

test('shows only the bill of the link, in a small page without other access', async () => {
  const ownBill = await makeBill(s, s.ids.akun, 1_250_000, line('Buku <b>Piano</b>', 1_250_000))
  await makeBill(s, s.ids.akun, 333_000, line('Rahasia keluarga', 333_000))
  const path = await share(ownBill)
  expect(path).toMatch(/^\/t\/[\w-]{22}$/)
  const page = await open(path)
  expect(page.status).toBe(200)
  for (const text of ['Rp1.250.000', 'Fajar Santoso', '1234567890', 'Nada Jakarta', 'Unduh PDF'])
    expect(page.text).toContain(text)
  expect(page.text).toContain('Buku &lt;b&gt;Piano&lt;/b&gt;')
  expect(page.text).toContain(`/#/konfirmasi-pembayaran/form?billing_id=${ownBill}`)
  expect(page.text).not.toMatch(/Rahasia|333|0812|@contoh|<script|<form/)
  expect(Buffer.byteLength(page.text)).toBeLessThan(30_000)
  expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'.*form-action/)
  expect(page.headers.get('x-robots-tag')).toContain('noindex')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('referrer-policy')).toBe('no-referrer')
  const pdf = await s.app.request(`${path}/pdf`)
  expect(pdfPages(Buffer.from(await pdf.arrayBuffer()))[0]).toContain('Rp1.250.000')
  // Only the hash of the token is stored, not the token itself.
  const stored = await s.db.selectFrom('tautan_tagihan').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain(path.slice(3))
})

test('gives one answer to all invalid links, and limits guesses but not valid links', async () => {
  const [paidBill, voidedBill, revokedBill] = [
    await makeBill(s, await makeAkun(s), 100_000),
    await makeBill(s, s.ids.akun, 200_000),
    await makeBill(s, s.ids.akun, 300_000),
  ]
  const paths = [await share(paidBill), await share(voidedBill), await share(revokedBill)]
  const payer = must(await s.admin.get<any>(`/billing/view?id=${paidBill}`)).akun_billing_id
  must(
    await s.admin.post('/billing-payment/create', {
      akun_billing_id: payer,
      tanggal: currentDay(),
      metode: MetodePembayaran.tunai,
      jumlah: 100_000,
      gedung_id: s.ids.gedung,
    }),
  )
  expect((await open(paths[0]!)).text).toContain('Lunas')
  const day = 86_400_000
  const paidAt = (days: number) =>
    s.db
      .updateTable('billing_payment_alokasi')
      .set({ created_at: new Date(Date.now() - days * day).toISOString() })
      .where('billing_id', '=', paidBill)
      .execute()
  await paidAt(59)
  expect((await open(paths[0]!)).status).toBe(200)
  await paidAt(61)
  must(
    await s.admin.post(`/billing/batalkan?id=${voidedBill}`, { alasan: 'Salah ketik jumlahnya' }),
  )
  expect(must(await s.admin.post<any>(`/billing/share-cabut?id=${revokedBill}`)).jumlah).toBe(1)
  const unknown = `/t/${'A'.repeat(22)}`
  const answers = await Promise.all([...paths, unknown, '/t/x'].map((path) => open(path)))
  expect(answers.map((a) => a.status)).toEqual([404, 404, 404, 404, 404])
  expect(new Set(answers.map((a) => a.text)).size).toBe(1)
  expect(answers[0]!.text).toContain('Tautan tidak berlaku')
  for (const rest of ['/pdf', '/gambar/1']) expect((await open(paths[2]! + rest)).status).toBe(404)
  expect((await detail(revokedBill)).tautan[0].sebab).toBe('Dicabut')
  expect((await detail(paidBill)).halangan).toBe('Kedaluwarsa')
  for (const id of [paidBill, voidedBill, await makeDraft(s, s.ids.akun, 1000)])
    expect((await s.admin.post(`/billing/share?id=${id}`)).status).toBe(409)
  const live = await share(await makeBill(s, s.ids.akun, 400_000))
  const guesses: Awaited<ReturnType<typeof open>>[] = []
  for (let i = 0; i < 80; i++) guesses.push(await open(`/t/${String(i).padStart(22, 'g')}`))
  expect(guesses.at(-1)!.status).toBe(429)
  expect(Number(guesses.at(-1)!.headers.get('retry-after'))).toBeGreaterThan(0)
  expect((await open(live)).status).toBe(200)
  await s.db.deleteFrom('batas_laju').execute()
})

test('serves twenty families with one mobile network address at the same moment', async () => {
  const links: string[] = []
  for (let i = 0; i < 20; i++) links.push(await share(await makeBill(s, s.ids.akun, 50_000 + i)))
  const pages = await Promise.all(links.map((path) => open(path)))
  expect(pages.map(({ status }) => status)).toEqual(links.map(() => 200))
  // At most 8 concurrent requests for the same link are served.
  const [link = ''] = links
  const flood = await Promise.all(Array.from({ length: 20 }, () => open(link)))
  expect(flood.filter(({ status }) => status === 200)).toHaveLength(8)
})

test('counts the page views of people, not of bots', async () => {
  const bill = await makeBill(s, s.ids.akun, 100_000)
  const path = await share(bill)
  await open(path, { 'user-agent': 'WhatsApp/2.23' })
  await storeOpens(s.db)
  expect((await detail(bill)).tautan[0]).toMatchObject({ dibuka: 0, dibuka_at: null })
  for (let i = 0; i < 3; i++) await open(path, { 'user-agent': 'Mozilla/5.0 (Linux; Android 8)' })
  await storeOpens(s.db)
  expect((await detail(bill)).tautan[0]).toMatchObject({ dibuka: 3, sebab: null })
})

test('sends a message once, to the family only, with a link of its own', async () => {
  const bill = await makeBill(s, s.ids.akun, 750_000)
  const { penerima, teks } = await detail(bill)
  const [{ phone, email }] = penerima
  const text = teks.find((t: any) => t.templat === 'wa_tagihan').isi
  expect(text).toContain('Rp750.000')
  const send = (input: Record<string, unknown>, key: string) =>
    s.admin.post<any>(`/billing/share-kirim?id=${bill}`, input, key)
  const wa = { kanal: 'wa_link', tujuan: phone, templat: 'wa_tagihan', isi: text }
  const first = must(await send(wa, 'kunci-wa'))
  expect(must(await send(wa, 'kunci-wa'))).toEqual(first)
  expect(first.wa).toMatch(new RegExp(String.raw`^https://wa\.me/${phone}\?text=Halo`))
  const link = /\/t\/[\w-]{22}/.exec(decodeURIComponent(first.wa))![0]
  expect((await open(link)).status).toBe(200)
  await storeOpens(s.db)
  expect((await send({ ...wa, tujuan: '+6281999999999' }, 'kunci-lain')).status).toBe(422)
  must(
    await send(
      { kanal: 'email', tujuan: email, templat: 'mail_tagihan', isi: 'Lihat {tautan}' },
      'kunci-mail',
    ),
  )
  await expect.poll(() => s.outbox.at(-1)?.to, { timeout: 10_000 }).toBe(email)
  const mail = s.outbox.at(-1)!
  expect(mail.text).toMatch(/Lihat http\S+\/t\/[\w-]{22}/)
  expect(pdfPages(mail.attachments![0]!.content)[0]).toContain('Rp750.000')
  await expect
    .poll(async () => (await detail(bill)).pesan.map((m: any) => m.status))
    .toEqual(['terkirim', 'dibuka'])
  const { pesan } = await detail(bill)
  expect(pesan[1]).toMatchObject({ tujuan: phone, oleh: 'Ayu Admin' })
  expect(pesan[1].dibuka_at).not.toBeNull()
  expect(pesan[0].dibuka_at).toBeNull()
})

test('asks for the amount with its unique code if enabled, else for the rest', async () => {
  const akun = await makeAkun(s)
  const bill = await makeBill(s, akun, 750_000)
  must(
    await s.admin.post('/billing-payment/create', {
      akun_billing_id: akun,
      tanggal: currentDay(),
      metode: MetodePembayaran.tunai,
      jumlah: 200_000,
      gedung_id: s.ids.gedung,
    }),
  )
  const path = await share(bill)
  const coded = transferAmount({ id: bill, sisa: 550_000 })
  expect([coded - 550_000, coded % 1000]).toEqual([(bill % 999) + 1, (bill % 999) + 1])
  /**
   * Returns the texts that a family sees: messages that ask for payment, the amount at the top of
   * the public page, the whole page, and the PDF.
   */
  const readTexts = async () => {
    const { teks } = await detail(bill)
    const page = (await open(path)).text
    const pdf = await s.app.request(`${path}/pdf`)
    return {
      texts: teks.map((t: any) => String(t.isi)) as string[],
      owed: /Yang perlu dibayar<b>([^<]*)<\/b>/.exec(page)?.[1],
      page,
      paper: pdfPages(Buffer.from(await pdf.arrayBuffer()))[0] ?? '',
    }
  }
  const plain = await readTexts()
  expect(plain.owed).toBe('Rp550.000')
  for (const text of [...plain.texts, plain.page, plain.paper]) {
    expect(text).not.toContain(formatRupiah(coded))
    expect(text).not.toContain('tiga angka terakhirnya')
  }
  await setSetting(s, 'kode_unik', true)
  const marked = await readTexts()
  expect(marked.owed).toBe(formatRupiah(coded))
  expect(marked.texts).toHaveLength(4)
  for (const text of [...marked.texts, marked.page, marked.paper.replaceAll('\n', ' ')])
    expect(text).toContain(`Transfer tepat ${formatRupiah(coded)}: tiga angka terakhirnya`)
  // A bill that is paid in full shows neither an amount to transfer nor a unique code.
  must(
    await s.admin.post('/billing-payment/create', {
      akun_billing_id: akun,
      tanggal: currentDay(),
      metode: MetodePembayaran.tunai,
      jumlah: 550_000,
      gedung_id: s.ids.gedung,
    }),
  )
  const paid = await readTexts()
  expect([paid.owed, /tiga angka/.test(paid.page + paid.texts.join())]).toEqual([undefined, false])
  await setSetting(s, 'kode_unik', false)
})

test('allows users to share only bills in their scope, and payers none', async () => {
  const bill = await makeBill(s, s.ids.akun, 100_000)
  expect(await share(bill, s.sales)).toMatch(/^\/t\//)
  for (const outsider of [s.sales2, s.admin2])
    expect((await outsider.post(`/billing/share?id=${bill}`)).status).toBe(404)
  for (const outsider of [s.akun, s.peserta, s.pelatih])
    expect((await outsider.get(`/billing/share-detail?id=${bill}`)).status).toBe(403)
})

test('serves only the payment codes and the logo of the bill, and no other file', async () => {
  const upload = async () =>
    must(
      await s.superadmin.upload<any>(
        '/berkas/unggah',
        'qris.jpg',
        jpegOf(40, 30, randomBytes(30)),
        { jenis: 'foto' },
      ),
    ).id
  const code = await upload()
  must(
    await s.superadmin.post('/bank/create', {
      nama_bank: 'QRIS Nada',
      no_rekening: 'ID1',
      atas_nama: 'Nada',
      tipe: 'qris',
      gambar: code,
    }),
  )
  const path = await share(await makeBill(s, s.ids.akun, 100_000))
  expect((await open(path)).text).toContain(`${path}/gambar/${code}`)
  const picture = await s.app.request(`${path}/gambar/${code}`)
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/jpeg'])
  expect((await open(`${path}/gambar/${await upload()}`)).status).toBe(404)
  const banks = must(await s.akun.get<any>(`/user/list-payment-bank?id=${s.ids.akun}`))
  expect(banks.find((b: any) => b.gambar === code)).toBeDefined()
  expect((await s.akun.bytes(`/berkas?id=${code}`)).status).toBe(200)
})

test('offers QRIS only with the picture of its code', async () => {
  const qris = must(
    await s.superadmin.post<any>('/bank/create', {
      nama_bank: 'QRIS Tanpa Gambar',
      no_rekening: 'ID2',
      atas_nama: 'Nada',
      tipe: 'qris',
    }),
  )
  const bill = await makeBill(s, s.ids.akun, 100_000)
  const path = await share(bill)
  const offered = async () => {
    const banks = must(await s.akun.get<any>(`/user/list-payment-bank?id=${s.ids.akun}`))
    return banks.some((b: any) => b.id === qris.id)
  }
  expect(await offered()).toBe(false)
  expect((await open(path)).text).not.toContain('QRIS Tanpa Gambar')
  const picture = must(
    await s.superadmin.upload<any>('/berkas/unggah', 'qris.jpg', jpegOf(40, 30, randomBytes(30)), {
      jenis: 'foto',
    }),
  )
  must(
    await s.superadmin.post(`/bank/update?id=${qris.id}`, {
      versi: qris.versi,
      gambar: picture.id,
    }),
  )
  expect(await offered()).toBe(true)
  expect((await open(path)).text).toContain('QRIS Tanpa Gambar')
})
