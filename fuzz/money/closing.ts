/** Actions that close and reopen the cash of an outlet, and lock the books up to a day. */
import { sql } from 'kysely'
import { addDays, currentDay, firstDay } from '#contract/values/tanggal.ts'
import { alasan, daysBack, thisMonth, type Move } from './rows.ts'
import { readSetting, setTo } from './settings.ts'

/**
 * Closes the cash of an outlet up to a day. The day is one to three days after the last closed day.
 * Returns undefined if the day is not before today.
 */
export const closeTill: Move = async ({ db, r, arena }) => {
  const gedung_id = r.pick(arena.gedung)
  const last = await db
    .selectFrom('tutup_kas')
    .select((eb) => [eb.fn.max('tanggal').as('tanggal'), sql<number>`count(*)`.as('n')])
    .where('gedung_id', '=', gedung_id)
    .where('dibuka_at', 'is', null)
    .executeTakeFirst()
  const tanggal = last?.tanggal
    ? addDays(last.tanggal, r.int(1, 3))
    : addDays(currentDay(), -daysBack)
  if (tanggal >= currentDay()) return undefined
  const dihitung = r.long(900_000)
  return {
    path: '/tutup-kas/create',
    body: {
      gedung_id,
      tanggal,
      ...(!last?.tanggal && { awal: 0 }),
      dihitung,
      disetor: r.int(0, dihitung),
      alasan_selisih: alasan,
    },
  }
}
export const reopenTill: Move = async ({ db, r, arena }) => {
  const rows = await db
    .selectFrom('tutup_kas')
    .select('id')
    .where('gedung_id', '=', r.pick(arena.gedung))
    .where('dibuka_at', 'is', null)
    .orderBy('tanggal', 'desc')
    .limit(2)
    .execute()
  const row = r.some(rows)
  return row && { path: `/tutup-kas/buka?id=${row.id}`, body: { alasan } }
}
/**
 * Moves the date up to which the books are locked one day later, at most to the end of the previous
 * month.
 */
export const lockBooks: Move = async (field) => {
  const { value: lockDate, versi } = await readSetting(field, 'kunci_buku_sampai')
  const from = typeof lockDate === 'string' ? lockDate : addDays(currentDay(), -daysBack - 10)
  const value = addDays(from, 1)
  if (value >= firstDay(thisMonth())) return undefined
  return setTo('kunci_buku_sampai', value, versi)
}
