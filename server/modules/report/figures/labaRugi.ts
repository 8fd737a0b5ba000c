import { sql } from 'kysely'
import { labaRugi } from '#contract/report/labaRugi.ts'
import type { Values } from '#contract/report/report.ts'
import { comparedSpan } from '#contract/report/spans.ts'
import { KategoriPengeluaran } from '#contract/sales/expenseEnums.ts'
import { honorRows } from '#server/modules/report/figures/honor.ts'
import { incomeRows } from '#server/modules/report/figures/income.ts'
import { lineParts } from '#server/modules/report/figures/lines.ts'
import { expenseRows } from '#server/modules/report/figures/pengeluaran.ts'
import { reportModule } from '#server/modules/report/module.ts'
import {
  between,
  every,
  numberFilter,
  inScope,
  nothing,
  type ReportQuery,
  type Sql,
} from '#server/modules/report/reportQuery.ts'

const columns = sql`dok, entitas, acu, item_id, tanggal`
/**
 * Returns the income before discounts by billing type, and the discounts as negative rows. PPN is
 * omitted, because it is not income.
 */
const income = (query: ReportQuery): Sql => sql`
  select case c.bagian when 1 then 'pendapatan:' || f.kunci else 'diskon' end as kunci, ${columns},
    case c.bagian when 1 then f.bruto else -f.diskon end as nilai
  from (${incomeRows(query, sql`f.jenis_billing_id`)}) f cross join (select 1 as bagian union all select 2) c`
/**
 * Returns the credit notes as negative income without PPN. Credit notes of void bills are omitted.
 * A later refund of a credit note is not counted again (decision 0091).
 */
const creditNotes = (query: ReportQuery): Sql => sql`
  select 'nota_kredit' as kunci, ${columns}, -(f.neto - f.ppn) as nilai from (${lineParts(
    query.engine,
    sql`select m.id as bagian_id, m.billing_id, m.jumlah, b.total, m.id as dok, 'billing' as entitas, m.billing_id as acu, m.tanggal
      from mutasi_saldo m join billing b on b.id = m.billing_id
      where m.jenis = 'nota_kredit' and m.jumlah > 0 and b.void_at is null and ${every([
        between(sql`m.tanggal`, query),
        inScope(query.actor, sql`b.gedung_id`),
        numberFilter(query, 'gedung_id', sql`b.gedung_id`),
      ])}`,
  )}) f`
const all = (query: ReportQuery): Sql => sql`
  ${income(query)} union all ${creditNotes(query)}
  union all select 'pengeluaran:' || f.kunci, ${columns}, -f.jumlah from (${expenseRows(query, sql`e.kategori`)}) f
  union all select 'honor', ${columns}, -f.jumlah from (${honorRows(query, nothing)}) f`

/**
 * Returns the range of days of each column of the report: the month, the previous month, the same
 * month of the previous year, and the year to date.
 */
const times = (query: ReportQuery) => ({
  bulan: { dari: query.dari, sampai: query.sampai },
  sebelumnya: comparedSpan(query, 'bulan'),
  tahun_lalu: comparedSpan(query, 'tahun'),
  berjalan: { dari: `${query.sampai.slice(0, 4)}-01-01`, sampai: query.sampai },
})
const sectionOf = (kunci: string): string => {
  if (kunci.startsWith('pengeluaran:')) return 'pengeluaran'
  return kunci === 'honor' ? 'honor' : 'pendapatan'
}
export const labaRugiReport = reportModule(labaRugi, {
  sources: (query) =>
    Object.entries(times(query)).map(([name, span]) => ({
      rows: all({ ...query, ...span }),
      takes: { [name]: { value: sql`f.nilai` } },
    })),
  sectionOf,
  compare: (a, b) => rank(a) - rank(b) || a.localeCompare(b, 'en', { numeric: true }),
  ends: (lines, total) => {
    const earned: Values = {}
    for (const line of lines)
      if (line.bagian === 'pendapatan')
        for (const [name, value] of Object.entries(line.nilai))
          earned[name] = (earned[name] ?? 0) + (value ?? 0)
    return [
      {
        label: 'Margin',
        kind: 'persen',
        nilai: Object.fromEntries(
          Object.entries(total).map(([name, value]) => {
            const of = earned[name] ?? 0
            return [name, of === 0 ? null : Math.round(((value ?? 0) * 10_000) / of)]
          }),
        ),
      },
    ]
  },
})
const order = [
  'pendapatan:',
  'diskon',
  'nota_kredit',
  ...KategoriPengeluaran.options.map((o) => `pengeluaran:${o.value}`),
  'honor',
]
/**
 * Returns the sort position of a line: income first, then deductions from income, then expenses.
 */
const rank = (kunci: string): number => order.findIndex((begin) => kunci.startsWith(begin))
