/** Students whose bills are overdue (domain.md 3.12). */
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/tables.ts'
import { overdue } from '#server/modules/billing/scope.ts'
import { readSome } from '#server/settings.ts'

/**
 * How many months some students are behind: months of overdue bills with a line of theirs. A bill
 * without a period counts for the month in which it is due. Who is not behind is left out.
 */
const readArrears = async (
  db: Db | Trx,
  students: readonly number[],
): Promise<ReadonlyMap<number, number>> => {
  if (students.length === 0) return new Map()
  const month = sql`coalesce(billing.periode, substr(billing.jatuh_tempo, 1, 7))`
  const rows = await db
    .selectFrom('billing_item as i')
    .innerJoin('billing', 'billing.id', 'i.billing_id')
    .select(['i.peserta_id', sql<number>`count(distinct ${month})`.as('bulan')])
    .where('i.peserta_id', 'in', students)
    .where(overdue())
    .groupBy('i.peserta_id')
    .execute()
  return new Map(
    rows.flatMap(({ peserta_id, bulan }) =>
      peserta_id === null ? [] : [[peserta_id, Number(bulan)] as const],
    ),
  )
}

/** Those of some students who are behind by so many months at least. */
export const readBehind = async (
  db: Db | Trx,
  students: readonly number[],
  months: number,
): Promise<ReadonlySet<number>> =>
  new Set(
    [...(await readArrears(db, students))].flatMap(([id, bulan]) => (bulan >= months ? [id] : [])),
  )

/**
 * The red flag of those who are behind by as many months as the school sets: how many they are,
 * never an amount, as coaches see it too.
 */
export const readFlags = async (
  db: Db | Trx,
  students: readonly number[],
): Promise<Map<number, { bulan: number }>> => {
  const { blokir_tunggakan_bulan } = await readSome(db, ['blokir_tunggakan_bulan'])
  return new Map(
    [...(await readArrears(db, students))].flatMap(([id, bulan]) =>
      bulan >= blokir_tunggakan_bulan ? [[id, { bulan }] as const] : [],
    ),
  )
}
