import { sql } from 'kysely'
import { pendapatan } from '#contract/report/pendapatan.ts'
import { paymentScope } from '#server/modules/billing/bills/scope.ts'
import { incomeRows } from '#server/modules/report/figures/income.ts'
import { reportModule } from '#server/modules/report/module.ts'
import {
  always,
  between,
  every,
  numberFilter,
  inScope,
  nothing,
  type ReportQuery,
  type Sql,
} from '#server/modules/report/reportQuery.ts'

const keys: Readonly<Record<string, Sql>> = {
  bulan: sql`substr(f.tanggal, 1, 7)`,
  gedung: sql`f.gedung_id`,
  jenis: sql`f.jenis_billing_id`,
  kategori: sql`k.kategori_kursus_id`,
  kursus: sql`f.kursus_id`,
  metode: sql`f.metode`,
  bank: sql`f.bank_id`,
  sales: sql`s.sales_id`,
}
/**
 * Returns the payments in scope, filtered by the outlet that received them. `ke_saldo` is the part
 * of a payment that became saldo.
 */
const received = (query: ReportQuery) => sql`
  select null as kunci, id as dok, 'billing-payment' as entitas, id as acu, cast(null as integer) as item_id, tanggal, jumlah, ke_saldo
  from billing_payment where void_at is null and ${every([
    between(sql`tanggal`, query),
    paymentScope(query.actor) ?? always,
    numberFilter(query, 'gedung_id', sql`gedung_id`),
    numberFilter(query, 'metode', sql`metode`),
    numberFilter(query, 'bank_id', sql`bank_id`),
  ])}`
/** Returns the allocations of saldo to bills, by the day of use. */
const used = (query: ReportQuery) => sql`
  select null as kunci, m.id as dok, 'billing' as entitas, a.billing_id as acu, cast(null as integer) as item_id, m.tanggal, a.jumlah
  from mutasi_saldo m join billing_payment_alokasi a on a.mutasi_id = m.id and a.void_at is null join billing b on b.id = a.billing_id
  where m.jenis = 'pakai' and ${every([
    between(sql`m.tanggal`, query),
    inScope(query.actor, sql`b.gedung_id`),
    numberFilter(query, 'gedung_id', sql`b.gedung_id`),
  ])}`
/**
 * Filters on bill lines. The tiles are omitted when such a filter is set, because a payment has no
 * bill line.
 */
const ofLines = ['jenis_billing_id', 'kategori_kursus_id', 'kursus_id', 'sales_id']

export const pendapatanReport = reportModule(pendapatan, {
  sources: (query) => [
    {
      rows: incomeRows(query, keys[query.kelompok] ?? nothing),
      splits: true,
      takes: {
        bruto: { value: sql`f.bruto` },
        diskon: { value: sql`f.diskon` },
        ppn: { value: sql`f.ppn` },
        neto: { value: sql`f.neto` },
        transaksi: {},
      },
    },
  ],
  tiles: (query) => {
    if (ofLines.some((name) => query.saring[name] !== undefined)) return []
    const money = {
      rows: received(query),
      takes: { diterima: { value: sql`f.jumlah` }, uang_muka: { value: sql`f.ke_saldo` } },
    }
    const saldo = { rows: used(query), takes: { saldo_dipakai: { value: sql`f.jumlah` } } }
    return query.saring.metode === undefined && query.saring.bank_id === undefined
      ? [money, saldo]
      : [money]
  },
})
