/** Ends enrolments whose last day is over (domain.md 2.4). */
import { KursusPesertaStatus } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { systemAuthor } from '#server/http/context.ts'
import { runInSlices, type Job } from '#server/jobs/scheduler/job.ts'
import { auditChanges } from '#server/resource/auditLog.ts'

const { aktif, cuti, tidakAktif } = KursusPesertaStatus
const slice = 200

/** Ends a batch of enrolments whose last day is over. Returns the number of ended enrolments. */
const endSome = async (trx: Trx, time: string, today: string): Promise<number> => {
  const rows = await trx
    .selectFrom('kursus_peserta')
    .select(['id', 'versi', 'status', 'gedung_id'])
    .where('status', 'in', [aktif, cuti])
    .where('selesai', '<', today)
    .orderBy('id')
    .limit(slice)
    .execute()
  if (rows.length === 0) return 0
  const ids = rows.map((row) => row.id)
  await trx
    .updateTable('kursus_peserta')
    .set((eb) => ({
      status: tidakAktif,
      diakhiri_at: eb.fn.coalesce('diakhiri_at', eb.val(time)),
      versi: eb('versi', '+', 1),
      updated_at: time,
      updated_by: null,
    }))
    .where('id', 'in', ids)
    .execute()
  const ended = { aksi: 'berhenti', entitas: 'kursus-peserta' }
  await auditChanges(
    trx,
    systemAuthor,
    rows.map((before) => ({ ...ended, before, after: { ...before, status: tidakAktif } })),
  )
  return rows.length
}

export const endingsJob: Job = {
  nama: 'akhir-kursus',
  label: 'Akhir kursus',
  ket: 'Menonaktifkan jadwal peserta yang pertemuan terakhirnya sudah lewat, sehingga tempatnya kosong.',
  cron: '15 1 * * *',
  limitMs: 30 * 60_000,
  run: async (context) => {
    const time = new Date(context.now())
    // Uses the zone of Jakarta, the westernmost zone of Indonesia. A day that is over in this zone
    // is over in all of Indonesia.
    const today = currentDay('Asia/Jakarta', time)
    const ended = await runInSlices(context, slice, (trx) =>
      endSome(trx, time.toISOString(), today),
    )
    return { ringkasan: ended === 0 ? 'Tidak ada yang berakhir.' : `${ended} jadwal berakhir.` }
  },
}
