/**
 * Makes the regular lessons of all classes for the next eight weeks (domain.md 2.4). A lesson that
 * exists is not made again, so the job can be repeated.
 */
import { sql } from 'kysely'
import { currentDay, addDays } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'
import { systemAuthor } from '#server/http/context.ts'
import { applyDuePlans } from '#server/modules/schedule/classes/classPlans.ts'
import type { Stamp } from '#server/modules/schedule/lessons/changeStamp.ts'
import { updateLessonsToDays } from '#server/modules/schedule/lessons/holidayLessons.ts'
import {
  readClasses,
  storeMissing,
  storeWhatFits,
} from '#server/modules/schedule/lessons/lessonRows.ts'

/** Maximum number of classes whose lessons one transaction makes. */
const batch = 500

export interface LessonCounts {
  /** Number of active classes that were processed. */
  kelas: number
  /** Number of lessons that were made. */
  dibuat: number
  /** Number of untouched lessons (`isUntouched`) that were cancelled, or that take place again. */
  diubah: number
  /** Lessons that were not made, because the coach, the room or a student is busy at that time. */
  bentrok: LeftLesson[]
}
interface LeftLesson {
  kursus_pelatih_id: number
  tanggal: string
  jam_mulai: string
}

type Write = <T>(fn: (trx: Trx) => Promise<T>) => Promise<T>
type Store = (
  trx: Trx,
  classes: Awaited<ReturnType<typeof readClasses>>,
) => Promise<{ made: number; left: LeftLesson[] }>
/**
 * Makes the lessons of a batch of classes together. If the database rejects a double booking, makes
 * the lessons one by one, and skips each lesson that would double-book a coach, room or student.
 */
const makeAll = async <T>(
  makeBatch: (trx: Trx, store: Store) => Promise<T>,
  write: Write,
  making: Stamp,
): Promise<T> => {
  const all: Store = async (trx, classes) => ({
    made: await storeMissing(trx, classes, making),
    left: [],
  })
  try {
    return await write((trx) => makeBatch(trx, all))
  } catch (error) {
    if (!(error instanceof HttpError) || error.status !== 409) throw error
    return write((trx) => makeBatch(trx, (inner, classes) => storeWhatFits(inner, classes, making)))
  }
}

/**
 * Makes the missing lessons of all classes, with up to 500 classes per transaction. The date of a
 * lesson is in the time zone of its outlet. `write` runs a function in a transaction; by default in
 * a long transaction of the database `db`. Returns the counts.
 */
export const makeLessons = async (
  db: Db,
  time = new Date(),
  write: Write = (fn) => transaction(db, fn, { long: true }),
): Promise<LessonCounts> => {
  const making = { at: time, by: systemAuthor }
  const counts: LessonCounts = { kelas: 0, dibuat: 0, diubah: 0, bentrok: [] }
  let after = 0
  // A class that ended before yesterday has ended in every time zone.
  const since = addDays(currentDay('Asia/Jakarta', time), -1)
  const makeBatch = async (trx: Trx, store: Store) => {
    const running = await trx
      .selectFrom('kursus_pelatih')
      .select('id')
      .where('status', '=', 'aktif')
      .where('id', '>', after)
      .where((eb) => eb.or([eb('selesai', 'is', null), eb('selesai', '>=', since)]))
      .orderBy('id')
      .limit(batch)
      .execute()
    const ids = running.map(({ id }) => id)
    if (ids.length === 0) return { ids, made: 0, left: [] }
    const classes = await readClasses(trx, sql`kursus_pelatih.id in (${sql.join(ids)})`)
    return { ids, ...(await store(trx, classes)) }
  }
  await applyDuePlans(making, write)
  for (;;) {
    const { ids, made, left } = await makeAll(makeBatch, write, making)
    counts.bentrok.push(...left)
    counts.kelas += ids.length
    counts.dibuat += made
    after = ids.at(-1) ?? after
    if (ids.length < batch) break
  }
  const { back, out } = await write((trx) => updateLessonsToDays(trx, making, sql`1 = 1`))
  counts.diubah = back + out
  return counts
}
