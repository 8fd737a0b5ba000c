/**
 * Makes the regular lessons of all classes eight weeks ahead (domain.md 2.4). May run as often as
 * it likes: what is there stays.
 */
import { sql } from 'kysely'
import { currentDay, addDays } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'
import { clock } from '#server/http/context.ts'
import { beginPlanned } from '#server/modules/schedule/classPlans.ts'
import { followDays } from '#server/modules/schedule/holidayLessons.ts'
import {
  readClasses,
  storeMissing,
  storeWhatFits,
} from '#server/modules/schedule/lessonRows.ts'
import type { Stamp } from '#server/modules/schedule/stamp.ts'

/** Classes whose lessons one transaction makes. */
const batch = 500

export interface LessonCounts {
  /** Active classes that were looked at. */
  kelas: number
  /** Lessons that were made. */
  dibuat: number
  /** Untouched lessons that fall out now, or no longer do. */
  diubah: number
  /** Lessons that were not made, since a coach, room or student is elsewhere by then. */
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
 * Makes the lessons of a batch at once; where the database refuses to double-book, one by one
 * without those that would.
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
 * Makes what is missing, some hundred classes a transaction. Each outlet's days begin at its own
 * midnight. `write` runs a transaction: a job has its own. Answers what it did.
 */
export const makeLessons = async (
  db: Db,
  at = new Date(),
  write: Write = (fn) => transaction(db, fn, { long: true }),
): Promise<LessonCounts> => {
  const making = { at, by: clock }
  const counts: LessonCounts = { kelas: 0, dibuat: 0, diubah: 0, bentrok: [] }
  let after = 0
  // A class that ended before yesterday is of no zone's today.
  const since = addDays(currentDay('Asia/Jakarta', at), -1)
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
  await beginPlanned(making, write)
  for (;;) {
    const { ids, made, left } = await makeAll(makeBatch, write, making)
    counts.bentrok.push(...left)
    counts.kelas += ids.length
    counts.dibuat += made
    after = ids.at(-1) ?? after
    if (ids.length < batch) break
  }
  const { back, out } = await write((trx) => followDays(trx, making, sql`1 = 1`))
  counts.diubah = back + out
  return counts
}
