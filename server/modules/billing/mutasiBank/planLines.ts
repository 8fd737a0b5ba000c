/**
 * Finds the lines of a statement file that are not stored yet, and makes a unique key for each of
 * these lines (domain.md 3.7). Equal lines have the same base hash (`dasar`,
 * statementFile/statement.ts).
 */
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { FileLine } from '#server/modules/billing/mutasiBank/statementFile/statement.ts'

/** Maximum number of hashes (`dasar`) in the `in` list of an SQL statement. */
const keysAtOnce = 500

/** Line of a file that is not stored yet, with its unique key. */
export interface NewLine extends FileLine {
  kunci: string
}
/**
 * Returns the balances of the stored lines of a bank account, by base hash. A balance is a text in
 * hundredths of a rupiah; null if the line has none.
 */
const readKnown = async (db: Db | Trx, bank_id: number, bases: readonly string[]) => {
  const balances = new Map<string, (string | null)[]>()
  for (let start = 0; start < bases.length; start += keysAtOnce) {
    const rows = await db
      .selectFrom('mutasi_bank')
      .select(['bank_id', 'dasar', 'kunci'])
      .where('dasar', 'in', bases.slice(start, start + keysAtOnce))
      .execute()
    // Filters by bank account in code. If the SQL filtered by bank account, PostgreSQL would read
    // all lines of the account.
    for (const { dasar, kunci } of rows.filter((row) => row.bank_id === bank_id))
      balances.set(dasar, [...(balances.get(dasar) ?? []), balanceOfKey(kunci)])
  }
  return balances
}
/**
 * Returns the unique key of a line: base hash, balance, and a number that distinguishes lines with
 * equal hash and balance.
 */
const keyOf = ({ dasar, saldo_sen }: FileLine, nth: number): string =>
  `${dasar}:${saldo_sen ?? ''}:${nth}`
const balanceOfKey = (kunci: string): string | null => kunci.split(':')[1] || null

/**
 * Returns the lines that are not stored yet. All given lines have the same base hash, and
 * `storedBalances` has one balance for each stored line with that hash. Each stored line accounts
 * for one given line. First, a line is paired with a stored line of the same balance. Then a line
 * without a balance is paired with any remaining stored line, and a line with a balance is paired
 * with a stored line without a balance. The second step is needed because the balance column may be
 * mapped in only one of two imports.
 */
const newOfBase = (
  lines: readonly FileLine[],
  storedBalances: readonly (string | null)[],
): NewLine[] => {
  const freeBalances = [...storedBalances]
  const take = (index: number): boolean => index >= 0 && freeBalances.splice(index, 1).length > 0
  const unmet = lines
    .filter((line) => !(line.saldo_sen !== null && take(freeBalances.indexOf(line.saldo_sen))))
    .filter(
      (line) =>
        !take(line.saldo_sen === null ? freeBalances.length - 1 : freeBalances.indexOf(null)),
    )
  const counts = new Map<string | null, number>()
  for (const saldo of storedBalances) counts.set(saldo, (counts.get(saldo) ?? 0) + 1)
  return unmet.map((line) => {
    const nth = counts.get(line.saldo_sen) ?? 0
    counts.set(line.saldo_sen, nth + 1)
    return { ...line, kunci: keyOf(line, nth) }
  })
}

/** Returns the lines of the file that are not stored yet, each with its unique key. */
export const planLines = async (
  db: Db | Trx,
  bank_id: number,
  lines: readonly FileLine[],
): Promise<NewLine[]> => {
  const byBase = Map.groupBy(lines, (line) => line.dasar)
  const balancesByBase = await readKnown(db, bank_id, [...byBase.keys()])
  return [...byBase].flatMap(([base, alike]) => newOfBase(alike, balancesByBase.get(base) ?? []))
}
