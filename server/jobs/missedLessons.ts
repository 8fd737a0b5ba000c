/**
 * Lessons that begin without a coach: who should give them has said that they do not come, and
 * nobody has taken them over (domain.md 3.10).
 */
import { sql, type SqlBool } from 'kysely'
import { StatusKeberangkatan } from '#contract/enums.ts'
import type { Trx } from '#server/db/tables.ts'
import { runInSlices, type Job } from '#server/jobs/job.ts'
import { missLesson } from '#server/modules/schedule/attendance/mark.ts'
import { readSettings } from '#server/settings.ts'

const slice = 50

/** The next of them that have begun; a closed month stays as it is. */
const readMissed = async (trx: Trx, time: string): Promise<number[]> => {
  const { kunci_buku_sampai } = await readSettings(trx)
  const rows = await trx
    .selectFrom('absensi_pelatih as mark')
    .innerJoin('pertemuan', 'pertemuan.id', 'mark.pertemuan_id')
    .select('pertemuan.id')
    // As a literal, so that the index of these few is used.
    .where(sql<SqlBool>`mark.status_keberangkatan = ${sql.lit(StatusKeberangkatan.tidakBerangkat)}`)
    .where('pertemuan.status', '=', 'terjadwal')
    .where('mulai_at', '<=', time)
    .where('tanggal', '>', kunci_buku_sampai ?? '')
    // A mark from before a substitute took the lesson over is of the coach who does not come.
    .where((eb) =>
      eb.or([
        eb('pelatih_asli_id', 'is', null),
        eb('mark.pengganti_id', '=', eb.ref('pertemuan.pelatih_id')),
      ]),
    )
    .orderBy('pertemuan.id')
    .limit(slice)
    .execute()
  return rows.map((row) => row.id)
}
/** Cancels some missed lessons; returns how many. A cancelled lesson is not found again. */
const missSome = async (trx: Trx, time: string): Promise<number> => {
  const ids = await readMissed(trx, time)
  for (const id of ids) await missLesson(trx, id)
  return ids.length
}

export const missedLessonsJob: Job = {
  nama: 'guru-tidak-hadir',
  label: 'Guru tidak hadir',
  ket: 'Membatalkan pertemuan yang sudah mulai tetapi gurunya tidak berangkat dan tidak digantikan. Setiap pesertanya mendapat kelas pengganti.',
  cron: '*/10 * * * *',
  limitMs: 5 * 60_000,
  run: async (context) => {
    const time = new Date(context.now()).toISOString()
    const missed = await runInSlices(context, slice, (trx) => missSome(trx, time))
    return { ringkasan: missed === 0 ? 'Tidak ada.' : `${missed} pertemuan dibatalkan.` }
  },
}
