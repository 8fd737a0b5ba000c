/**
 * Reads a report as its call returns it: sorted lines with comparison and labels, and the total.
 */
import {
  goesWith,
  reportParametersOf,
  type ReportAnswer,
  type ReportLine,
  type Values,
} from '#contract/report/report.ts'
import { comparedSpan, lastOfRange } from '#contract/report/spans.ts'
import { addMonths, currentDay } from '#contract/values/tanggal.ts'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { readFigures, type ByKey } from '#server/modules/report/figures.ts'
import { readFilterWords } from '#server/modules/report/filterWords.ts'
import { readLabels } from '#server/modules/report/labels.ts'
import type { ReportModule } from '#server/modules/report/module.ts'
import type { ReportQuery } from '#server/modules/report/reportQuery.ts'

type Search = Readonly<Record<string, unknown>>

/**
 * Parses the query of a report. Throws 422 for an invalid range, and for a group that is not
 * available for the basis.
 */
export const askedOf = (ctx: Ctx, { report }: ReportModule, search: Search): ReportQuery => {
  const hari_ini = currentDay()
  const parameters = reportParametersOf(report, search, hari_ini)
  if (parameters.sampai < parameters.dari)
    throw invalidField('sampai', 'Tidak boleh sebelum tanggal awal')
  if (parameters.sampai > lastOfRange(parameters.dari))
    throw invalidField('sampai', 'Paling lama tiga tahun')
  if (!goesWith(report.groups[parameters.kelompok], parameters.basis))
    throw invalidField('kelompok', 'Tidak tersedia untuk basis ini')
  return { ...parameters, engine: engineOf(ctx.reader), actor: ctx.actor, hari_ini }
}

/**
 * Returns all months of the range if the report is grouped by month, because a month without rows
 * also has a line. Returns no months for other groups.
 */
const monthsOf = ({ kelompok, dari, sampai }: ReportQuery): string[] => {
  if (kelompok !== 'bulan') return []
  const months: string[] = []
  for (let month = dari.slice(0, 7); month <= sampai.slice(0, 7); month = addMonths(month, 1))
    months.push(month)
  return months
}
const yearMonth = /^\d{4}-\d{2}$/
/**
 * Returns the key of the line in the comparison period. A month is moved back by `months`; any
 * other key stays the same.
 */
const keyThen = (key: string, months: number): string =>
  yearMonth.test(key) ? addMonths(key, -months) : key

/**
 * Collator that sorts keys as numbers (9 before 10), because most keys are ids. It is created once,
 * because sorting compares many pairs of keys.
 */
const byId = new Intl.Collator('en', { numeric: true })
const inOrder = (module: ReportModule, query: ReportQuery, byKey: ByKey): string[] => {
  const keys = [...byKey.keys()]
  if (module.compare) return keys.toSorted(module.compare)
  if (module.report.groups[query.kelompok]?.ordered) return keys.toSorted()
  const main = (key: string) => byKey.get(key)?.[module.report.main] ?? 0
  return keys.toSorted((a, b) => main(b) - main(a) || byId.compare(a, b))
}
const sumOf = (module: ReportModule, keys: readonly string[], byKey: ByKey): Values => {
  const all = module.report.all
  const sums: Values = {}
  for (const key of keys)
    for (const [name, value] of Object.entries(byKey.get(key) ?? {})) {
      const figure = all[name]
      if (figure && 'rows' in figure && figure.rows === 'sum')
        sums[name] = (sums[name] ?? 0) + (value ?? 0)
    }
  return sums
}

export interface ReadOptions {
  banding?: 'bulan' | 'tahun'
  /** Maximum number of lines. All further lines are added up into one line (`lainnya`). */
  most: number
}
/** Reads a report. Its total also includes the lines beyond the maximum. */
export const readReport = async (
  db: Db,
  module: ReportModule,
  query: ReportQuery,
  { banding, most }: ReadOptions,
): Promise<ReportAnswer> => {
  const { report } = module
  const now_ = await readFigures(db, module, query)
  const span = banding && !report.columnsAreTimes ? comparedSpan(query, banding) : undefined
  const then = span && (await readFigures(db, module, { ...query, ...span }))
  const months = banding === 'tahun' ? 12 : 1
  const withMonths: ByKey = new Map(now_.byKey)
  for (const month of monthsOf(query))
    if (!withMonths.has(month)) withMonths.set(month, emptyOf(now_.byKey, report.figures))
  const keys = inOrder(module, query, withMonths)
  const shownKeys = keys.slice(0, most)
  const label = await readLabels(db, { report: report.name, kelompok: query.kelompok }, shownKeys)
  const facts = await module.facts?.(db, query, shownKeys)
  const baris: ReportLine[] = shownKeys.map((kunci) => ({
    kunci,
    label: label(kunci),
    bagian: module.sectionOf?.(kunci) ?? null,
    keterangan: facts?.get(kunci) ?? null,
    nilai: withMonths.get(kunci) ?? {},
    banding: then
      ? (then.byKey.get(keyThen(kunci, months)) ?? emptyOf(then.byKey, report.figures))
      : null,
  }))
  const rest = keys.slice(most)
  const basis = report.bases[query.basis]
  return {
    kelompok: query.kelompok,
    basis: basis === undefined ? null : { kode: query.basis, label: basis },
    saring: await readFilterWords(db, report, query),
    periode: { dari: query.dari, sampai: query.sampai },
    banding: span ?? null,
    per: now(),
    baris,
    lainnya:
      rest.length > 0 ? { jumlah: rest.length, nilai: sumOf(module, rest, withMonths) } : null,
    total: { nilai: now_.total, banding: then?.total ?? null },
    akhir: module.ends?.(baris, now_.total) ?? [],
  }
}
/** Returns the values of a line without rows: 0, or null for medians and ratios. */
const emptyOf = (byKey: ByKey, figures: Readonly<Record<string, object>>): Values => {
  const [firstValues] = byKey.values()
  const names = firstValues ? Object.keys(firstValues) : Object.keys(figures)
  return Object.fromEntries(
    names.map((name) => {
      const figure = figures[name]
      return [name, figure && 'rows' in figure && figure.rows !== 'median' ? 0 : null]
    }),
  )
}
