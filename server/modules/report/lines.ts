/** Amounts of bills told apart by the lines of the bills (domain.md 5, kas by item). */
import { sql } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import type { Sql } from '#server/modules/report/asked.ts'

/** Beyond this the product of two amounts does not fit into 64 bits, twice. */
const large = 2_000_000_000
/** `n × over / by`, half up, of what is not below zero: `scale` of contract/values/rupiah.ts. */
export const scaled = (engine: Engine, n: Sql, over: Sql, by: Sql): Sql => {
  const wide =
    engine === 'sqlite'
      ? sql`cast(1.0 * ${n} * ${over} / ${by} + 0.5 as integer)`
      : sql`floor((2 * ${n}::numeric * ${over} + ${by}) / (2 * ${by}))::bigint`
  return sql`case when ${n} = ${by} then ${over} when ${by} > ${sql.lit(large)} then ${wide} else (2 * ${n} * ${over} + ${by}) / (2 * ${by}) end`
}

/** Columns of a line that a part of it has too. */
const ofLine = sql`i.id as item_id, i.jenis_billing_id, i.kursus_id, i.peserta_id,
      i.jumlah as item_jumlah, i.diskon as item_diskon, i.ppn as item_ppn`
/**
 * Amounts (`amounts`: rows with `bagian_id`, `billing_id`, `jumlah`, the bill's `total`, and
 * whatever else) by the lines of their bills, in proportion to what the lines come to; the last
 * line takes what rounding leaves. Each row gains the line's columns and `neto`, its part. Of a
 * whole bill the parts are its lines: most are, and need no looking at their neighbours.
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
 * The same with the discount and the PPN in each part; `bruto − diskon + ppn = neto`. A part that
 * rounding made less than nothing has neither.
 */
export const lineParts = (engine: Engine, amounts: Sql): Sql => {
  const share = (of: Sql) =>
    sql`case when y.item_jumlah > 0 and y.neto > 0 then ${scaled(engine, sql`y.neto`, of, sql`y.item_jumlah`)} else 0 end`
  return sql`select z.*, z.neto + z.diskon - z.ppn as bruto from (
    select y.*, ${share(sql`y.item_diskon`)} as diskon, ${share(sql`y.item_ppn`)} as ppn from (${partsOf(engine, amounts)}) y) z`
}
