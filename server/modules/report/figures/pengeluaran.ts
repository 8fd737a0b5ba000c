import { sql } from 'kysely'
import { pengeluaran } from '#contract/report/pengeluaran.ts'
import { reportModule } from '#server/modules/report/module.ts'
import {
  between,
  every,
  numberFilter,
  inScope,
  textFilter,
  nothing,
  type ReportQuery,
  type Sql,
} from '#server/modules/report/reportQuery.ts'

const keys: Readonly<Record<string, Sql>> = {
  kategori: sql`e.kategori`,
  sales: sql`e.sales_id`,
  gedung: sql`e.gedung_id`,
  bulan: sql`substr(e.tanggal, 1, 7)`,
}
type Days = Pick<ReportQuery, 'dari' | 'sampai' | 'actor' | 'saring'>
/** Returns the expenses of a period that have the given status and are not void. */
export const expenseRows = (
  query: Days,
  kunci: Sql,
  status: 'disetujui' | 'diajukan' = 'disetujui',
): Sql => sql`
  select ${kunci} as kunci, e.id as dok, 'pengeluaran-sales' as entitas, e.id as acu, cast(null as integer) as item_id, e.tanggal, e.jumlah
  from pengeluaran_sales e where e.status = ${sql.lit(status)} and e.void_at is null and ${every([
    between(sql`e.tanggal`, query),
    inScope(query.actor, sql`e.gedung_id`),
    numberFilter(query, 'gedung_id', sql`e.gedung_id`),
    numberFilter(query, 'sales_id', sql`e.sales_id`),
    textFilter(query, 'kategori', sql`e.kategori`),
    numberFilter(query, 'metode', sql`e.metode`),
  ])}`

export const pengeluaranReport = reportModule(pengeluaran, {
  sources: (query) => [
    {
      rows: expenseRows(query, keys[query.kelompok] ?? nothing),
      takes: { jumlah: { value: sql`f.jumlah` }, transaksi: {} },
    },
  ],
  tiles: (query) => [
    {
      rows: expenseRows(query, nothing, 'diajukan'),
      takes: { menunggu: { value: sql`f.jumlah` } },
    },
  ],
})
