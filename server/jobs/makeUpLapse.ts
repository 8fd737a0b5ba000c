/** Sets unused make-up credits to expired after their last valid day (domain.md 3.10). */
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { systemAuthor } from '#server/http/context.ts'
import { runInSlices, type Job } from '#server/jobs/scheduler/job.ts'
import { auditChanges } from '#server/resource/auditLog.ts'

const slice = 200

/**
 * Sets the status of a batch of make-up credits to expired. The batch contains only credits whose
 * last valid day is over. Returns the number of credits in the batch.
 */
const lapseSome = async (trx: Trx, time: string, today: string): Promise<number> => {
  const rows = await trx
    .selectFrom('kredit_pengganti')
    .select(['id', 'versi', 'status', 'gedung_id'])
    .where('status', '=', 'tersedia')
    .where('berlaku_sampai', '<', today)
    .orderBy('id')
    .limit(slice)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map((row) => row.id)
  const status = 'kedaluwarsa' as const
  await trx
    .updateTable('kredit_pengganti')
    .set((eb) => ({ status, versi: eb('versi', '+', 1), updated_at: time, updated_by: null }))
    .where('id', 'in', ids)
    .execute()
  const lapsed = { aksi: 'kedaluwarsa', entitas: 'kredit-pengganti' }
  await auditChanges(
    trx,
    systemAuthor,
    rows.map((before) => ({ ...lapsed, before, after: { ...before, status } })),
  )
  return rows.length
}

export const makeUpLapseJob: Job = {
  nama: 'kelas-pengganti',
  label: 'Kelas pengganti',
  ket: 'Menghanguskan kelas pengganti yang masa berlakunya sudah lewat dan tidak dipesan.',
  cron: '20 1 * * *',
  limitMs: 30 * 60_000,
  run: async (context) => {
    const time = new Date(context.now())
    // `today` is the date in Jakarta. Jakarta has the westernmost time zone of Indonesia, so a day
    // that is over in Jakarta is over in all of Indonesia.
    const today = currentDay('Asia/Jakarta', time)
    const lapsed = await runInSlices(context, slice, (trx) =>
      lapseSome(trx, time.toISOString(), today),
    )
    const ringkasan =
      lapsed === 0 ? 'Tidak ada yang kedaluwarsa.' : `${lapsed} kelas pengganti kedaluwarsa.`
    return { ringkasan }
  },
}
