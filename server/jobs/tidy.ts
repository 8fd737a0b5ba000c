/**
 * Deletes expired rows and unused files, a batch per transaction. Merges the differences of kept
 * sums.
 */
import { sweepBatch, tidySteps } from '#server/db/sweep.ts'
import type { Job } from '#server/jobs/scheduler/job.ts'
import { deleteOrphans, emptyProofs, findOrphans } from '#server/modules/files/sweepFiles.ts'
import { mergeKept } from '#server/resource/kept/keptTables.ts'

const steps = [...tidySteps, { label: 'isi bukti lama', step: emptyProofs }]

export const tidyJob: Job = {
  nama: 'pembersihan',
  label: 'Pembersihan',
  ket: 'Menghapus sesi, kode, perangkat, dan token akses yang tidak berlaku lagi, hitungan percobaan dan catatan panggilan lama, unggahan yang tidak jadi dipakai, isi bukti dari konfirmasi yang lama dibatalkan atau ditolak, berkas tanpa pemilik, isi impor lama, serta pemberitahuan lama.',
  cron: '30 2 * * *',
  limitMs: 30 * 60_000,
  run: async ({ transaction, pause, now, reader }) => {
    const counts: string[] = []
    for (const { label, step } of steps) {
      let [deletedCount, more] = [0, true]
      while (more) {
        const slice = await transaction((trx) => step(trx, now()))
        deletedCount += slice.length
        more = slice.length >= sweepBatch
        await pause()
      }
      if (deletedCount > 0) counts.push(`${deletedCount} ${label}`)
    }
    const orphans = await findOrphans(reader)
    let deleted = 0
    for (let start = 0; start < orphans.length; start += sweepBatch) {
      const ids = orphans.slice(start, start + sweepBatch)
      deleted += await transaction((trx) => deleteOrphans(trx, ids))
      await pause()
    }
    if (deleted > 0) counts.push(`${deleted} berkas tanpa pemilik`)
    await transaction(mergeKept)
    return {
      ringkasan: counts.length > 0 ? `Dihapus: ${counts.join(', ')}.` : 'Tidak ada yang dihapus.',
    }
  },
}
