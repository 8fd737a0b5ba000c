/** Amounts owed at the end of a day (domain.md 5, Piutang). */
import { sql, type SqlBool } from 'kysely'
import { addDays } from '#contract/values/tanggal.ts'
import type { Engine } from '#server/db/engine.ts'
import { lineParts } from '#server/modules/report/figures/lines.ts'
import {
  always,
  beginHere,
  earliestBegin,
  every,
  numberFilter,
  inScope,
  type ReportQuery,
  type Sql,
} from '#server/modules/report/reportQuery.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

export type AsOf = Pick<ReportQuery, 'engine' | 'actor' | 'saring'> & { pada: string }

/**
 * Returns the condition that an event had not happened by the end of the day `pada`, in the time
 * zone of the bill's outlet (`g`). An event that never happened has the instant null and meets the
 * condition.
 */
export const isLater = (instant: Sql, pada: string): Condition =>
  sql<SqlBool>`(${instant} is null or ${instant} >= ${beginHere(addDays(pada, 1), sql`g.zona_waktu`)})`
const wasBy = (instant: Sql, pada: string): Condition =>
  sql<SqlBool>`${instant} < ${beginHere(addDays(pada, 1), sql`g.zona_waktu`)}`

/**
 * Returns the SQL for the amount of bill `b` (outlet `g`) that was paid up to the day `until`, as
 * of the end of the day `pada`. An allocation counts even if it was voided after `pada`. If a
 * payment was moved to another bill after `pada`, its old allocation counts and its new allocation
 * does not.
 */
export const paidBy = (pada: string, until: Sql = sql`${pada}`): Sql => sql`(
  select cast(coalesce(sum(a.jumlah), 0) as bigint) from billing_payment_alokasi a
    left join billing_payment p on p.id = a.payment_id left join mutasi_saldo m on m.id = a.mutasi_id
  where a.billing_id = b.id and coalesce(p.tanggal, m.tanggal) <= ${until} and ${isLater(sql`a.void_at`, pada)}
    and (p.id is null or ${wasBy(sql`a.created_at`, pada)}
      or (not (${wasBy(sql`p.created_at`, pada)}) and not exists (
        select 1 from billing_payment_alokasi o where o.payment_id = p.id and o.id < a.id and o.void_at <= a.created_at and ${isLater(sql`o.void_at`, pada)}))))`

/**
 * Returns the condition for bills in scope that match the filters, and that were published and not
 * void at the end of the day `pada`.
 */
const wasThere = ({ actor, saring, pada }: AsOf): Condition =>
  every([
    sql<SqlBool>`b.status = 1 and b.tanggal_terbit <= ${pada}`,
    isLater(sql`b.void_at`, pada),
    inScope(actor, sql`b.gedung_id`),
    numberFilter({ saring }, 'gedung_id', sql`b.gedung_id`),
    numberFilter({ saring }, 'akun_billing_id', sql`b.akun_billing_id`),
  ])
/**
 * Returns a join that finds rows of a table by index for each row of the left side. PostgreSQL
 * would prefer to scan the whole table, which grows with the age of the school; `offset 0` prevents
 * this plan.
 */
const lookUp = (engine: Engine, table: string, as: string, on: Sql): Sql =>
  engine === 'sqlite'
    ? sql`join ${sql.table(table)} ${sql.ref(as)} on ${on}`
    : sql`cross join lateral (select ${sql.ref(as)}.* from ${sql.table(table)} ${sql.ref(as)} where ${on} offset 0) ${sql.ref(as)}`
/**
 * Returns the ids of bills that may have been open at the end of the day `pada`: bills that are
 * open now, and bills that were paid or voided later. The cost of the query depends on the number
 * of these bills and of their later payments and voids, not on the age of the school.
 */
const candidates = ({ engine, pada }: AsOf): Sql => {
  const since = earliestBegin(addDays(pada, 1))
  const allocations = (id: Sql, column: string) =>
    lookUp(engine, 'billing_payment_alokasi', 'a', sql`${sql.ref(`a.${column}`)} = ${id}`)
  return sql`select id from billing where status = 1 and void_at is null and payment_status in (0, 1)
    union select id from billing where void_at >= ${since}
    union select billing_id from billing_payment_alokasi where created_at >= ${since}
    union select a.billing_id from billing_payment p ${allocations(sql`p.id`, 'payment_id')} where p.tanggal > ${pada}
    union select a.billing_id from mutasi_saldo m ${allocations(sql`m.id`, 'mutasi_id')} where m.tanggal > ${pada}`
}
const bill = sql`b.id as bagian_id, b.id as billing_id, b.total, b.gedung_id, b.akun_billing_id, b.jatuh_tempo, b.tanggal_terbit as tanggal, b.id as dok, 'billing' as entitas, b.id as acu`
/**
 * Returns the bills that were open at the end of the day, with their remaining amount. The query is
 * materialized, because SQLite would otherwise compute the paid amount once for each age bucket.
 */
export const openBills = (asOf: AsOf, more: Condition = always): Sql => sql`
  with x as materialized (select ${bill}, b.total - ${paidBy(asOf.pada)} as jumlah
    from (${candidates(asOf)}) c ${lookUp(asOf.engine, 'billing', 'b', sql`b.id = c.id`)} join gedung g on g.id = b.gedung_id where ${wasThere(asOf)} and ${more})
  select x.* from x where x.jumlah > 0`
/**
 * Returns the bills that meet the condition `days`, each with an amount such as its total or its
 * paid amount.
 */
export const billsOf = (asOf: AsOf, days: Condition, jumlah: Sql): Sql => sql`
  select ${bill}, ${jumlah} as jumlah from billing b join gedung g on g.id = b.gedung_id where ${days} and ${wasThere(asOf)}`

const ofLines = ['jenis_billing_id', 'kursus_id', 'kategori_kursus_id', 'sales_id']
/**
 * Returns owed amounts of bills with the key of their report line. The amounts are split into bill
 * lines only if the group or a filter uses columns of bill lines.
 */
export const owedRows = (
  asOf: AsOf,
  amounts: Sql,
  { kunci, byLine, more = always }: { kunci: Sql; byLine: boolean; more?: Condition },
): Sql => {
  const { engine, saring } = asOf
  if (!byLine && !ofLines.some((name) => saring[name] !== undefined))
    return sql`select ${kunci} as kunci, f.dok, f.entitas, f.acu, cast(null as integer) as item_id, f.tanggal, f.jatuh_tempo, f.jumlah from (${amounts}) f where ${more}`
  return sql`select ${kunci} as kunci, f.dok, f.entitas, f.acu, f.item_id, f.tanggal, f.jatuh_tempo, f.neto as jumlah
    from (${lineParts(engine, amounts)}) f left join kursus k on k.id = f.kursus_id left join "user" s on s.id = f.peserta_id
    where ${every([
      sql<SqlBool>`f.neto <> 0`,
      numberFilter(asOf, 'jenis_billing_id', sql`f.jenis_billing_id`),
      numberFilter(asOf, 'kursus_id', sql`f.kursus_id`),
      numberFilter(asOf, 'kategori_kursus_id', sql`k.kategori_kursus_id`),
      numberFilter(asOf, 'sales_id', sql`s.sales_id`),
      more,
    ])}`
}
