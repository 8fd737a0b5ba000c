/** Reads which students have overdue bills (domain.md 3.12). */
import { sql, type SqlBool } from 'kysely'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { billingScope, overdue } from '#server/modules/billing/bills/scope.ts'
import { readSome } from '#server/settings.ts'

/**
 * Returns, by student id, the number of months by which payments for the student are behind: the
 * number of distinct months of overdue bills with a line of the student. A bill without a month
 * (`periode`) counts for the month of its due date. Omits students without overdue bills.
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

/** Returns those of the given students whose payments are at least `months` months behind. */
export const readStudentsInArrears = async (
  db: Db | Trx,
  students: readonly number[],
  months: number,
): Promise<ReadonlySet<number>> =>
  new Set(
    [...(await readArrears(db, students))].flatMap(([id, bulan]) => (bulan >= months ? [id] : [])),
  )

/**
 * Returns the warning flags of students in arrears, by student id. A student gets a flag if
 * payments are at least as many months behind as the setting `blokir_tunggakan_bulan` gives. The
 * flag holds only the number of months and not the amount owed, because coaches see the flag.
 */
export const readArrearsFlags = async (
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

/**
 * Reads, by student id, the overdue bills in the actor's scope with a line for the student: their
 * number, their remaining amount, and the oldest due date. A bill with lines for several students
 * counts for each student.
 */
export const readOverdueBills = async ({
  db,
  actor,
  ids,
}: {
  db: Db | Trx
  actor: Actor
  ids: readonly number[]
}) => {
  const bills = db
    .selectFrom('billing_item as i')
    .innerJoin('billing', 'billing.id', 'i.billing_id')
    .select(['i.peserta_id', 'billing.id', 'billing.sisa', 'billing.jatuh_tempo'])
    .distinct()
    .where('i.peserta_id', 'in', ids)
    .where(overdue())
    .where(billingScope(actor) ?? sql<SqlBool>`1 = 1`)
  const rows = await db
    .selectFrom(bills.as('b'))
    .select((eb) => ['b.peserta_id', eb.fn.countAll<number>().as('jumlah')])
    .select((eb) => eb.fn.sum<number>('b.sisa').as('sisa'))
    .select((eb) => eb.fn.min('b.jatuh_tempo').as('jatuh_tempo'))
    .groupBy('b.peserta_id')
    .execute()
  return new Map(rows.map((row) => [row.peserta_id, row]))
}
