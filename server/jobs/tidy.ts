/** Takes away what is over, a slice at a time. */
import { sweepBatch, tidySteps } from '#server/db/sweep.ts'
import type { Job } from '#server/jobs/job.ts'

export const tidyJob: Job = {
  nama: 'pembersihan',
  label: 'Pembersihan',
  ket: 'Menghapus sesi, kode, dan perangkat yang tidak berlaku lagi, hitungan percobaan dan catatan panggilan lama, unggahan yang tidak jadi dipakai, isi impor lama, serta pemberitahuan lama.',
  cron: '30 2 * * *',
  limitMs: 30 * 60_000,
  run: async ({ transaction, pause, now }) => {
    const counts: string[] = []
    for (const { label, step } of tidySteps) {
      let [gone, more] = [0, true]
      while (more) {
        const slice = await transaction((trx) => step(trx, now()))
        gone += slice.length
        more = slice.length >= sweepBatch
        await pause()
      }
      if (gone > 0) counts.push(`${gone} ${label}`)
    }
    return {
      ringkasan: counts.length > 0 ? `Dihapus: ${counts.join(', ')}.` : 'Tidak ada yang dihapus.',
    }
  },
}
