/** Income by bill line: as paid (cash) or as billed (accrual) (domain.md 5, Pendapatan). */
import { sql } from 'kysely'
import { isCounted } from '#server/modules/billing/bills/scope.ts'
import { lineParts } from '#server/modules/report/figures/lines.ts'
import {
  between,
  every,
  numberFilter,
  inScope,
  type ReportQuery,
  type Sql,
} from '#server/modules/report/reportQuery.ts'
import { seesAllOutlets } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

type Days = Pick<ReportQuery, 'dari' | 'sampai' | 'engine' | 'actor' | 'saring' | 'basis'>

/** Returns the condition of the filters on columns of bill `b`, within the actor's scope. */
const ofBill = (query: Days): Condition =>
  every([
    inScope(query.actor, sql`b.gedung_id`),
    numberFilter(query, 'gedung_id', sql`b.gedung_id`),
    numberFilter(query, 'akun_billing_id', sql`b.akun_billing_id`),
  ])
/**
 * Returns the non-void allocations to bills. An allocation of a payment has the date of the
 * payment; an allocation of saldo has the date of its use. An overpayment is no allocation: it
 * becomes saldo, which is not income yet.
 */
const paid = (query: Days): Sql => {
  const columns = sql`a.id as bagian_id, a.billing_id, a.jumlah, b.total, b.gedung_id`
  const ofSaldo = query.saring.metode === undefined && query.saring.bank_id === undefined
  // Links to the bill instead of the receipt for an actor limited to some outlets, because a
  // receipt may also pay a bill of another outlet.
  const leadsTo = seesAllOutlets(query.actor)
    ? sql`'billing-payment' as entitas, p.id as acu`
    : sql`'billing' as entitas, a.billing_id as acu`
  return sql`select ${columns}, p.tanggal, p.metode, p.bank_id, p.id as dok, ${leadsTo}
    from billing_payment p join billing_payment_alokasi a on a.payment_id = p.id and a.void_at is null join billing b on b.id = a.billing_id
    where ${between(sql`p.tanggal`, query)} and ${ofBill(query)} and ${numberFilter(query, 'metode', sql`p.metode`)} and ${numberFilter(query, 'bank_id', sql`p.bank_id`)}
    ${
      ofSaldo
        ? sql`union all select ${columns}, m.tanggal, null, null, -m.id, 'billing', a.billing_id
    from mutasi_saldo m join billing_payment_alokasi a on a.mutasi_id = m.id and a.void_at is null join billing b on b.id = a.billing_id
    where m.jenis = 'pakai' and ${between(sql`m.tanggal`, query)} and ${ofBill(query)}`
        : sql``
    }`
}
/**
 * Returns the lines of published bills that are not void, by issue date. Omits opening bills, which
 * the old books of the school have counted.
 */
const billed = (query: Days): Sql => sql`
  select i.id as item_id, b.id as dok, 'billing' as entitas, b.id as acu, b.tanggal_terbit as tanggal, b.gedung_id,
    null as metode, null as bank_id, i.jenis_billing_id, i.kursus_id, i.peserta_id,
    i.jumlah as neto, i.diskon, i.ppn, i.jumlah_bruto as bruto
  from billing b join billing_item i on i.billing_id = b.id
  where b.status = 1 and b.void_at is null and ${isCounted(sql`b.sumber`)} and ${between(sql`b.tanggal_terbit`, query)} and ${ofBill(query)}`

/**
 * Returns the rows of income of a period with `neto`, `diskon`, `ppn`, `bruto`, and the columns for
 * filters and groups. `kunci` may use columns of `f` (the row), `k` (its course) and `s` (its
 * student).
 */
export const incomeRows = (query: Days, kunci: Sql, more: readonly Condition[] = []): Sql => {
  const rows = query.basis === 'akrual' ? billed(query) : lineParts(query.engine, paid(query))
  return sql`select ${kunci} as kunci, f.dok, f.entitas, f.acu, f.item_id, f.tanggal, f.neto, f.diskon, f.ppn, f.bruto
    from (${rows}) f left join kursus k on k.id = f.kursus_id left join "user" s on s.id = f.peserta_id
    where ${every([
      numberFilter(query, 'jenis_billing_id', sql`f.jenis_billing_id`),
      numberFilter(query, 'kursus_id', sql`f.kursus_id`),
      numberFilter(query, 'kategori_kursus_id', sql`k.kategori_kursus_id`),
      numberFilter(query, 'sales_id', sql`s.sales_id`),
      ...more,
    ])}`
}
