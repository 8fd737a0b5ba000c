import { sql } from 'kysely'
import { pengeluaran } from '#contract/report/pengeluaran.ts'
import { reportModule } from '#server/modules/report/module.ts'
import {
  between,
  every,
  isAsked,
  isHere,
  isWord,
  nothing,
  type Asked,
  type Sql,
} from '#server/modules/report/reportQuery.ts'

const keys: Readonly<Record<string, Sql>> = {
  kategori: sql`e.kategori`,
  sales: sql`e.sales_id`,
  gedung: sql`e.gedung_id`,
  bulan: sql`substr(e.tanggal, 1, 7)`,
}
type Days = Pick<Asked, 'dari' | 'sampai' | 'actor' | 'saring'>
/** Expenses of some days in a state, without void ones. */
export const expenseRows = (
  asked: Days,
  kunci: Sql,
  status: 'disetujui' | 'diajukan' = 'disetujui',
): Sql => sql`
  select ${kunci} as kunci, e.id as dok, 'pengeluaran-sales' as entitas, e.id as acu, cast(null as integer) as item_id, e.tanggal, e.jumlah
  from pengeluaran_sales e where e.status = ${sql.lit(status)} and e.void_at is null and ${every([
    between(sql`e.tanggal`, asked),
    isHere(asked.actor, sql`e.gedung_id`),
    isAsked(asked, 'gedung_id', sql`e.gedung_id`),
    isAsked(asked, 'sales_id', sql`e.sales_id`),
    isWord(asked, 'kategori', sql`e.kategori`),
    isAsked(asked, 'metode', sql`e.metode`),
  ])}`

export const pengeluaranReport = reportModule(pengeluaran, {
  sources: (asked) => [
    {
      rows: expenseRows(asked, keys[asked.kelompok] ?? nothing),
      takes: { jumlah: { value: sql`f.jumlah` }, transaksi: {} },
    },
  ],
  tiles: (asked) => [
    {
      rows: expenseRows(asked, nothing, 'diajukan'),
      takes: { menunggu: { value: sql`f.jumlah` } },
    },
  ],
})
