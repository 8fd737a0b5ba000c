/** Regular lessons of classes: plans the lessons from the classes and stores their rows. */
import { sql, type SqlBool } from 'kysely'
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import { holidaySpan, planLessons, type OutletDays } from '#contract/schedule/rules/lessons.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { unlessDoubleBooked } from '#server/db/doubleBooked.ts'
import { insertCounted } from '#server/db/insertMany.ts'
import type { ClassSlot } from '#server/db/schema/scheduleTables.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { authorId } from '#server/http/context.ts'
import { classPeriods } from '#server/modules/schedule/classes/classVersions.ts'
import type { Stamp } from '#server/modules/schedule/lessons/changeStamp.ts'
import type { Condition } from '#server/resource/query/conditions.ts'
import { readSettings } from '#server/settings.ts'

/**
 * SQL condition for future regular lessons that follow every change of their class. A lesson that
 * was moved or cancelled by hand, or that has attendance, does not follow its class.
 */
export const isUntouched = (time: Date): Condition =>
  sql<SqlBool>`(pertemuan.jenis = 'reguler' and pertemuan.diubah = 0 and pertemuan.status in ('terjadwal', 'libur', 'minggu_5') and pertemuan.mulai_at > ${time.toISOString()} and not exists (select 1 from absensi a where a.pertemuan_id = pertemuan.id) and not exists (select 1 from absensi_pelatih ap where ap.pertemuan_id = pertemuan.id))`

/**
 * Class during a period in which its coach, room and hour stay the same, with the columns that its
 * lessons need.
 */
interface LessonClass extends ClassSlot<number> {
  id: number
  kursus_id: number
  gedung_id: number
  mulai: string
  selesai: string | null
  zona_waktu: string
}
/**
 * Reads the active classes that meet a condition, with one row per period, ordered by id and first
 * day. A class with a planned change has two periods.
 */
export const readClasses = (trx: Trx, which: Condition): Promise<LessonClass[]> =>
  trx
    .selectFrom(classPeriods(trx))
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .select(['kursus_pelatih.id', 'pelatih_id', 'kursus_id', 'gedung_id', 'ruang_id', 'hari'])
    .select(['jam_mulai', 'jam_selesai', 'mulai', 'selesai', 'zona_waktu'])
    .where('kursus_pelatih.status', '=', 'aktif')
    .where(which)
    .orderBy('kursus_pelatih.id')
    .orderBy('mulai')
    .execute()

/**
 * Returns a function that returns the holidays of an outlet and the setting about fifth weeks. Both
 * decide on which days lessons are cancelled.
 */
export const readOutletDays = async (
  db: Db | Trx,
  time: Date,
): Promise<(gedung: number) => OutletDays> => {
  // Today's date in any time zone is precise enough, because the span has a margin of a month.
  const { from, to } = holidaySpan(currentDay('Asia/Jakarta', time))
  const { minggu_kelima: mingguKelima } = await readSettings(db)
  const rows = await db
    .selectFrom('hari_libur')
    .select(['gedung_id', 'tanggal'])
    .where('tanggal', '>=', from)
    .where('tanggal', '<=', to)
    .execute()
  const cache = new Map<number, OutletDays>()
  return (gedung) => {
    const days = cache.get(gedung) ?? {
      mingguKelima,
      hariLibur: new Set(
        rows.filter((r) => r.gedung_id === null || r.gedung_id === gedung).map((r) => r.tanggal),
      ),
    }
    cache.set(gedung, days)
    return days
  }
}

/**
 * Returns the rows to store for the lessons of a class from a day on, without lessons whose start
 * has already passed.
 */
const rowsOf = (classRow: LessonClass, days: OutletDays, { at, by }: Stamp, from: string) => {
  const { id, hari, mulai, selesai, zona_waktu, ...place } = classRow
  const time = at.toISOString()
  const today = currentDay(zona_waktu, at)
  return planLessons({ hari, mulai, selesai, from, today }, days)
    .map((lesson) => ({
      kursus_pelatih_id: id,
      ...place,
      ...lesson,
      ...lessonInstants({ ...place, tanggal: lesson.tanggal }, zona_waktu),
      jenis: 'reguler' as const,
      diubah: 0,
      created_at: time,
      created_by: authorId(by),
      updated_at: time,
      updated_by: authorId(by),
    }))
    .filter((row) => row.mulai_at > time)
}

/**
 * Returns the regular lessons of classes on or after the day `from` that are not stored yet. A week
 * that already has a regular lesson of the class gets no second lesson.
 */
const missingOf = async (trx: Trx, classes: readonly LessonClass[], making: Stamp, from = '') => {
  const daysOf = await readOutletDays(trx, making.at)
  const rows = classes.flatMap((c) => rowsOf(c, daysOf(c.gedung_id), making, from))
  if (rows.length === 0) return []
  const there = await trx
    .selectFrom('pertemuan')
    .select(['kursus_pelatih_id', 'minggu'])
    .where('jenis', '=', 'reguler')
    .where(
      'kursus_pelatih_id',
      'in',
      classes.map((c) => c.id),
    )
    .where(
      'minggu',
      '>=',
      rows.map((r) => r.minggu).reduce((a, b) => (a < b ? a : b)),
    )
    .execute()
  const knownWeeks = new Set(there.map((r) => `${r.kursus_pelatih_id} ${r.minggu}`))
  return rows.filter((r) => {
    const week = `${r.kursus_pelatih_id} ${r.minggu}`
    // In the week in which a planned change of a class begins, both the old and the new hour may
    // give a lesson. Only the earlier lesson is made.
    return !knownWeeks.has(week) && knownWeeks.add(week)
  })
}
type MissingLesson = Awaited<ReturnType<typeof missingOf>>[number]

/**
 * Stores the regular lessons of classes on or after the day `from` that are not stored yet, and
 * returns their number. Throws 409 and stores no lesson if a lesson would double-book a coach, room
 * or student (decision 0131).
 */
export const storeMissing = async (
  trx: Trx,
  classes: readonly LessonClass[],
  making: Stamp,
  from = '',
): Promise<number> => insertCounted(trx, 'pertemuan', await missingOf(trx, classes, making, from))

/**
 * Stores missing lessons one by one. Skips a lesson that would double-book a coach, room or
 * student, and returns it in `left`.
 */
export const storeWhatFits = async (
  trx: Trx,
  classes: readonly LessonClass[],
  making: Stamp,
): Promise<{ made: number; left: MissingLesson[] }> => {
  const missingLessons: MissingLesson[] = []
  let madeCount = 0
  for (const row of await missingOf(trx, classes, making)) {
    const fits = await unlessDoubleBooked(trx, async () => {
      madeCount += await insertCounted(trx, 'pertemuan', [row])
    })
    if (!fits) missingLessons.push(row)
  }
  return { made: madeCount, left: missingLessons }
}
