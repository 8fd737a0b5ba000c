/** Formats figures, periods and filters of reports. */
import {
  goesWith,
  type AnyReport,
  type FigureKind,
  type ReportAnswer,
} from '#contract/report/report.ts'
import { formatNumber } from '#contract/values/rupiah.ts'
import {
  firstDay,
  formatPeriode,
  formatRentang,
  formatTanggal,
  lastDay,
} from '#contract/values/tanggal.ts'
import { persen, rupiah } from '#src/ui/format/format.ts'

/** Text of a figure without a value, such as a ratio with the divisor 0. */
export const nothing = '–'
export const figureText = (kind: FigureKind, value: number | null | undefined): string => {
  if (value === null || value === undefined) return nothing
  switch (kind) {
    case 'rupiah':
      return rupiah(value)
    case 'persen':
      return persen(value)
    case 'hari':
      return `${formatNumber(value)} hari`
    case 'angka':
      return formatNumber(value)
  }
}
/**
 * Returns the change from `then` to `now` in percent. Returns a dash if one of them is unknown or
 * `then` is 0.
 */
export const changeText = (now: number | null | undefined, then: number | null | undefined) => {
  if (now == null || then == null || then === 0) return nothing
  const change = Math.round(((now - then) / Math.abs(then)) * 1000) / 10
  return `${change > 0 ? '+' : ''}${formatNumber(change)}%`
}
/**
 * Formats a period. A whole month or a whole year is shown as such, a single day as a date, and any
 * other period as a range.
 */
const spanText = ({ dari, sampai }: { dari: string; sampai: string }): string => {
  const month = dari.slice(0, 7)
  if (dari === sampai) return formatTanggal(dari)
  if (dari === firstDay(month) && sampai === lastDay(month)) return formatPeriode(month)
  const year = dari.slice(0, 4)
  if (dari === `${year}-01-01` && sampai === `${year}-12-31`) return `Tahun ${year}`
  return formatRentang(dari, sampai)
}
/** Returns the filters of a report as texts, such as `Outlet: Nada Jakarta`. */
export const filterText = ({ saring }: ReportAnswer): string[] =>
  saring.map(({ label, teks }) => `${label}: ${teks}`)
export const periodText = (of: AnyReport, { periode }: ReportAnswer): string =>
  of.span === 'tanggal' ? `Per ${formatTanggal(periode.sampai)}` : spanText(periode)
/** Returns the groups of a report that can be combined with the basis (cash or accrual). */
export const groupsOf = (of: AnyReport, basis: string) =>
  Object.entries(of.groups)
    .filter(([, group]) => goesWith(group, basis))
    .map(([value, { label }]) => ({ value, label }))
/** Returns the short name of a basis, without the explanation after the colon. */
export const shortBasis = (label: string): string => label.split(':')[0] ?? label
