/** Untouched lessons follow holidays and what the school says of the fifth week (domain.md 2.2). */
import { sql, type SqlBool } from 'kysely'
import { statusOn } from '#contract/schedule/rules/lessons.ts'
import { occurrences, weekday } from '#contract/values/tanggal.ts'
import { unlessDoubleBooked } from '#server/db/doubleBooked.ts'
import type { Trx } from '#server/db/tables.ts'
import { authorId } from '#server/http/context.ts'
import { isUntouched, readOutletDays } from '#server/modules/schedule/lessonRows.ts'
import type { Stamp } from '#server/modules/schedule/stamp.ts'
import { releaseBookings } from '#server/modules/schedule/makeUps/release.ts'
import type { Condition } from '#server/resource/conditions.ts'

/** What has become of lessons that follow their days. */
export interface Followed {
  /** So many take place again. */
  back: number
  /** So many fall out. */
  out: number
  /** Those that would take place again, were their coach, room and students still free. */
  stuck: readonly number[]
}
/**
 * Brings the untouched lessons that meet a condition to what becomes of them on their days: one of
 * an outlet, or of all. One whose coach or room has been given to another lesson meanwhile, or
 * whose student is elsewhere by now, stays out.
 */
export const followDays = async (trx: Trx, making: Stamp, which: Condition): Promise<Followed> => {
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
    const these = sql<SqlBool>`pertemuan.gedung_id = ${gedung_id} and pertemuan.tanggal = ${tanggal} and pertemuan.status = ${status} and ${isUntouched(making.at)}`
    if (status === 'terjadwal') await releaseBookings(trx, these, making, 'Pertemuannya libur')
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
      out += Number((await change(these)).numUpdatedRows)
      continue
    }
    const found = await trx.selectFrom('pertemuan').select('id').where(these).execute()
    for (const { id } of found) {
      const takesPlace = await unlessDoubleBooked(trx, () => change(sql`pertemuan.id = ${id}`))
      if (takesPlace) back++
      else stuck.push(id)
    }
  }
  return { back, out, stuck }
}

/**
 * Lessons follow a holiday that has come, gone or moved: those of its weekday in its month, since
 * the fifth may stand in for it.
 */
export const followHolidays = async (
  trx: Trx,
  making: Stamp,
  days: readonly { tanggal: string; gedung_id: number | null }[],
): Promise<Followed> => {
  let [back, out] = [0, 0]
  // Days of one month reach the same lessons.
  const stuck = new Set<number>()
  for (const { tanggal, gedung_id } of days) {
    const beside = occurrences(tanggal.slice(0, 7), weekday(tanggal))
    const there = gedung_id === null ? sql`1 = 1` : sql`pertemuan.gedung_id = ${gedung_id}`
    const these = sql<SqlBool>`pertemuan.tanggal in (${sql.join(beside)}) and ${there}`
    const followed = await followDays(trx, making, these)
    back += followed.back
    out += followed.out
    for (const id of followed.stuck) stuck.add(id)
  }
  return { back, out, stuck: [...stuck] }
}
