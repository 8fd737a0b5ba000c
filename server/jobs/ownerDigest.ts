/** The owner's digest of the day before, by mail, where the school wants that. */
import { RoleId, UserStatus } from '#contract/enums.ts'
import { addDays, currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import { JobError, type Job } from '#server/jobs/job.ts'
import { digestMail } from '#server/mail/mails.ts'
import { readDigest } from '#server/notices/digest.ts'
import { readSettings } from '#server/settings.ts'

/** Midnight of a day of the school, as an instant. */
const beginOf = (day: string): string => new Date(`${day}T00:00:00+07:00`).toISOString()

export const ownerDigestJob: Job = {
  nama: 'ringkasan-pemilik',
  label: 'Ringkasan pemilik',
  ket: 'Mengirim kepada superadmin lewat email apa yang kemarin dibatalkan, dihapus dendanya, dikembalikan, dikoreksi, dan diberi potongan.',
  cron: '10 6 * * *',
  limitMs: 10 * 60_000,
  off: ({ ringkasan_pemilik }) =>
    ringkasan_pemilik ? undefined : 'Ringkasan harian pemilik mati di Setting, Surat.',
  run: async ({ db, reader, mail, now }) => {
    const { app_nama, ringkasan_pemilik } = await readSettings(db)
    if (!ringkasan_pemilik) return { ringkasan: 'Mati di Setting, Surat.' }
    if (!mail) throw new JobError('Surat tidak dapat dikirim dari proses ini.')
    const today = currentDay('Asia/Jakarta', new Date(now()))
    const day = addDays(today, -1)
    const parts = await readDigest(reader, { from: beginOf(day), until: beginOf(today) })
    if (parts.length === 0)
      return { ringkasan: `Tidak ada yang perlu diringkas dari ${formatTanggal(day)}.` }
    const owners = await db
      .selectFrom('user')
      .select('email')
      .where('role_id', '=', RoleId.superadmin)
      .where('status', '=', UserStatus.aktif)
      .where('email', 'is not', null)
      .execute()
    for (const { email } of owners)
      if (email !== null) mail.send(digestMail(email, app_nama, formatTanggal(day), parts))
    if (owners.length === 0)
      return { ringkasan: 'Ada ringkasan.', temuan: ['Tidak ada superadmin dengan email.'] }
    return { ringkasan: `Dikirim kepada ${owners.length} superadmin.` }
  },
}
