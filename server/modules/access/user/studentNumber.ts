/**
 * No. Induk, the number of a student: 1, 2, 3 … of each year (domain.md 2.1). It is counted, not
 * made of the row's id, which payers and coaches take too, and which a refused save uses up.
 */
import { sql } from 'kysely'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'

const kind = 'induk'
const prefixOf = (year: number): string => `P-${year}-`
/** `P-2026-00001`. */
export const studentNumber = (year: number, n: number): string =>
  `${prefixOf(year)}${String(n).padStart(5, '0')}`

/** The largest number of a year that a student has: those of before there was a counter. */
const lastGiven = async (trx: Trx, prefix: string): Promise<number> => {
  // What goes on with a digit, by the index on numbers: a colon follows the nines.
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
 * Takes the next number inside the transaction that writes the student, so that a save that is
 * refused takes none. Two at once take turns: the second waits for the counter's row, or is tried
 * again.
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
