/** Payment confirmation on the public page of a bill (domain.md 3.15): code, form and limits. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transferAmount } from '#contract/billing/rules/bank/uniqueCode.ts'
import { formatNumber } from '#contract/values/rupiah.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { checkMoney, makeAkun, makeBill, setSetting } from '#mocks/people/family.ts'
import { pngOf } from '#mocks/pictures.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'

let s: School
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
beforeEach(async () => {
  await s.db.deleteFrom('batas_laju').execute()
})

const share = async (id: number): Promise<string> =>
  new URL(must(await s.admin.post<{ url: string }>(`/billing/share?id=${id}`)).url).pathname
const read = async (response: Response) => ({
  status: response.status,
  headers: response.headers,
  text: await response.text(),
})
const open = async (path: string) => read(await s.app.request(path))
/** Sends the body as a whole, because an aborted stream would cause an error outside the test. */
const send = async (path: string, data: URLSearchParams | FormData) => {
  const whole = new Response(data)
  const type = whole.headers.get('content-type') ?? ''
  const body = await whole.arrayBuffer()
  return read(
    await s.app.request(path, { method: 'POST', body, headers: { 'content-type': type } }),
  )
}
const askCode = (path: string) => send(`${path}/kode`, new URLSearchParams())
const enter = (path: string, kode: string) => send(`${path}/masuk`, new URLSearchParams({ kode }))
/** Returns the code in the last mail, which must be addressed to `to`. */
const lastCode = async (to: string): Promise<string> => {
  await expect.poll(() => s.outbox.at(-1)?.to).toBe(to)
  return /\b\d{6}\b/.exec(s.outbox.at(-1)!.text)![0]
}
const leaveOf = (text: string): string => /\/kirim\/([\w-]{22})"/.exec(text)![1]!
let width = 0
const form = (more: Record<string, string> = {}, file: Uint8Array | null = pngOf(++width, 3)) => {
  const data = new FormData()
  const values = {
    jumlah: 'Rp 250.000',
    bank_tujuan_id: String(s.ids.bank),
    tanggal_transfer: addDays(currentDay(), -1),
    pengirim_nama: 'Ibu Fajar',
    ...more,
  }
  for (const [name, value] of Object.entries(values)) data.set(name, value)
  if (file) data.set('file', new Blob([new Uint8Array(file)]), 'bukti.png')
  return data
}
/** Makes a family with a bill and a link, and gets a permit by entering the right code. */
const enterAs = async () => {
  const n = ++width
  const email = `bayar.${n}@contoh.id`
  const akun = await makeAkun(s, { email, gedung_id: s.ids.gedung })
  const bill = await makeBill(s, akun, 250_000)
  const path = await share(bill)
  expect((await askCode(path)).status).toBe(200)
  const { text } = await enter(path, await lastCode(email))
  return { akun, bill, path, email, leave: leaveOf(text), text }
}
const confirmationsOf = async (akun: number): Promise<any[]> =>
  must(await s.admin.get(`/konfirmasi-pembayaran?akun_billing_id=${akun}&expand=tagihan`))

test('opens the form with a code by mail, and stores one confirmation as in the app', async () => {
  const { akun, bill, path, leave, text, email } = await enterAs()
  expect((await open(path)).text).toContain(`${path}/bayar`)
  const ask = await open(`${path}/bayar`)
  expect(ask.headers.get('content-security-policy')).toMatch(/form-action 'self'/)
  for (const page of [ask.text, text]) {
    expect(page).not.toMatch(/<script|@contoh|0813/)
    expect(Buffer.byteLength(page)).toBeLessThan(30_000)
  }
  const answers = await Promise.all([
    send(`${path}/kirim/${leave}`, form()),
    send(`${path}/kirim/${leave}`, form({ bukan_kembar: '1' })),
  ])
  expect(answers.map((a) => a.status).toSorted()).toEqual([200, 409])
  expect(answers.find((a) => a.status === 200)!.text).toMatch(/KP\/\d{4}\/\d{2}\/\d{4}/)
  const [row, ...more] = await confirmationsOf(akun)
  expect(more).toEqual([])
  expect(row).toMatchObject({
    status: 'menunggu',
    jumlah: 250_000,
    pengirim_nama: 'Ibu Fajar',
    created_by: akun,
    tagihan: [{ id: bill }],
  })
  await expect.poll(() => s.outbox.at(-1)?.subject).toMatch(/^Konfirmasi pembayaran/)
  expect(s.outbox.at(-1)?.to).toBe(email)
  must(await s.admin.post(`/konfirmasi-pembayaran/setujui?id=${row.id}`, {}))
  expect((await open(`${path}/bayar`)).text).toContain('Sudah lunas')
  expect(await checkMoney(s.db)).toEqual([])
})
test('proposes the rest of the bill, or the amount with its unique code', async () => {
  const proposed = (text: string) => /name="jumlah"[^>]*value="([^"]*)"/.exec(text)?.[1]
  expect(proposed((await enterAs()).text)).toBe('250.000')
  await setSetting(s, 'kode_unik', true)
  const { bill, text, path, leave } = await enterAs()
  const coded = formatNumber(transferAmount({ id: bill, sisa: 250_000 }))
  expect(proposed(text)).toBe(coded)
  // With a file that is too large no field is read, so the form shows its default values.
  const again = await send(`${path}/kirim/${leave}`, form({}, Buffer.alloc(6 * 1024 * 1024, 1)))
  expect([again.status, proposed(again.text)]).toEqual([413, coded])
  await setSetting(s, 'kode_unik', false)
})
test('shows the errors of the form and keeps the permission valid', async () => {
  const { path, leave, akun } = await enterAs()
  const to = `${path}/kirim/${leave}`
  const program = Buffer.concat([Buffer.from('MZ\x90\x00'), Buffer.alloc(200)])
  const huge = Buffer.from(pngOf(2, 2))
  huge.writeUInt32BE(8000, 16)
  huge.writeUInt32BE(5000, 20)
  for (const [data, says] of [
    [form({ jumlah: '0.1' }), 'Rupiah bulat saja'],
    [form({ jumlah: '0' }), 'Harus lebih dari Rp0'],
    [form({ tanggal_transfer: addDays(currentDay(), 2) }), 'Tidak boleh setelah hari ini'],
    [form({ tanggal_transfer: addDays(currentDay(), -200) }), 'Paling lama 90 hari'],
    [form({ bank_tujuan_id: '999999' }), 'alert'],
    [form({ pengirim_nama: '' }), 'Wajib diisi'],
    [form({}, null), 'Pilih berkas'],
    [form({}, program), 'Pilih gambar JPG, PNG, WebP, atau PDF'],
    [form({}, huge), 'Gambar terlalu besar: 8000 × 5000 piksel'],
  ] as const) {
    const { status, text } = await send(to, data)
    expect([status, text.includes(says)], says).toEqual([422, true])
    expect(text).toContain(`${path}/kirim/${leave}`)
  }
  const large = await send(to, form({}, Buffer.alloc(6 * 1024 * 1024, 1)))
  expect(large.status).toBe(413)
  expect((await send(to, form({ jumlah: 'Rp100.000,-' }))).status).toBe(200)
  expect(await confirmationsOf(akun)).toHaveLength(1)
})
test('asks for a tick when the confirmation looks like a duplicate', async () => {
  const proof = pngOf(77, 9)
  const first = await enterAs()
  expect((await send(`${first.path}/kirim/${first.leave}`, form({}, proof))).status).toBe(200)
  const second = await enterAs()
  const to = `${second.path}/kirim/${second.leave}`
  const answer = await send(to, form({}, proof))
  expect([answer.status, answer.text.includes('Ini memang transfer lain')]).toEqual([409, true])
  expect((await send(to, form({ bukan_kembar: '1' }, proof))).status).toBe(200)
})
test('accepts a code for ten minutes, five tries and its own link', async () => {
  const email = 'coba.kode@contoh.id'
  const akun = await makeAkun(s, { email, gedung_id: s.ids.gedung })
  const [firstShare, secondShare] = [
    await share(await makeBill(s, akun, 100_000)),
    await share(await makeBill(s, akun, 200_000)),
  ]
  await askCode(firstShare)
  const code = await lastCode(email)
  expect((await enter(secondShare, code)).status).toBe(422)
  const wrong = code === '000000' ? '000001' : '000000'
  for (let i = 0; i < 5; i++) expect((await enter(firstShare, wrong)).status).toBe(422)
  expect((await enter(firstShare, code)).status).toBe(422)
  expect((await askCode(firstShare)).status).toBe(429)
  await s.db.deleteFrom('batas_laju').execute()
  const mails = s.outbox.length
  await askCode(firstShare)
  await expect.poll(() => s.outbox.length).toBe(mails + 1)
  const next = await lastCode(email)
  const old = new Date(Date.now() - 11 * 60_000).toISOString()
  await s.db.updateTable('kode_tautan').set({ dibuat: old }).execute()
  expect((await enter(firstShare, next)).status).toBe(422)
})
test('accepts a permission until it expires, and only for its own, still valid link', async () => {
  const a = await enterAs()
  const b = await enterAs()
  expect((await send(`${b.path}/kirim/${a.leave}`, form())).status).toBe(409)
  expect((await send(`${a.path}/kirim/${'x'.repeat(22)}`, form())).status).toBe(409)
  must(await s.admin.post(`/billing/share-cabut?id=${a.bill}`))
  expect((await send(`${a.path}/kirim/${a.leave}`, form())).status).toBe(404)
  await s.db
    .updateTable('kode_tautan')
    .set({ izin_sampai: new Date(Date.now() - 1000).toISOString() })
    .execute()
  expect((await send(`${b.path}/kirim/${b.leave}`, form())).status).toBe(409)
  must(await s.admin.post(`/billing/batalkan?id=${b.bill}`, { alasan: 'Salah ketik jumlahnya' }))
  for (const rest of ['/bayar']) expect((await open(b.path + rest)).status).toBe(404)
  expect((await askCode(b.path)).status).toBe(404)
  for (const { akun } of [a, b]) expect(await confirmationsOf(akun)).toEqual([])
})
test('answers the same without mail or with an inactive account, and sends nothing', async () => {
  const texts: string[] = []
  const before = s.outbox.length
  for (const state of [{ email: null }, { status: 1 as const }]) {
    const akun = await makeAkun(s, { gedung_id: s.ids.gedung })
    const path = await share(await makeBill(s, akun, 100_000))
    await s.db.updateTable('user').set(state).where('id', '=', akun).execute()
    const { status, text } = await askCode(path)
    expect(status).toBe(200)
    texts.push(text.replaceAll(path, '').replaceAll(/INV\/[\d/]+/g, ''))
    expect((await enter(path, '123456')).status).toBe(422)
  }
  expect(new Set(texts).size).toBe(1)
  expect(texts[0]).toContain('Tidak punya email')
  expect(s.outbox.length).toBe(before)
})
test('limits codes by link, family and network, and opens nothing for guessed tokens', async () => {
  const path = await share(await makeBill(s, await makeAkun(s), 100_000))
  // All requests after the first 60 are rejected. `NADA_CASES` sets the number of guesses.
  const guesses = Number(process.env.NADA_CASES ?? 300)
  const counts = new Map<number, number>()
  for (let i = 0; i < guesses; i++) {
    const guess = `/t/${i.toString(36).padStart(22, 'q')}/bayar`
    const { status } = await s.app.request(guess)
    counts.set(status, (counts.get(status) ?? 0) + 1)
  }
  expect(Object.fromEntries(counts)).toEqual({ 404: 60, 429: guesses - 60 })
  expect((await open(`${path}/bayar`)).status).toBe(200)
  for (let i = 0; i < 6; i++) {
    const { status } = await askCode(path)
    expect(status).toBe(i < 5 ? 200 : 429)
    await s.db.deleteFrom('batas_laju').where('kunci', 'like', 'tautan-kode-jeda%').execute()
  }
})
