/**
 * Student numbers (No. Induk), counted 1, 2, 3 … in each year (domain.md 2.1). They have their own
 * counter, because row ids have gaps: payers, coaches and failed saves also take row ids.
 */
import { sql } from 'kysely'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'

const kind = 'induk'
const prefixOf = (year: number): string => `P-${year}-`
/** Formats a student number, such as `P-2026-00001`. */
export const studentNumber = (year: number, n: number): string =>
  `${prefixOf(year)}${String(n).padStart(5, '0')}`

/**
 * Returns the largest student number of a year; 0 if there is none. A year's counter starts after
 * this number, because older numbers were given without a counter.
 */
const lastGiven = async (trx: Trx, prefix: string): Promise<number> => {
  // Selects the numbers that begin with the prefix and a digit. Uses a range instead of LIKE,
  // because a range can use the index. The colon sorts directly after `9`.
  const row = await trx
    .selectFrom('peserta_profil')
    .select('no_induk')
    .where('no_induk', '>=', `${prefix}0`)
    .where('no_induk', '<', `${prefix}:`)
    .orderBy(sql`length(no_induk)`, 'desc')
    .orderBy('no_induk', 'desc')
    .executeTakeFirst()
  const digits = row?.no_induk.slice(prefix.length) ?? ''
  return /^\d{1,9}$/.test(digits) ? Number(digits) : 0
}

/**
 * Returns the next student number and increases the counter. Runs in the transaction that stores
 * the student, so that a failed save uses no number. Of two concurrent saves the second waits for
 * the counter's row, or is retried.
 */
export const takeStudentNumber = async (
  trx: Trx,
  year = Number(currentDay().slice(0, 4)),
): Promise<string> => {
  const seri = prefixOf(year)
  const { nilai } = await trx
    .insertInto('penghitung')
    .values({ jenis: kind, seri, nilai: 1 })
    .onConflict((c) =>
      c.columns(['jenis', 'seri']).doUpdateSet({ nilai: sql<number>`penghitung.nilai + 1` }),
    )
    .returning('nilai')
    .executeTakeFirstOrThrow()
  if (nilai > 1) return studentNumber(year, nilai)
  const next = (await lastGiven(trx, seri)) + 1
  if (next > 1)
    await trx
      .updateTable('penghitung')
      .set({ nilai: next })
      .where('jenis', '=', kind)
      .where('seri', '=', seri)
      .execute()
  return studentNumber(year, next)
}
