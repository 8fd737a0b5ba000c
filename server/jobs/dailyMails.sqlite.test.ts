/**
 * Tests of the morning mails: the mails with unread notices, and the owner's digest of the day
 * before.
 */
import { pino } from 'pino'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { currentDay } from '#contract/values/tanggal.ts'
import { uploadProof } from '#mocks/money/confirmation.ts'
import { makeFee } from '#mocks/money/lateFee.ts'
import { makeAkun, makeBill } from '#mocks/people/family.ts'
import { makeSchool, must, type School } from '#mocks/school/school.ts'
import { transaction } from '#server/db/transaction.ts'
import { noticeMailsJob } from '#server/jobs/noticeMails.ts'
import { ownerDigestJob } from '#server/jobs/ownerDigest.ts'
import type { Job, JobContext } from '#server/jobs/scheduler/job.ts'
import type { Mail } from '#server/mail/mails.ts'

let s: School
const outbox: Mail[] = []
beforeAll(async () => {
  s = await makeSchool()
})
afterAll(() => s.close())
beforeEach(async () => {
  outbox.length = 0
  await s.db.deleteFrom('pemberitahuan').execute()
  await settings({ surat_pemberitahuan: true, ringkasan_pemilik: true })
})

const settings = async (values: Record<string, boolean>) => {
  const all = must(await s.superadmin.get<{ key: string; versi: number }[]>('/setting'))
  for (const [key, value] of Object.entries(values)) {
    const versi = all.find((setting) => setting.key === key)?.versi
    must(await s.superadmin.post('/setting/update', { key, value, versi }))
  }
}
/** Runs a job with its clock set `days` days into the future. */
const run = (job: Job, days = 0) => {
  const context: JobContext = {
    db: s.db,
    reader: s.db,
    log: pino({ level: 'silent' }),
    by: null,
    now: () => Date.now() + days * 86_400_000,
    signal: new AbortController().signal,
    transaction: (fn) => transaction(s.db, fn),
    pause: async () => {},
    backupEnv: undefined,
    mail: { send: (letter: Mail) => void outbox.push(letter), idle: async () => {} },
    publicUrl: 'https://nada.contoh',
  }
  return job.run(context)
}
const mailOf = async (id: number): Promise<string> => {
  const email = `orang-${id}@contoh.id`
  await s.db.updateTable('user').set({ email }).where('id', '=', id).execute()
  return email
}
const reason = { alasan: 'Salah catat hari itu' }

test('sends a user with unread notices one mail for them, and no second one', async () => {
  const [firstPayer, otherPayer, silent] = [await makeAkun(s), await makeAkun(s), await makeAkun(s)]
  const email = await mailOf(firstPayer)
  const read = await mailOf(otherPayer)
  await s.db.updateTable('user').set({ email: null }).where('id', '=', silent).execute()
  for (const akun of [firstPayer, otherPayer, silent]) await makeBill(s, akun, 50_000)
  await makeBill(s, firstPayer, 60_000)
  must(await (await s.as(otherPayer)).post('/pemberitahuan/baca'))
  await run(noticeMailsJob)
  expect(outbox.map(({ to }) => to)).toEqual([email])
  expect(outbox[0]?.text).toContain('Rp50.000')
  expect(outbox[0]?.text).toContain('Rp60.000')
  expect(outbox[0]?.text).not.toContain(read)
  await run(noticeMailsJob)
  expect(outbox).toHaveLength(1)
})

test('sends nothing without unread notices; skips those older than two days', async () => {
  await mailOf(await makeAkun(s))
  await run(noticeMailsJob)
  const akun = await makeAkun(s)
  await mailOf(akun)
  await makeBill(s, akun, 50_000)
  await run(noticeMailsJob, 3)
  expect(outbox).toEqual([])
})

test('sends none with the settings off', async () => {
  const akun = await makeAkun(s)
  await mailOf(akun)
  await mailOf(1)
  const bill = await makeBill(s, akun, 50_000)
  must(await s.superadmin.post(`/billing/batalkan?id=${bill}`, reason))
  await settings({ surat_pemberitahuan: false, ringkasan_pemilik: false })
  await run(noticeMailsJob)
  await run(ownerDigestJob, 1)
  expect(outbox).toEqual([])
  // Expects that a notice that could not be mailed while the setting was off is mailed after the
  // setting is on again.
  await settings({ surat_pemberitahuan: true })
  await run(noticeMailsJob)
  expect(outbox).toHaveLength(1)
})

test('sends only owners the digest of the day before, with waived fees and refunds', async () => {
  const owner = await mailOf(1)
  await mailOf(s.ids.admin)
  const akun = await makeAkun(s)
  const bill = await makeBill(s, akun, 70_000)
  must(await s.admin.post(`/billing/batalkan?id=${bill}`, reason))
  const fee = await makeFee(s, akun, s.ids.gedung)
  must(await s.admin.post(`/billing/hapus-denda?id=${fee}`, { alasan: 'Terlambat karena banjir' }))
  must(
    await s.superadmin.post('/billing-payment/create', {
      akun_billing_id: akun,
      gedung_id: s.ids.gedung,
      tanggal: currentDay(),
      metode: 0,
      jumlah: 600_000,
    }),
  )
  must(
    await s.superadmin.post(`/user/refund-saldo?id=${akun}`, {
      jumlah: 20_000,
      tanggal: currentDay(),
      metode: 0,
      gedung_id: s.ids.gedung,
      bukti: await uploadProof(s.superadmin),
      alasan: 'Diminta keluarga',
    }),
  )
  await run(ownerDigestJob, 1)
  expect(outbox.map(({ to }) => to)).toEqual([owner])
  const text = outbox[0]?.text ?? ''
  expect(text).toMatch(/Dibatalkan[\s\S]*Rp70\.000 · batalkan oleh .* · Salah catat hari itu/)
  expect(text).toMatch(/Denda yang dihapus[\s\S]*hapus denda oleh .* · Terlambat karena banjir/)
  expect(text).toMatch(/Rp20\.000 · refund saldo oleh .* · Diminta keluarga/)
  // Expects that a repeated run sends no second mail.
  const again = await run(ownerDigestJob, 1)
  expect(again.ringkasan).toMatch(/sudah dikirim/)
  expect(outbox).toHaveLength(1)
})

test('sends nothing for a day without any', async () => {
  await mailOf(1)
  const { ringkasan } = await run(ownerDigestJob, 30)
  expect(ringkasan).toMatch(/^Tidak ada yang perlu diringkas/)
  expect(outbox).toEqual([])
})
