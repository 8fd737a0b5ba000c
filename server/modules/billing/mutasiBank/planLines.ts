/** Lines of a bank's file that are not stored yet, each with its unique key (domain.md 3.7). */
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { FileLine } from '#server/modules/billing/mutasiBank/statementFile/statement.ts'

/** Maximum number of keys per statement. */
const keysAtOnce = 500

/** New line, with its unique key. */
export interface NewLine extends FileLine {
  kunci: string
}
/** Reads the balances of the account's stored lines, by base hash. */
const readKnown = async (db: Db | Trx, bank_id: number, bases: readonly string[]) => {
  const balances = new Map<string, (string | null)[]>()
  for (let start = 0; start < bases.length; start += keysAtOnce) {
    const rows = await db
      .selectFrom('mutasi_bank')
      .select(['bank_id', 'dasar', 'kunci'])
      .where('dasar', 'in', bases.slice(start, start + keysAtOnce))
      .execute()
    // Filtered here: with the bank in the query, PostgreSQL would read all lines of the account.
    for (const { dasar, kunci } of rows.filter((row) => row.bank_id === bank_id))
      balances.set(dasar, [...(balances.get(dasar) ?? []), balanceOfKey(kunci)])
  }
  return balances
}
/** Unique key of a line: base hash, balance, and a counter among lines equal in both. */
const keyOf = ({ dasar, saldo_sen }: FileLine, nth: number): string =>
  `${dasar}:${saldo_sen ?? ''}:${nth}`
const balanceOfKey = (kunci: string): string | null => kunci.split(':')[1] || null

/**
 * Returns the new lines among those with one base hash. Lines with equal balances are matched
 * first; then a line without a balance matches any, as the balance column may be mapped in only one
 * of the imports.
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

/** Returns the lines that are not stored yet. */
export const planLines = async (
  db: Db | Trx,
  bank_id: number,
  lines: readonly FileLine[],
): Promise<NewLine[]> => {
  const byBase = Map.groupBy(lines, (line) => line.dasar)
  const balancesByBase = await readKnown(db, bank_id, [...byBase.keys()])
  return [...byBase].flatMap(([base, alike]) => newOfBase(alike, balancesByBase.get(base) ?? []))
}
