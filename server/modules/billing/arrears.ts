/** Students whose bills are overdue (domain.md 3.12). */
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/tables.ts'
import { overdue } from '#server/modules/billing/scope.ts'

/**
 * Those of some students who are behind: overdue bills with a line of theirs are of so many months
 * at least. A bill without a period counts for the month in which it is due.
 */
export const readBehind = async (
  db: Db | Trx,
  students: readonly number[],
  months: number,
): Promise<ReadonlySet<number>> => {
  if (students.length === 0) return new Set()
  const month = sql`coalesce(billing.periode, substr(billing.jatuh_tempo, 1, 7))`
  const rows = await db
    .selectFrom('billing_item as i')
    .innerJoin('billing', 'billing.id', 'i.billing_id')
    .select('i.peserta_id')
    .where('i.peserta_id', 'in', students)
    .where(overdue())
    .groupBy('i.peserta_id')
    .having(sql<boolean>`count(distinct ${month}) >= ${months}`)
    .execute()
  return new Set(rows.flatMap((row) => row.peserta_id ?? []))
}
