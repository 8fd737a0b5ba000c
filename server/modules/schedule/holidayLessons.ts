/** Untouched lessons follow holidays and what the school says of the fifth week (domain.md 2.2). */
import { sql, type SqlBool } from 'kysely'
import { statusOn } from '#contract/schedule/rules/lessons.ts'
import { occurrences, weekday } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { authorId } from '#server/http/context.ts'
import { isUntouched, readOutletDays, type Making } from '#server/modules/schedule/lessonRows.ts'
import { releaseBookings } from '#server/modules/schedule/makeUps/release.ts'
import type { Condition } from '#server/resource/conditions.ts'

/**
 * Nothing else has its coach or its room: while it did not take place, they could be had by others.
 */
const placeIsFree = sql<SqlBool>`not exists (select 1 from pertemuan o where o.id <> pertemuan.id and o.status in ('terjadwal', 'selesai') and o.mulai_at < pertemuan.selesai_at and o.selesai_at > pertemuan.mulai_at and o.tanggal = pertemuan.tanggal and (o.pelatih_id = pertemuan.pelatih_id or o.ruang_id = pertemuan.ruang_id))`

/** What has become of lessons that follow their days. */
export interface Followed {
  /** So many take place again. */
  back: number
  /** So many fall out. */
  out: number
  /** Those that would take place again, had their coach or room not been given away. */
  stuck: readonly number[]
}
/**
 * Brings the untouched lessons that meet a condition to what becomes of them on their days: one of
 * an outlet, or of all. One whose coach or room has been given to another lesson meanwhile stays
 * out.
 */
export const followDays = async (trx: Trx, making: Making, which: Condition): Promise<Followed> => {
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
    const { numUpdatedRows } = await trx
      .updateTable('pertemuan')
      .set((eb) => ({
        status: planned,
        versi: eb('versi', '+', 1),
        updated_at: making.at.toISOString(),
        updated_by: authorId(making.by),
      }))
      .where(these)
      .$if(planned === 'terjadwal', (q) => q.where(placeIsFree))
      .executeTakeFirst()
    if (planned !== 'terjadwal') {
      out += Number(numUpdatedRows)
      continue
    }
    back += Number(numUpdatedRows)
    const left = await trx.selectFrom('pertemuan').select('id').where(these).execute()
    stuck.push(...left.map(({ id }) => id))
  }
  return { back, out, stuck }
}

/**
 * Lessons follow a holiday that has come, gone or moved: those of its weekday in its month, since
 * the fifth may stand in for it.
 */
export const followHolidays = async (
  trx: Trx,
  making: Making,
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
