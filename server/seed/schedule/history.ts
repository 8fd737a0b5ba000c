/**
 * Makes the past of the classes of a generated school: lessons, attendance, leave of coaches, and
 * make-up credits. Three kinds of rows concern `today` or later: booked make-up lessons, future
 * leave, and this morning's reports of coaches who are coming.
 */
import { makeRandom } from '#contract/values/random.ts'
import { addDays, weekday } from '#contract/values/tanggal.ts'
import { restartIds } from '#server/db/ddl.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { counters, type Row } from '#server/seed/maker.ts'
import { makeLeave } from '#server/seed/schedule/leave.ts'
import { grantDemoFamily, makeUps } from '#server/seed/schedule/makeUps.ts'
import { readPast, type HistoryClass, type Past } from '#server/seed/schedule/past.ts'
import { holdClass, setOut } from '#server/seed/schedule/pastLessons.ts'

/**
 * Number of past days for which lessons are made. `demo` is for the classes of the demo accounts,
 * `all` for all other classes.
 */
const days = { all: 91, demo: 364 }
const tables = [
  'pelatih_libur',
  'pertemuan',
  'absensi_pelatih',
  'absensi',
  'kredit_pengganti',
] as const
/** Returns id counters that continue after the highest stored id of each table. */
const lastIds = async (trx: Trx) => {
  const ids = counters()
  for (const table of tables) {
    const { id } = await trx
      .selectFrom(table)
      .select((eb) => eb.fn.max('id').as('id'))
      .executeTakeFirstOrThrow()
    ids.set(table, id ?? 0)
  }
  return ids
}

/** Returns the first day for which a lesson of a class is made. */
const firstDay = ({ hari, mulai, isDemo }: HistoryClass, today: string): string => {
  const earliest = addDays(today, -(isDemo ? days.demo : days.all))
  const from = mulai > earliest ? mulai : earliest
  return addDays(from, (hari - weekday(from) + 7) % 7)
}
const live = (past: Past): void => {
  makeLeave(past)
  grantDemoFamily(past)
  for (const kelas of past.classes)
    for (let day = firstDay(kelas, past.today); day < past.today; day = addDays(day, 7))
      holdClass(past, kelas, day)
  makeUps(past)
  setOut(past)
}

/** Stores the past of a school. Its future lessons must already be stored. */
export const makeHistory = (db: Db, today: string): Promise<void> =>
  transaction(db, async (trx) => {
    const rows = new Map<string, Row[]>()
    const put = (table: string, row: Row) => {
      const tableRows = rows.get(table)
      if (tableRows) tableRows.push(row)
      else rows.set(table, [row])
    }
    const ids = await lastIds(trx)
    live(await readPast(trx, { today, ids, put, random: makeRandom(2026) }))
    for (const table of tables) {
      await insertMany(trx, table, rows.get(table) ?? [])
      await restartIds(trx as never, table, (ids.last.get(table) ?? 0) + 1)
    }
  })
