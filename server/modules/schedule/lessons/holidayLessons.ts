/**
 * Updates untouched lessons (`isUntouched`) when holidays or the fifth-week setting change
 * (domain.md 2.2).
 */
import { sql, type SqlBool } from 'kysely'
import { statusOn } from '#contract/schedule/rules/lessons.ts'
import { occurrences, weekday } from '#contract/values/tanggal.ts'
import { unlessDoubleBooked } from '#server/db/doubleBooked.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { authorId } from '#server/http/context.ts'
import type { Stamp } from '#server/modules/schedule/lessons/changeStamp.ts'
import { isUntouched, readOutletDays } from '#server/modules/schedule/lessons/lessonRows.ts'
import { releaseBookings } from '#server/modules/schedule/makeUps/bookingRelease.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Result of updating lessons after holidays changed. */
export interface HolidayUpdate {
  /** Number of lessons that take place again. */
  back: number
  /** Number of lessons that the update cancelled. */
  out: number
  /**
   * Ids of lessons that stay cancelled, because their coach, their room or one of their students is
   * busy by now.
   */
  stuck: readonly number[]
}
/**
 * Sets the status of the untouched lessons that meet a condition. The holidays of the outlet and
 * the fifth-week setting decide whether a lesson takes place. A cancelled lesson stays cancelled if
 * another lesson has taken its coach or room, or if one of its students is busy in another lesson.
 */
export const updateLessonsToDays = async (
  trx: Trx,
  making: Stamp,
  which: Condition,
): Promise<HolidayUpdate> => {
  const daysOf = await readOutletDays(trx, making.at)
  const groups = await trx
    .selectFrom('pertemuan')
    .select(['gedung_id', 'tanggal', 'status'])
    .distinct()
    .where(isUntouched(making.at))
    .where(which)
    .execute()
  let [back, out] = [0, 0]
  const stuck: number[] = []
  for (const { gedung_id, tanggal, status } of groups) {
    const planned = statusOn(tanggal, daysOf(gedung_id))
    if (planned === status) continue
    const lessonsOfDay = sql<SqlBool>`pertemuan.gedung_id = ${gedung_id} and pertemuan.tanggal = ${tanggal} and pertemuan.status = ${status} and ${isUntouched(making.at)}`
    if (status === 'terjadwal')
      await releaseBookings(trx, lessonsOfDay, making, 'Pertemuannya libur')
    const change = (lessons: Condition) =>
      trx
        .updateTable('pertemuan')
        .set((eb) => ({
          status: planned,
          versi: eb('versi', '+', 1),
          updated_at: making.at.toISOString(),
          updated_by: authorId(making.by),
        }))
        .where(lessons)
        .executeTakeFirst()
    if (planned !== 'terjadwal') {
      out += Number((await change(lessonsOfDay)).numUpdatedRows)
      continue
    }
    const rows = await trx.selectFrom('pertemuan').select('id').where(lessonsOfDay).execute()
    for (const { id } of rows) {
      const takesPlace = await unlessDoubleBooked(trx, () => change(sql`pertemuan.id = ${id}`))
      if (takesPlace) back++
      else stuck.push(id)
    }
  }
  return { back, out, stuck }
}

/**
 * Updates lessons after holidays were added, deleted or moved. Updates all lessons of the month on
 * the weekday of the holiday, because the fifth lesson of the month may take place instead of the
 * lesson on the holiday.
 */
export const followHolidays = async (
  trx: Trx,
  making: Stamp,
  days: readonly { tanggal: string; gedung_id: number | null }[],
): Promise<HolidayUpdate> => {
  let [back, out] = [0, 0]
  // Two days of the same month on the same weekday select the same lessons. Therefore the ids are
  // collected in a set.
  const stuck = new Set<number>()
  for (const { tanggal, gedung_id } of days) {
    const beside = occurrences(tanggal.slice(0, 7), weekday(tanggal))
    const there = gedung_id === null ? sql`1 = 1` : sql`pertemuan.gedung_id = ${gedung_id}`
    const lessonsOfDays = sql<SqlBool>`pertemuan.tanggal in (${sql.join(beside)}) and ${there}`
    const followed = await updateLessonsToDays(trx, making, lessonsOfDays)
    back += followed.back
    out += followed.out
    for (const id of followed.stuck) stuck.add(id)
  }
  return { back, out, stuck: [...stuck] }
}
