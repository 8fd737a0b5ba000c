/**
 * Between which days the papers of a school plausibly lie: from its first day, a few years ahead. A
 * year that was mistyped (1926, 2062) would else be numbered, booked and reported for ever.
 */
import { metaOf } from '#contract/fields.ts'
import type { Issue, Shape } from '#contract/resource.ts'
import { addMonths, dayOf, formatPeriode, formatTanggal } from '#contract/values/tanggal.ts'

/**
 * Days, all included; `today` is the day where it begins first (Jayapura), so that no outlet's own
 * is refused.
 */
export interface DateWindow {
  first: string
  last: string
  today: string
}
export interface WindowSettings {
  tanggal_mulai_sekolah: string
  batas_tahun_depan: number
}

/** The window of a school on a day. */
export const dateWindow = (
  { tanggal_mulai_sekolah, batas_tahun_depan }: WindowSettings,
  today: string,
  latest = today,
): DateWindow => ({
  first: tanggal_mulai_sekolah,
  last: dayOf(addMonths(today.slice(0, 7), 12 * batas_tahun_depan), Number(today.slice(8))),
  today: latest,
})

/**
 * A paper lies in the window; what has happened not after today; what only begins to hold on a day
 * may have held for ever.
 */
export type WindowKind = 'paper' | 'past' | 'start'

/** Why a day or a month is not in the window, in Indonesian; undefined when it is. */
export const outsideWindow = (
  window: DateWindow,
  value: string,
  kind: WindowKind = 'paper',
): string | undefined => {
  const isMonth = value.length === 'YYYY-MM'.length
  const end = kind === 'past' ? window.today : window.last
  const [first, last] = [window.first, end].map((day) => day.slice(0, value.length))
  const say = isMonth ? formatPeriode : formatTanggal
  const late = last !== undefined && value > last
  if (kind === 'start') return late ? `Paling lambat ${say(last)}` : undefined
  const early = first !== undefined && value < first
  if (kind === 'past' && late) return 'Tidak boleh setelah hari ini'
  return late || early ? `Isi antara ${say(first ?? '')} dan ${say(last ?? '')}` : undefined
}

/**
 * Returns issues of the dates of an input, by the fields that are declared to lie in the window. A
 * date that a row has already (`known`) may stay.
 */
export const windowIssues = (
  shape: Shape,
  window: DateWindow,
  input: Readonly<Record<string, unknown>>,
  known: Readonly<Record<string, unknown>> = {},
): Issue[] =>
  Object.entries(shape).flatMap(([field, schema]) => {
    const kind = metaOf(schema)?.window
    const value = input[field]
    if (!kind || typeof value !== 'string' || value === known[field]) return []
    const message = outsideWindow(window, value, kind)
    return message === undefined ? [] : [{ field, message }]
  })
/** Whether a shape has dates that must lie in the window. */
export const hasWindow = (shape: Shape): boolean =>
  Object.values(shape).some((schema) => metaOf(schema)?.window !== undefined)
