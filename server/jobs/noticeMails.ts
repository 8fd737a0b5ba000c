/** Mails users their unread notices every morning, if the setting `surat_pemberitahuan` is on. */
import { UserStatus } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { JobError, type Job } from '#server/jobs/scheduler/job.ts'
import { noticesMail } from '#server/mail/mails.ts'
import { readSettings } from '#server/settings.ts'

/** Maximum number of people per transaction. */
const slice = 50
/** Maximum number of notices listed in a mail. */
const mostLines = 20
/** Maximum age in ms of a notice that is still mailed. */
const youngMs = 2 * 24 * 3_600_000

/**
 * Marks the unread notices of a batch of people as sent, so that no notice is sent twice. Returns
 * the people, each with the texts of their notices, newest first.
 */
const takeUnread = async (trx: Trx, date: Date) => {
  const since = new Date(date.getTime() - youngMs).toISOString()
  const people = await trx
    .selectFrom('user')
    .select(['id', 'name', 'email'])
    .where('status', '=', UserStatus.aktif)
    .where('email', 'is not', null)
    .where('id', 'in', (q) =>
      q
        .selectFrom('pemberitahuan')
        .select('user_id')
        .where('created_at', '>', since)
        .where('dibaca_at', 'is', null)
        .where('dikirim_at', 'is', null),
    )
    .orderBy('id')
    .limit(slice)
    .execute()
  if (people.length === 0) return []
  const rows = await trx
    .updateTable('pemberitahuan')
    .set({ dikirim_at: date.toISOString() })
    .where(
      'user_id',
      'in',
      people.map((p) => p.id),
    )
    .where('created_at', '>', since)
    .where('dibaca_at', 'is', null)
    .where('dikirim_at', 'is', null)
    .returning(['id', 'user_id', 'teks'])
    .execute()
  const byPerson = Map.groupBy(
    rows.toSorted((a, b) => b.id - a.id),
    (row) => row.user_id,
  )
  return people.map((person) => ({
    ...person,
    texts: (byPerson.get(person.id) ?? []).map((row) => row.teks),
  }))
}

export const noticeMailsJob: Job = {
  nama: 'surat-pemberitahuan',
  label: 'Email pemberitahuan',
  ket: 'Mengirim pemberitahuan yang belum dibaca lewat email setiap pagi.',
  cron: '0 6 * * *',
  limitMs: 30 * 60_000,
  off: ({ surat_pemberitahuan }) =>
    surat_pemberitahuan ? undefined : 'Email pemberitahuan harian mati di Setting, Email.',
  run: async (context) => {
    const { db, mail, publicUrl, now, transaction, pause } = context
    const { app_nama, surat_pemberitahuan } = await readSettings(db)
    if (!surat_pemberitahuan) return { ringkasan: 'Mati di Setting, Email.' }
    if (!mail) throw new JobError('Email tidak dapat dikirim dari proses ini.')
    const date = new Date(now())
    // Mails are sent after all commits, because a failed transaction may be retried and would send
    // them twice.
    const letters: Awaited<ReturnType<typeof takeUnread>> = []
    let sent = 0
    for (;;) {
      const people = await transaction((trx) => takeUnread(trx, date))
      letters.push(...people)
      await pause()
      if (people.length < slice) break
    }
    for (const { email, name, texts } of letters) {
      if (email === null || texts.length === 0) continue
      mail.send(
        noticesMail(email, app_nama, name, {
          texts: texts.slice(0, mostLines),
          more: texts.length - mostLines,
          address: publicUrl,
        }),
      )
      sent++
    }
    return { ringkasan: sent === 0 ? 'Tidak ada yang dikirim.' : `${sent} email dikirim.` }
  },
}
