/**
 * Sum of the payments of families for the students of a sales person (domain.md 5, performa sales).
 */
import { sql, type SqlBool } from 'kysely'
import { scale } from '#contract/values/rupiah.ts'
import type { Db } from '#server/db/schema/tables.ts'

interface Paid {
  jumlah: number
  own: number
  total: number
}
/**
 * Returns the income in rupiah that a sales person's students brought in a period. Only allocations
 * to bills that are not void count. If a bill also has lines for other students, the income is the
 * share of the lines for the sales person's students. As in the reports, payments count on their
 * payment date, and saldo counts on the day of its use.
 */
export const readRevenue = async (
  db: Db,
  sales: number,
  { from, to }: { from: string; to: string },
): Promise<number> => {
  const ownItems = sql`select 1 from billing_item i join "user" s on s.id = i.peserta_id where i.billing_id = a.billing_id and s.sales_id = ${sales}`
  const { rows } = await sql<Paid>`
    select a.jumlah,
      (select coalesce(sum(i.jumlah), 0) from billing_item i join "user" s on s.id = i.peserta_id where i.billing_id = a.billing_id and s.sales_id = ${sales}) as own,
      (select coalesce(sum(i.jumlah), 0) from billing_item i where i.billing_id = a.billing_id) as total
    from (
      select a.* from billing_payment p join billing_payment_alokasi a on a.payment_id = p.id
      where p.tanggal between ${from} and ${to}
      union all
      select a.* from mutasi_saldo m join billing_payment_alokasi a on a.mutasi_id = m.id
      where m.jenis = 'pakai' and m.tanggal between ${from} and ${to}) a
    where a.void_at is null and ${sql<SqlBool>`exists (${ownItems})`}`.execute(db)
  return rows.reduce((sum, row) => {
    const [ownShare, total] = [Number(row.own), Number(row.total)]
    return total > 0 && ownShare > 0 ? sum + scale(Number(row.jumlah), ownShare, total) : sum
  }, 0)
}
