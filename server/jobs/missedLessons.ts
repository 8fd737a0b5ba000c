/**
 * Cancels lessons that have begun without a coach: the coach reported an absence and has no
 * substitute (domain.md 3.10).
 */
import { sql, type SqlBool } from 'kysely'
import { StatusKeberangkatan } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { runInSlices, type Job } from '#server/jobs/scheduler/job.ts'
import { missLesson } from '#server/modules/schedule/attendance/mark.ts'
import { readSettings } from '#server/settings.ts'

const slice = 50

/**
 * Returns the ids of a batch of lessons that have begun and whose coach has reported an absence.
 * Skips lessons in closed months.
 */
const readMissed = async (trx: Trx, time: string): Promise<number[]> => {
  const { kunci_buku_sampai } = await readSettings(trx)
  const rows = await trx
    .selectFrom('absensi_pelatih as mark')
    .innerJoin('pertemuan', 'pertemuan.id', 'mark.pertemuan_id')
    .select('pertemuan.id')
    // The SQL contains the status as a literal and not as a parameter. Otherwise the database would
    // not use the partial index for this status.
    .where(sql<SqlBool>`mark.status_keberangkatan = ${sql.lit(StatusKeberangkatan.tidakBerangkat)}`)
    .where('pertemuan.status', '=', 'terjadwal')
    .where('mulai_at', '<=', time)
    .where('tanggal', '>', kunci_buku_sampai ?? '')
    // Lessons with a substitute are selected only if the substitute has reported an absence. The
    // absence of the original coach does not count for them.
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
/**
 * Cancels a batch of lessons without a coach. Returns the number of cancelled lessons.
 */
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
