/** Income by bill line, as paid (cash) or as billed (accrual) (domain.md 5, Pendapatan). */
import { sql } from 'kysely'
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

/** Filters on columns of the bill. */
const ofBill = (asked: Days): Condition =>
  every([
    inScope(asked.actor, sql`b.gedung_id`),
    numberFilter(asked, 'gedung_id', sql`b.gedung_id`),
    numberFilter(asked, 'akun_billing_id', sql`b.akun_billing_id`),
  ])
/**
 * Live allocations: those of payments by payment date, those of credit by date of use. An
 * overpayment becomes credit, which is not income yet.
 */
const paid = (asked: Days): Sql => {
  const columns = sql`a.id as bagian_id, a.billing_id, a.jumlah, b.total, b.gedung_id`
  const ofSaldo = asked.saring.metode === undefined && asked.saring.bank_id === undefined
  // A receipt may also pay a bill of another outlet, so actors limited to an outlet get a link to
  // its bill instead.
  const leadsTo = seesAllOutlets(asked.actor)
    ? sql`'billing-payment' as entitas, p.id as acu`
    : sql`'billing' as entitas, a.billing_id as acu`
  return sql`select ${columns}, p.tanggal, p.metode, p.bank_id, p.id as dok, ${leadsTo}
    from billing_payment p join billing_payment_alokasi a on a.payment_id = p.id and a.void_at is null join billing b on b.id = a.billing_id
    where ${between(sql`p.tanggal`, asked)} and ${ofBill(asked)} and ${numberFilter(asked, 'metode', sql`p.metode`)} and ${numberFilter(asked, 'bank_id', sql`p.bank_id`)}
    ${
      ofSaldo
        ? sql`union all select ${columns}, m.tanggal, null, null, -m.id, 'billing', a.billing_id
    from mutasi_saldo m join billing_payment_alokasi a on a.mutasi_id = m.id and a.void_at is null join billing b on b.id = a.billing_id
    where m.jenis = 'pakai' and ${between(sql`m.tanggal`, asked)} and ${ofBill(asked)}`
        : sql``
    }`
}
/** Lines of published bills that are not void, by issue date. */
const billed = (asked: Days): Sql => sql`
  select i.id as item_id, b.id as dok, 'billing' as entitas, b.id as acu, b.tanggal_terbit as tanggal, b.gedung_id,
    null as metode, null as bank_id, i.jenis_billing_id, i.kursus_id, i.peserta_id,
    i.jumlah as neto, i.diskon, i.ppn, i.jumlah_bruto as bruto
  from billing b join billing_item i on i.billing_id = b.id
  where b.status = 1 and b.void_at is null and ${between(sql`b.tanggal_terbit`, asked)} and ${ofBill(asked)}`

/**
 * Rows of income of some days: `neto`, `diskon`, `ppn`, `bruto`, and the columns for filters and
 * groups. `kunci` may use columns of `f` (the row), `k` (its course) and `s` (its student).
 */
export const incomeRows = (asked: Days, kunci: Sql, more: readonly Condition[] = []): Sql => {
  const rows = asked.basis === 'akrual' ? billed(asked) : lineParts(asked.engine, paid(asked))
  return sql`select ${kunci} as kunci, f.dok, f.entitas, f.acu, f.item_id, f.tanggal, f.neto, f.diskon, f.ppn, f.bruto
    from (${rows}) f left join kursus k on k.id = f.kursus_id left join "user" s on s.id = f.peserta_id
    where ${every([
      numberFilter(asked, 'jenis_billing_id', sql`f.jenis_billing_id`),
      numberFilter(asked, 'kursus_id', sql`f.kursus_id`),
      numberFilter(asked, 'kategori_kursus_id', sql`k.kategori_kursus_id`),
      numberFilter(asked, 'sales_id', sql`s.sales_id`),
      ...more,
    ])}`
}
