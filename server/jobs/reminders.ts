/**
 * Queues the reminders due today, and removes the reminders of paid and void bills from the queue
 * (domain.md 3.12).
 */
import { currentDay } from '#contract/values/tanggal.ts'
import { runInSlices, type Job } from '#server/jobs/scheduler/job.ts'
import { dropReminders, queueReminders } from '#server/modules/billing/pengingat/queue.ts'
import { readSettings } from '#server/settings.ts'

/** Maximum number of rows per transaction. A transaction with this number takes some tens of ms. */
const slice = 5000

export const remindersJob: Job = {
  nama: 'pengingat',
  label: 'Antrean pengingat',
  ket: 'Memasukkan tagihan yang belum lunas ke antrean pengingat menurut jadwalnya, dan mengeluarkan yang sudah dibayar atau dibatalkan.',
  cron: '40 2 * * *',
  limitMs: 30 * 60_000,
  run: async (context) => {
    const settings = await readSettings(context.db)
    const date = new Date(context.now())
    // `today` is the date in Jakarta. Jakarta has the westernmost time zone of Indonesia, so a day
    // that has begun in Jakarta has begun in all of Indonesia.
    const when = { time: date.toISOString(), today: currentDay('Asia/Jakarta', date) }
    await runInSlices(context, slice, (trx) => dropReminders(trx, settings, when, slice))
    let after = 0
    const queuedCount = await runInSlices(context, slice, async (trx) => {
      const queued = await queueReminders(trx, settings, when, { after, most: slice })
      after = queued.last
      return queued.made
    })
    return {
      ringkasan:
        queuedCount === 0
          ? 'Tidak ada yang perlu diingatkan.'
          : `${queuedCount} tagihan diantrekan.`,
    }
  },
}
