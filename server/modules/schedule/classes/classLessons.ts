/**
 * Applies a change of a class to its untouched lessons: future generated lessons that nobody has
 * moved, cancelled or marked (domain.md 2.4). From the first day of the new slot on, a change of
 * weekday, time or outlet replaces these lessons, and a change of coach, room or course updates
 * them. Lessons outside the validity of the class are deleted, and missing lessons are created.
 */
import { sql, type SqlBool } from 'kysely'
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { unlessDoubleBooked } from '#server/db/doubleBooked.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { authorId } from '#server/http/context.ts'
import type { Stamp } from '#server/modules/schedule/lessons/changeStamp.ts'
import {
  isUntouched,
  readClasses,
  storeMissing,
  storeWhatFits,
} from '#server/modules/schedule/lessons/lessonRows.ts'
import { releaseBookings } from '#server/modules/schedule/makeUps/bookingRelease.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/**
 * Deletes the untouched lessons that meet a condition. Make-up credits booked into these lessons
 * become available again.
 */
export const dropLessons = async (trx: Trx, which: Condition, making: Stamp): Promise<void> => {
  const untouchedLessons = sql<SqlBool>`${which} and ${isUntouched(making.at)}`
  await releaseBookings(trx, untouchedLessons, making, 'Jadwal kelas berubah')
  await trx.deleteFrom('pertemuan').where(untouchedLessons).execute()
}

/**
 * Replaces the untouched lessons of classes from a day on, for example after the weekday or time of
 * the classes has changed.
 */
export const retimeLessons = async (
  trx: Trx,
  classes: Condition,
  from: string,
  making: Stamp,
): Promise<void> => {
  await dropLessons(
    trx,
    sql`pertemuan.kursus_pelatih_id in (select kursus_pelatih.id from kursus_pelatih where ${classes}) and pertemuan.tanggal >= ${from}`,
    making,
  )
  await storeMissing(trx, await readClasses(trx, classes), making, from)
}

interface Slot {
  pelatih_id: number
  ruang_id: number
  kursus_id: number
  gedung_id: number
  hari: number
  jam_mulai: string
  jam_selesai: string
}
const timeKeys = ['hari', 'jam_mulai', 'jam_selesai', 'gedung_id'] as const
const placeKeys = ['pelatih_id', 'ruang_id', 'kursus_id'] as const

interface ClassChange {
  id: number
  /** Slot before the change; undefined for a new class. */
  before: Slot | undefined
  after: Slot & { status: string; mulai: string; selesai: string | null }
  zona_waktu: string
  /** First day on which the new slot is valid; null means today. */
  berlaku: string | null
}
/** Updates the untouched lessons of a class after the class was created or changed. */
export const followClass = async (
  trx: Trx,
  { id, before, after, zona_waktu, berlaku }: ClassChange,
  making: Stamp,
): Promise<void> => {
  const today = currentDay(zona_waktu, making.at)
  const from = berlaku !== null && berlaku > today ? berlaku : today
  const ownClass = sql<SqlBool>`kursus_pelatih.id = ${id}`
  if (before) {
    const outside: Condition =
      after.status === 'aktif'
        ? sql`(pertemuan.tanggal < ${after.mulai} or pertemuan.tanggal > ${after.selesai ?? '9999'})`
        : sql`1 = 1`
    await dropLessons(trx, sql`pertemuan.kursus_pelatih_id = ${id} and ${outside}`, making)
  }
  if (before && timeKeys.some((key) => before[key] !== after[key]))
    return retimeLessons(trx, ownClass, from, making)
  if (before && placeKeys.some((key) => before[key] !== after[key]))
    await trx
      .updateTable('pertemuan')
      .set((eb) => ({
        pelatih_id: after.pelatih_id,
        ruang_id: after.ruang_id,
        kursus_id: after.kursus_id,
        versi: eb('versi', '+', 1),
        updated_at: making.at.toISOString(),
        updated_by: authorId(making.by),
      }))
      .where('kursus_pelatih_id', '=', id)
      .where('tanggal', '>=', from)
      .where(isUntouched(making.at))
      .execute()
  const classes = await readClasses(trx, ownClass)
  // Creates the missing lessons of the class. If the class is not new, skips lessons that would
  // double-book a coach, room or student. Without this, a change of an unrelated field could fail
  // because of such a lesson.
  if (before) await storeWhatFits(trx, classes, making)
  else await storeMissing(trx, classes, making)
}

/**
 * Recalculates the start and end of future lessons after their outlet changed its time zone.
 * Returns the ids of lessons that keep their old times, because their coach or a student is busy at
 * the new times.
 */
export const rezoneLessons = async (
  trx: Trx,
  gedung_id: number,
  zona_waktu: string,
): Promise<number[]> => {
  const times = await trx
    .selectFrom('pertemuan')
    .select(['tanggal', 'jam_mulai', 'jam_selesai', 'mulai_at'])
    .distinct()
    .where('gedung_id', '=', gedung_id)
    .where('tanggal', '>=', currentDay(zona_waktu))
    .orderBy('tanggal')
    .orderBy('jam_mulai')
    .execute()
  // Updates the lessons from the last to the first if they become later, otherwise from the first
  // to the last. So each lesson moves to a time that is already free.
  const [first] = times
  const isLater = first !== undefined && lessonInstants(first, zona_waktu).mulai_at > first.mulai_at
  const stuck: number[] = []
  for (const { mulai_at: _, ...time } of isLater ? times.toReversed() : times) {
    const change = (which: Condition) =>
      trx.updateTable('pertemuan').set(lessonInstants(time, zona_waktu)).where(which).execute()
    const lessonsAtTime = sql<SqlBool>`pertemuan.gedung_id = ${gedung_id} and pertemuan.tanggal = ${time.tanggal} and pertemuan.jam_mulai = ${time.jam_mulai} and pertemuan.jam_selesai = ${time.jam_selesai}`
    if (await unlessDoubleBooked(trx, () => change(lessonsAtTime))) continue
    const rows = await trx.selectFrom('pertemuan').select('id').where(lessonsAtTime).execute()
    for (const { id } of rows)
      if (!(await unlessDoubleBooked(trx, () => change(sql`pertemuan.id = ${id}`)))) stuck.push(id)
  }
  return stuck
}
