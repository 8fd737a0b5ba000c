/** Reads the cost of coach pay for reports (domain.md 5). */
import { sql, type SqlBool } from 'kysely'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Final coach pay of an outlet for a month, in rupiah. */
export interface FinalCoachPay {
  gedung_id: number
  /** Month in the form `YYYY-MM`. */
  periode: string
  total: number
}

/**
 * Returns the sums of final and paid payslips by outlet and month, from the month `dari` to the
 * month `sampai` (`YYYY-MM`, both included). `gedung` limits the outlets; undefined means all
 * outlets. `where` is a further condition on `honor_periode`, such as the row scope of a reader.
 */
export const readFinalHonours = async (
  db: Db | Trx,
  months: { dari: string; sampai: string },
  { gedung, where }: { gedung?: readonly number[]; where?: Condition } = {},
): Promise<FinalCoachPay[]> => {
  if (gedung?.length === 0) return []
  const rows = await db
    .selectFrom('honor_periode')
    .select(['gedung_id', 'periode', (eb) => eb.fn.sum('total').as('total')])
    .where('status', '<>', 'draft')
    .where('periode', '>=', months.dari)
    .where('periode', '<=', months.sampai)
    .$if(gedung !== undefined, (q) => q.where('gedung_id', 'in', gedung ?? []))
    .where(where ?? sql<SqlBool>`1 = 1`)
    .groupBy(['gedung_id', 'periode'])
    .orderBy('periode')
    .orderBy('gedung_id')
    .execute()
  return rows.map((row) => ({ ...row, total: Number(row.total) }))
}
