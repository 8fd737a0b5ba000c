/**
 * Stores notices that are caused by the passing of time and by failed jobs, not by an action of a
 * user: for example, that a held slot is about to expire. Each notice is stored only once
 * (server/notices/due.ts).
 */
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Job } from '#server/jobs/scheduler/job.ts'
import { endingHolds, endingMakeUps, failedJobs } from '#server/notices/due.ts'
import { storeNotices } from '#server/notices/notice.ts'

export const noticesJob: Job = {
  nama: 'pemberitahuan',
  label: 'Pemberitahuan',
  ket: 'Memberi tahu tentang slot dan kelas pengganti yang segera habis, dan tentang pekerjaan server yang bermasalah.',
  cron: '*/10 * * * *',
  limitMs: 10 * 60_000,
  run: async ({ now, transaction }) => {
    const date = new Date(now())
    const today = currentDay('Asia/Jakarta', date)
    await transaction(async (trx) => {
      const notices = [
        ...(await endingHolds(trx, date)),
        ...(await endingMakeUps(trx, [addDays(today, 3), addDays(today, 14)])),
        ...(await failedJobs(trx, date)),
      ]
      await storeNotices(trx, notices, date.toISOString())
    })
    return { ringkasan: 'Yang baru sudah diberitahukan.' }
  },
}
