/**
 * Splits amounts of bills, such as payments, into the lines of the bills (domain.md 5, kas by
 * item).
 */
import { sql } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import type { Sql } from '#server/modules/report/reportQuery.ts'

/** Amount in rupiah above which twice the product of two amounts exceeds 64 bits. */
const large = 2_000_000_000
/**
 * Returns the SQL for `n × over / by`, rounded half up, for values of at least 0. It equals `scale`
 * in contract/values/rupiah.ts.
 */
export const scaled = (engine: Engine, n: Sql, over: Sql, by: Sql): Sql => {
  const wide =
    engine === 'sqlite'
      ? sql`cast(1.0 * ${n} * ${over} / ${by} + 0.5 as integer)`
      : sql`floor((2 * ${n}::numeric * ${over} + ${by}) / (2 * ${by}))::bigint`
  return sql`case when ${n} = ${by} then ${over} when ${by} > ${sql.lit(large)} then ${wide} else (2 * ${n} * ${over} + ${by}) / (2 * ${by}) end`
}

/** Columns of a bill line that are copied to its parts. */
const ofLine = sql`i.id as item_id, i.jenis_billing_id, i.kursus_id, i.peserta_id,
      i.jumlah as item_jumlah, i.diskon as item_diskon, i.ppn as item_ppn`
/**
 * Splits amounts into the lines of their bills, in proportion to the line amounts. The last line
 * gets the rounding difference. `amounts` has the columns `bagian_id`, `billing_id`, `jumlah`,
 * `total` (of the bill), and may have further columns. The result has all columns of `amounts`, the
 * columns of the bill line (`ofLine`), and the part `neto`. Most amounts equal the total of their
 * bill. The parts of such an amount equal the line amounts, so they are read without window
 * functions.
 */
const partsOf = (engine: Engine, amounts: Sql): Sql => {
  const part = scaled(engine, sql`x.jumlah`, sql`i.jumlah`, sql`x.total`)
  const inOrder = sql`partition by x.bagian_id order by i.urutan, i.id`
  return sql`with x as materialized (${amounts})
    select x.*, ${ofLine}, i.jumlah as neto from x join billing_item i on i.billing_id = x.billing_id where x.jumlah = x.total
    union all select x.*, ${ofLine},
      case when lead(i.id) over (${inOrder}) is null
        then x.jumlah - cast(coalesce(sum(${part}) over (${inOrder} rows between unbounded preceding and 1 preceding), 0) as bigint)
        else ${part} end as neto
    from x join billing_item i on i.billing_id = x.billing_id where x.jumlah <> x.total`
}
/**
 * Returns the parts of `partsOf` with discount and PPN added: `bruto − diskon + ppn = neto`.
 * Discount and PPN are 0 in a part that rounding made negative.
 */
export const lineParts = (engine: Engine, amounts: Sql): Sql => {
  const share = (of: Sql) =>
    sql`case when y.item_jumlah > 0 and y.neto > 0 then ${scaled(engine, sql`y.neto`, of, sql`y.item_jumlah`)} else 0 end`
  return sql`select z.*, z.neto + z.diskon - z.ppn as bruto from (
    select y.*, ${share(sql`y.item_diskon`)} as diskon, ${share(sql`y.item_ppn`)} as ppn from (${partsOf(engine, amounts)}) y) z`
}
