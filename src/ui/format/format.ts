/**
 * Formats numbers, days and instants for screens, with the functions of the contract. The
 * formatters return an empty text for null and undefined.
 */
import { phoneText } from '#contract/values/phone.ts'
import { formatNumber, formatRupiah } from '#contract/values/rupiah.ts'
import {
  formatJam,
  formatPeriode,
  formatTanggal,
  formatTanggalHari,
  formatTanggalShort,
  formatWaktuShort,
} from '#contract/values/tanggal.ts'

export { phoneText }

/** Formats a number, such as `1.234`. */
export const numberText = (value: number | null | undefined): string =>
  value == null ? '' : formatNumber(value)
/** Formats the number of rows of a list: `lebih dari 10.000` if the server has stopped counting. */
export const totalText = ({ total, more }: { total: number; more?: boolean }): string =>
  more ? `lebih dari ${numberText(total)}` : numberText(total)
/** Formats an amount as `Rp1.250.000`, a negative one as `-Rp50.000` (domain.md 0.2). */
export const rupiah = (value: number | null | undefined): string =>
  value == null ? '' : formatRupiah(value)
/** Formats hundredths of a percent: 1250 is `12,5 %`. */
export const persen = (value: number | null | undefined): string =>
  value == null ? '' : `${formatNumber(value / 100)} %`

/** Whether a text is an existing day, such as `2026-11-20`; false for `2026-02-30`. */
export const isDay = (value: string): boolean => {
  const ms = /^\d{4}-\d\d-\d\d$/.test(value) ? Date.parse(value) : NaN
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value)
}
/** Returns the value of a form field if it is an existing day; otherwise null. */
export const dayOf = (value: unknown): string | null =>
  typeof value === 'string' && isDay(value) ? value : null
/** Returns a formatter that formats a day with `format` and returns any other text unchanged. */
const dayText =
  (format: (day: string) => string) =>
  (value: string | null | undefined): string =>
    value && isDay(value) ? format(value) : (value ?? '')
/** Formats a day as `20 November 2026`. */
export const tanggal = dayText(formatTanggal)
/** Formats a day as `20 Nov 2026`. */
export const shortTanggal = dayText(formatTanggalShort)
/** Formats a day as `Jumat, 20 November 2026`. */
export const tanggalWithDay = dayText(formatTanggalHari)
/** Formats a month: `2026-11` is `November 2026`. */
export const bulan = (value: string | null | undefined): string =>
  value && isDay(`${value}-01`) ? formatPeriode(value) : (value ?? '')
/** Formats the time of day `16:00` as `16.00`, or as `16.00 WIB` if `zone` is given. */
export const jam = (value: string | null | undefined, zone?: string): string =>
  value && /^\d\d:\d\d$/.test(value) ? formatJam(value, zone) : (value ?? '')
/** Formats a range of times as `16.00–17.30`, or as `16.00–17.30 WIB` if `zone` is given. */
export const jamSpan = (from: string, to: string, zone?: string): string =>
  `${jam(from)}–${jam(to, zone)}`
/** Formats a UTC instant in a zone of Indonesia, such as `20 Nov 2026 09.00 WIB`. */
export const waktu = (value: string | null | undefined, zone?: string): string =>
  value && !Number.isNaN(Date.parse(value)) ? formatWaktuShort(value, zone) : (value ?? '')
/**
 * Returns the age of an instant in a whole unit, such as `3 jam lalu`. A future instant, caused by
 * a wrong clock, is `baru saja`.
 */
export const timeAgo = (value: string, now = Date.now()): string => {
  const minutes = Math.floor((now - Date.parse(value)) / 60_000)
  if (!(minutes >= 1)) return 'baru saja'
  if (minutes < 60) return `${minutes} menit lalu`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} jam lalu`
  return `${formatNumber(Math.floor(minutes / (24 * 60)))} hari lalu`
}

/** Formatters by kind of input control, for controls whose text differs from the stored value. */
const textOf: Record<string, ((value: unknown) => string) | undefined> = {
  rupiah: (value) => rupiah(Number(value)),
  percent: (value) => persen(Number(value)),
  date: (value) => tanggal(String(value)),
  month: (value) => bulan(String(value)),
  phone: (value) => phoneText(String(value)),
  time: (value) => jam(String(value)),
}
const isEmpty = (value: unknown) => value === null || value === undefined || value === ''
/**
 * Returns the value of a field as text: the label of the chosen option, otherwise the value in the
 * format of the field's control. An empty value is `–`.
 */
export const valueText = (
  value: unknown,
  meta: { control: string; options?: readonly { value: unknown; label: string }[] } | undefined,
): string => {
  if (isEmpty(value)) return '–'
  if (meta?.options) return meta.options.find((o) => o.value === value)?.label ?? String(value)
  if (typeof value === 'boolean') return value ? 'Ya' : 'Tidak'
  if (Array.isArray(value)) return value.length === 0 ? 'Semua' : `${value.length} pilihan`
  if (typeof value === 'object') return JSON.stringify(value)
  return (meta && textOf[meta.control]?.(value)) ?? String(value)
}
