/** Reminders (domain.md 3.12): queue, removal from the queue, sending times and recipients. */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { transferAmount } from '#contract/billing/rules/bank/uniqueCode.ts'
import { MetodePembayaran } from '#contract/enums.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import { clientFor, testKeys, type Body, type Client } from '#mocks/api/api.ts'
import { holdClock, type HeldClock } from '#mocks/clock.ts'
import { confirmationBody } from '#mocks/money/confirmation.ts'
import { makeAkun, makeBill, makeDraft, makeOutlet, setSetting } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { createApp } from '#server/app.ts'
import { Scheduler } from '#server/jobs/scheduler/scheduler.ts'
import type { Mail } from '#server/mail/mails.ts'

let s: School
let clock: HeldClock
let superadmin: Client
let admin: Client
let admin2: Client
let sales2: Client
let goes = true
const outbox: Mail[] = []
const today = currentDay()
const instantOf = (time: string) => `${today}T${time}:00.000Z`
const log = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

beforeAll(async () => {
  s = await makeSchool()
  // The time is 10:00 in Jakarta and 12:00 in Jayapura.
  clock = holdClock(instantOf('03:00'))
  const mail = {
    send: (letter: Mail, onSent?: (sent: boolean) => void) => {
      outbox.push(letter)
      onSent?.(goes)
    },
    idle: async () => {},
  }
  const services = { db: s.db, reader: s.db, log, mail, publicUrl: 'https://nada.contoh' }
  const app = createApp({
    ...services,
    dataKeys: testKeys,
    jobs: new Scheduler({ ...services, clock }),
  })
  const as = (id: number) => clientFor(app, s.db, id)
  superadmin = await as(1)
  admin = await as(s.ids.admin)
  admin2 = await as(s.ids.admin2)
  sales2 = await as(s.ids.sales2)
})
afterAll(() => s.close())
beforeEach(async () => {
  await s.db.deleteFrom('pengingat').execute()
  await s.db.updateTable('billing').set({ jatuh_tempo: '2040-12-31' }).execute()
  outbox.length = 0
  goes = true
  clock.jump(instantOf('03:00'))
})

/** Makes a bill that is due in `days` days; a negative number makes it overdue. */
const due = async (days: number, more: Body = {}, akun?: number) =>
  makeBill(s, akun ?? (await makeAkun(s)), 500_000, {
    tanggal_terbit: addDays(today, Math.min(days, 0) - 30),
    jatuh_tempo: addDays(today, days),
    ...more,
  })
const run = async (nama: string) => {
  const job = must(await superadmin.post<any>('/pekerjaan/jalankan', { nama }))
  if (job.terakhir?.galat) throw new Error(job.terakhir.galat)
  return job.terakhir
}
const queue = async (by = superadmin) =>
  must(await by.get<any[]>('/pengingat?filter[antre]=true&sort=created_at&expand=billing,tahan'))
const rows = () =>
  s.db.selectFrom('pengingat').select(['billing_id', 'langkah', 'status']).orderBy('id').execute()
const next = async (setelah = 0, by = superadmin) =>
  must(await by.get<any>(`/pengingat/berikut?setelah=${setelah}`))
const detail = async (id: number) =>
  must(await superadmin.get<any>(`/billing/share-detail?id=${id}`))
/** Sends a reminder with the proposed text, as the screen does. */
const send = async (reminder: any, more: Body = {}, by = superadmin) => {
  const { penerima, teks, versi } = await detail(reminder.billing_id)
  const isi = teks.find((t: any) => t.templat === 'wa_pengingat').isi
  return by.post<any>(`/billing/share-kirim?id=${reminder.billing_id}`, {
    kanal: 'wa_link',
    tujuan: penerima[0].phone,
    templat: 'wa_pengingat',
    isi,
    versi,
    pengingat_id: reminder.id,
    ...more,
  })
}
const pay = async (billing_id: number, jumlah: number) => {
  const { akun_billing_id, gedung_id } = must(
    await superadmin.get<any>(`/billing/view?id=${billing_id}`),
  )
  return must(
    await superadmin.post<any>('/billing-payment/create', {
      akun_billing_id,
      gedung_id,
      tanggal: today,
      metode: MetodePembayaran.tunai,
      jumlah,
      alokasi: [{ billing_id, jumlah }],
    }),
  )
}

test('queues each bill once at each step, only the latest, and skips old ones', async () => {
  const bills = new Map<number, number>()
  for (const days of [5, 3, 2, 0, -2, -3, -8, -14, -20, -21, -300]) bills.set(days, await due(days))
  await makeDraft(s, await makeAkun(s), 1000, { jatuh_tempo: today })
  const voidedBill = await due(-3)
  must(
    await superadmin.post(`/billing/batalkan?id=${voidedBill}`, {
      alasan: 'Salah ketik jumlahnya',
    }),
  )
  expect((await run('pengingat')).ringkasan).toBe('8 tagihan diantrekan.')
  await run('pengingat')
  const expected = [
    [3, -3],
    [2, -3],
    [0, 0],
    [-2, 0],
    [-3, 3],
    [-8, 7],
    [-14, 14],
    [-20, 14],
  ].map(([days, langkah]) => ({ billing_id: bills.get(days!), langkah, status: 'menunggu' }))
  expect(await rows()).toEqual(expected)
  // The reminder of a later step (here 7 days after the due date) replaces a reminder that was not
  // sent.
  await s.db
    .updateTable('billing')
    .set({ jatuh_tempo: addDays(today, -7) })
    .where('id', '=', bills.get(-3)!)
    .execute()
  await run('pengingat')
  expect((await rows()).filter((r) => r.billing_id === bills.get(-3))).toEqual([
    { billing_id: bills.get(-3), langkah: 3, status: 'gugur' },
    { billing_id: bills.get(-3), langkah: 7, status: 'menunggu' },
  ])
  // After the due date is moved to a later day, no reminder of an earlier step is queued.
  await s.db
    .updateTable('billing')
    .set({ jatuh_tempo: addDays(today, 3) })
    .where('id', '=', bills.get(-3)!)
    .execute()
  await run('pengingat')
  expect((await rows()).filter((r) => r.billing_id === bills.get(-3))).toHaveLength(2)
})

test('queues nothing without steps, and removes paid and void bills at once', async () => {
  const [paidBill, voidedBill, openBill] = [await due(0), await due(0), await due(0)]
  await setSetting(s, 'pengingat_hari', [])
  await run('pengingat')
  expect(await queue()).toEqual([])
  await setSetting(s, 'pengingat_hari', [-3, 0, 3, 7, 14])
  await run('pengingat')
  expect(await queue()).toHaveLength(3)
  const receipt = await pay(paidBill, 500_000)
  must(
    await superadmin.post(`/billing/batalkan?id=${voidedBill}`, {
      alasan: 'Salah ketik jumlahnya',
    }),
  )
  expect((await queue()).map((r) => r.billing_id)).toEqual([openBill])
  must(
    await superadmin.post(`/billing-payment/batalkan?id=${receipt.id}`, {
      alasan: 'Uangnya ternyata tidak masuk',
    }),
  )
  expect((await queue()).map((r) => r.billing_id)).toEqual([paidBill, openBill])
  await run('pengingat')
  expect((await rows()).map((r) => r.status)).toEqual(['menunggu', 'gugur', 'menunggu'])
})

test('sends the current amount, and settles the reminder once', async () => {
  await due(0)
  await run('pengingat')
  const [reminder] = await queue()
  const { teks, versi } = await detail(reminder.billing_id)
  const old = teks.find((t: any) => t.templat === 'wa_pengingat').isi
  expect(old).toContain('Rp500.000')
  await pay(reminder.billing_id, 200_000)
  const stale = await send(reminder, { isi: old, versi })
  expect([stale.status, (stale.data as any).message]).toEqual([
    409,
    'Tagihan ini baru saja berubah. Periksa lagi teksnya, lalu kirim.',
  ])
  const { wa, pesan_id } = must(await send(reminder))
  expect(decodeURIComponent(wa)).toContain('sisa Rp300.000')
  expect(decodeURIComponent(wa)).toMatch(/https:\/\/nada\.contoh\/t\/[\w-]{22}/)
  expect(await queue()).toEqual([])
  expect(
    must(await superadmin.get<any>(`/pengingat/view?id=${reminder.id}&expand=pesan`)),
  ).toMatchObject({ status: 'terkirim', pesan_id, selesai_oleh: 1, pesan: { kanal: 'wa_link' } })
  expect((await send(reminder)).status).toBe(409)
  // A reminder can be sent only for its own bill.
  const otherBill = await due(40)
  expect((await send({ ...reminder, billing_id: otherBill })).status).toBe(404)
})

test('holds reminders for a pending confirmation, at most three days', async () => {
  const akun = await makeAkun(s)
  const bill = await due(0, {}, akun)
  await due(0)
  await run('pengingat')
  must(
    await superadmin.post(
      '/konfirmasi-pembayaran/create',
      await confirmationBody(s, { akun, billing_ids: [bill], jumlah: 500_000 }),
    ),
  )
  const [held, free] = await queue()
  expect(held).toMatchObject({ billing_id: bill, tahan: { sampai: expect.any(String) } })
  expect(await next()).toMatchObject({ berikut: { id: free.id }, menunggu: 2, tertahan: 1 })
  expect((await send(held)).status).toBe(409)
  expect(
    must(await superadmin.get<any[]>('/pengingat?filter[tertahan]=true')).map((r) => r.id),
  ).toEqual([held.id])
  await s.db
    .updateTable('konfirmasi_pembayaran')
    .set({ created_at: new Date(clock.now() - 3 * 86_400_000 - 1000).toISOString() })
    .execute()
  expect(await next(free.id)).toMatchObject({ berikut: { id: held.id }, tertahan: 0 })
  must(await send(held))
})

test('sends nothing at night in the time zone of the outlet', async () => {
  const east = await makeOutlet(s, { zona_waktu: 'Asia/Jayapura' })
  const [westBill, eastBill] = [await due(0), await due(0, { gedung_id: east })]
  await run('pengingat')
  expect(await next()).toMatchObject({ menunggu: 2, di_luar_jam: 0 })
  // The time is 19:30 at the western outlet and 21:30 at the eastern one.
  clock.jump(instantOf('12:30'))
  const answer = await next()
  expect(answer).toMatchObject({ berikut: { billing_id: westBill }, di_luar_jam: 1 })
  const late = (await queue()).find((r) => r.billing_id === eastBill)
  const refused = await send(late)
  expect([refused.status, (refused.data as any).message]).toEqual([
    409,
    'Di outlet ini pukul 21:30. Pengingat dikirim antara pukul 08:00 dan 20:00.',
  ])
  expect(await next(answer.berikut.id)).toMatchObject({ berikut: null, menunggu: 2 })
  clock.jump(instantOf('13:00'))
  expect(await next()).toMatchObject({ berikut: null, di_luar_jam: 2 })
})

test('skips a reminder with a reason, within the scope of the user', async () => {
  await due(0)
  await run('pengingat')
  const [reminder] = await queue(admin)
  for (const outsider of [admin2, sales2]) {
    expect(await queue(outsider)).toEqual([])
    expect((await next(0, outsider)).menunggu).toBe(0)
    expect(
      (await outsider.post(`/pengingat/lewati?id=${reminder.id}`, { alasan: 'Lupa' })).status,
    ).toBe(404)
  }
  expect((await admin.post(`/pengingat/lewati?id=${reminder.id}`, { alasan: '' })).status).toBe(422)
  must(await admin.post(`/pengingat/lewati?id=${reminder.id}`, { alasan: 'Sudah ditelepon' }))
  expect(await next(0, admin)).toMatchObject({ berikut: null, menunggu: 0 })
  expect((await admin.post(`/pengingat/lewati?id=${reminder.id}`, { alasan: 'Lagi' })).status).toBe(
    409,
  )
  await run('pengingat')
  expect(await rows()).toMatchObject([{ status: 'dilewati' }])
})

test('mails families once, by day, if they chose mail; failed ones wait for a person', async () => {
  const family = async (kirim_via: string) => makeAkun(s, { kirim_via })
  const [wa, mail, both] = [await family('wa'), await family('email'), await family('keduanya')]
  for (const akun of [wa, mail, both]) await due(0, {}, akun)
  await run('pengingat')
  await run('surat-pengingat')
  expect(outbox).toEqual([])
  await setSetting(s, 'pengingat_surat', true)
  clock.jump(instantOf('13:30'))
  await run('surat-pengingat')
  expect(outbox).toEqual([])
  clock.jump(instantOf('03:00'))
  expect((await run('surat-pengingat')).ringkasan).toBe('2 email dikirim.')
  await run('surat-pengingat')
  expect(outbox).toHaveLength(2)
  expect(outbox[0]!.text).toMatch(/Rp500\.000[\s\S]*https:\/\/nada\.contoh\/t\/[\w-]{22}/)
  expect(outbox[0]!.attachments).toHaveLength(1)
  // For families that want both mail and WhatsApp, the reminders still wait for the WhatsApp
  // message.
  expect((await queue()).map((r) => r.billing.nama_tagihan)).toHaveLength(2)
  expect((await rows()).map((r) => r.status)).toEqual(['menunggu', 'terkirim', 'menunggu'])
  expect(
    await s.db
      .selectFrom('pesan_keluar')
      .select(['oleh', 'status'])
      .where('template', '=', 'mail_pengingat')
      .execute(),
  ).toEqual([
    { oleh: null, status: 'terkirim' },
    { oleh: null, status: 'terkirim' },
  ])
  goes = false
  await setSetting(s, 'kode_unik', true)
  const failed = await due(0, {}, await family('email'))
  await run('pengingat')
  expect((await run('surat-pengingat')).hasil).toBe('temuan')
  goes = true
  await run('surat-pengingat')
  expect(outbox).toHaveLength(3)
  // With the setting `kode_unik`, the mail states the amount to transfer including the unique code.
  const coded = formatRupiah(transferAmount({ id: failed, sisa: 500_000 }))
  expect(outbox[0]!.text).not.toContain('Transfer tepat')
  expect(outbox[2]!.text).toContain(`Transfer tepat ${coded}:`)
  await setSetting(s, 'kode_unik', false)
  const [waiting] = must(
    await superadmin.get<any[]>(`/pengingat?filter[billing_id]=${failed}&expand=surat`),
  )
  expect(waiting).toMatchObject({ status: 'menunggu', surat: { status: 'gagal' } })
  must(await send(waiting))
  await setSetting(s, 'pengingat_surat', false)
})

test('mails a family without a number although it chose WhatsApp', async () => {
  await due(0, {}, await makeAkun(s, { phone: null }))
  await run('pengingat')
  await setSetting(s, 'pengingat_surat', true)
  expect((await run('surat-pengingat')).ringkasan).toBe('1 email dikirim.')
  expect(await queue()).toEqual([])
  expect(await rows()).toMatchObject([{ status: 'terkirim' }])
  await setSetting(s, 'pengingat_surat', false)
})
