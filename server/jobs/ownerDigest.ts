/**
 * Sends superadmins a mail about the voids, refunds, corrections, waived fees and discounts of the
 * previous day, if the setting `ringkasan_pemilik` is on.
 */
import { RoleId, UserStatus } from '#contract/enums.ts'
import { addDays, currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { JobError, type Job } from '#server/jobs/scheduler/job.ts'
import { digestMail } from '#server/mail/mails.ts'
import { readDigest } from '#server/notices/digest.ts'
import { readSettings } from '#server/settings.ts'

/** Returns the beginning of a day in Jakarta as an ISO time. */
const beginOf = (day: string): string => new Date(`${day}T00:00:00+07:00`).toISOString()

/**
 * Returns the mail addresses of the owners (active superadmins) to whom the digest of a day was not
 * yet sent; undefined when no owner has an address. Records in the table of idempotency keys that
 * the digest was sent to these owners, so that a repeated run sends nothing twice.
 */
const takeOwners = async (trx: Trx, day: string, time: string): Promise<string[] | undefined> => {
  const owners = await trx
    .selectFrom('user')
    .select(['id', 'email'])
    .where('role_id', '=', RoleId.superadmin)
    .where('status', '=', UserStatus.aktif)
    .where('email', 'is not', null)
    .execute()
  if (owners.length === 0) return undefined
  const takenRows = await trx
    .insertInto('idempotensi')
    .values(
      owners.map(({ id }) => ({
        user_id: id,
        kunci: `ringkasan-pemilik:${day}`,
        panggilan: 'ringkasan-pemilik',
        body_hash: '',
        jawaban: 'dikirim',
        created_at: time,
      })),
    )
    .onConflict((on) => on.columns(['user_id', 'kunci']).doNothing())
    .returning('user_id')
    .execute()
  const ids = new Set(takenRows.map((row) => row.user_id))
  return owners.flatMap(({ id, email }) => (email !== null && ids.has(id) ? [email] : []))
}

export const ownerDigestJob: Job = {
  nama: 'ringkasan-pemilik',
  label: 'Ringkasan pemilik',
  ket: 'Mengirim kepada superadmin lewat email apa yang kemarin dibatalkan, dihapus dendanya, dikembalikan, dikoreksi, dan diberi potongan.',
  cron: '10 6 * * *',
  limitMs: 10 * 60_000,
  off: ({ ringkasan_pemilik }) =>
    ringkasan_pemilik ? undefined : 'Ringkasan harian pemilik mati di Setting, Email.',
  run: async ({ db, reader, mail, now, transaction }) => {
    const { app_nama, ringkasan_pemilik } = await readSettings(db)
    if (!ringkasan_pemilik) return { ringkasan: 'Mati di Setting, Email.' }
    if (!mail) throw new JobError('Email tidak dapat dikirim dari proses ini.')
    const today = currentDay('Asia/Jakarta', new Date(now()))
    const day = addDays(today, -1)
    const parts = await readDigest(reader, { from: beginOf(day), until: beginOf(today) })
    if (parts.length === 0)
      return { ringkasan: `Tidak ada yang perlu diringkas dari ${formatTanggal(day)}.` }
    const time = new Date(now()).toISOString()
    // Mails are sent after the commit, because a failed transaction may be retried and would send
    // them twice.
    const owners = await transaction((trx) => takeOwners(trx, day, time))
    if (!owners)
      return { ringkasan: 'Ada ringkasan.', temuan: ['Tidak ada superadmin dengan email.'] }
    for (const email of owners) mail.send(digestMail(email, app_nama, formatTanggal(day), parts))
    if (owners.length === 0) return { ringkasan: `Ringkasan ${formatTanggal(day)} sudah dikirim.` }
    return { ringkasan: `Dikirim kepada ${owners.length} superadmin.` }
  },
}
