/** What honours cost, for reports (domain.md 5). */
import { sql, type SqlBool } from 'kysely'
import type { Db, Trx } from '#server/db/tables.ts'
import type { Condition } from '#server/resource/conditions.ts'

/** What coaches are paid by an outlet for a month, as far as it is final, in rupiah. */
export interface FinalHonour {
  gedung_id: number
  /** `YYYY-MM` */
  periode: string
  total: number
}

/**
 * Sums of the honours that are final or paid, by outlet and month, of the months `dari` to `sampai`
 * (`YYYY-MM`, both included). `gedung`: the outlets that count, all where it is undefined; `where`
 * is a further condition on `honor_periode`, as a reader's scope.
 */
export const readFinalHonours = async (
  db: Db | Trx,
  months: { dari: string; sampai: string },
  { gedung, where }: { gedung?: readonly number[]; where?: Condition } = {},
): Promise<FinalHonour[]> => {
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
