/**
 * Date window: the allowed days of documents, from the first day of the school to a few years in
 * the future. Without a date window, a document with a mistyped year (1926, 2062) would get a
 * number and appear in the books permanently.
 */
import { metaOf } from '#contract/fields.ts'
import type { Issue, Shape } from '#contract/resource.ts'
import { addMonths, dayOf, formatPeriode, formatTanggal } from '#contract/values/tanggal.ts'

/**
 * First and last allowed day, and the current day. `today` is the date in Jayapura, the Indonesian
 * time zone in which a day begins first. The date at any outlet is therefore never later than
 * `today`.
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

/**
 * Returns the date window of a school on the day `today`. `latest` is the date in Jayapura; it
 * defaults to `today`.
 */
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
 * Kinds of date windows. `paper` dates must be between the first and last day of the window, `past`
 * dates between its first day and today, and `start` dates on or before its last day.
 */
export type WindowKind = 'paper' | 'past' | 'start'

/**
 * Returns the Indonesian message that a day or month is outside the window; undefined for a day or
 * month inside the window.
 */
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
 * Returns an issue for each day or month in an input that is outside the date window of its field.
 * Accepts a value outside the window if the stored row (`knownValues`) already has it.
 */
export const windowIssues = (
  shape: Shape,
  window: DateWindow,
  input: Readonly<Record<string, unknown>>,
  knownValues: Readonly<Record<string, unknown>> = {},
): Issue[] =>
  Object.entries(shape).flatMap(([field, schema]) => {
    const kind = metaOf(schema)?.window
    const value = input[field]
    if (!kind || typeof value !== 'string' || value === knownValues[field]) return []
    const message = outsideWindow(window, value, kind)
    return message === undefined ? [] : [{ field, message }]
  })
/** Whether a shape has a field with a date window. */
export const hasWindow = (shape: Shape): boolean =>
  Object.values(shape).some((schema) => metaOf(schema)?.window !== undefined)
