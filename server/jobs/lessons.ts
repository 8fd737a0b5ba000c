/**
 * Creates the lessons of all classes for the next eight weeks, and adjusts existing lessons to
 * holidays (domain.md 2.4).
 */
import { formatJam, formatTanggal } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Job } from '#server/jobs/scheduler/job.ts'
import { makeLessons, type LessonCounts } from '#server/modules/schedule/lessons/makeLessons.ts'

/**
 * Maximum number of skipped lessons that the result of a run lists. If the run skipped more
 * lessons, the result also gives the number of lessons that are not listed.
 */
const named = 5
/**
 * Returns a sentence about the lessons that the job skipped because a coach, room or student has
 * another lesson at the time.
 */
const sayLeft = async (db: Db, skippedLessons: LessonCounts['bentrok']): Promise<string> => {
  const classes = await db
    .selectFrom('kursus_pelatih')
    .select(['id', 'kode'])
    .where(
      'id',
      'in',
      skippedLessons.slice(0, named).map((l) => l.kursus_pelatih_id),
    )
    .execute()
  const codes = new Map(classes.map(({ id, kode }) => [id, kode]))
  const texts = skippedLessons
    .slice(0, named)
    .map(
      (l) =>
        `${codes.get(l.kursus_pelatih_id)} ${formatTanggal(l.tanggal)} ${formatJam(l.jam_mulai)}`,
    )
  const rest = skippedLessons.length > named ? ` dan ${skippedLessons.length - named} lainnya` : ''
  return `${skippedLessons.length} tidak dibuat karena guru, ruang, atau peserta ada di pertemuan lain: ${texts.join(', ')}${rest}.`
}

export const lessonsJob: Job = {
  nama: 'pertemuan',
  label: 'Pertemuan',
  ket: 'Membuat pertemuan setiap kelas untuk delapan minggu ke depan, dan menyesuaikan yang belum tersentuh dengan hari libur.',
  cron: '0 2 * * *',
  limitMs: 60 * 60_000,
  run: async ({ db, now, transaction }) => {
    const { kelas, dibuat, diubah, bentrok } = await makeLessons(db, new Date(now()), transaction)
    const summary = `${dibuat} pertemuan dibuat untuk ${kelas} kelas, ${diubah} disesuaikan.`
    return { ringkasan: bentrok.length > 0 ? `${summary} ${await sayLeft(db, bentrok)}` : summary }
  },
}
