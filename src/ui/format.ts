/** Texts of numbers, days and instants, Indonesian. */
const number = new Intl.NumberFormat('id-ID')
const day = new Intl.DateTimeFormat('id-ID', { day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const shortDay = new Intl.DateTimeFormat('id-ID', { day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const weekday = new Intl.DateTimeFormat('id-ID', { weekday: 'long', day: 'numeric', month: 'long', year: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('id-ID', { month: 'long', year: 'numeric', timeZone: 'UTC' })

/** `1.234` */
export const angka = (value: number | null | undefined): string => (value == null ? '' : number.format(value))
/** `Rp1.250.000`, negative `-Rp50.000` (domain.md 0.2). */
export const rupiah = (value: number | null | undefined): string => (value == null ? '' : `${value < 0 ? '-' : ''}Rp${number.format(Math.abs(value))}`)
/** Hundredths of a percent: 1250 is `12,5 %`. */
export const persen = (value: number | null | undefined): string => (value == null ? '' : `${number.format(value / 100)} %`)

const dayOf = (value: string | null | undefined) => {
  const date = value && /^\d{4}-\d\d-\d\d$/.test(value) ? new Date(`${value}T00:00:00Z`) : undefined
  return date && !Number.isNaN(date.getTime()) ? date : undefined
}
const dayText = (format: Intl.DateTimeFormat) => (value: string | null | undefined): string => {
  const date = dayOf(value)
  return date ? format.format(date) : (value ?? '')
}
/** `20 November 2026` */
export const tanggal = dayText(day)
/** `20 Nov 2026` */
export const tanggalPendek = dayText(shortDay)
/** `Jumat, 20 November 2026` */
export const hariTanggal = dayText(weekday)
/** `2026-11` as `November 2026`. */
export const bulan = (value: string | null | undefined): string => (value ? (dayOf(`${value}-01`) ? month.format(dayOf(`${value}-01`)) : value) : '')

const zones: Record<string, string> = { 'Asia/Jakarta': 'WIB', 'Asia/Makassar': 'WITA', 'Asia/Jayapura': 'WIT' }
const instants = new Map<string, Intl.DateTimeFormat>()
/** A UTC instant in a zone of Indonesia: `20 Nov 2026 09.00 WIB`. */
export const waktu = (value: string | null | undefined, zone = 'Asia/Jakarta'): string => {
  if (!value) return ''
  const date = new Date(value)
  if (Number.isNaN(date.getTime())) return value
  const format = instants.get(zone) ?? new Intl.DateTimeFormat('id-ID', { day: 'numeric', month: 'short', year: 'numeric', hour: '2-digit', minute: '2-digit', timeZone: zone })
  instants.set(zone, format)
  const part = Object.fromEntries(format.formatToParts(date).map((p) => [p.type, p.value]))
  return `${part.day} ${part.month} ${part.year} ${part.hour}.${part.minute} ${zones[zone] ?? ''}`.trim()
}
/** `6281234567890` as `+62 812-3456-7890`, landlines as `+62 21-7654321`. */
export const telepon = (value: string | null | undefined): string =>
  !value ? '' : value.startsWith('62') ? `+62 ${value.slice(2).replace(/^(8\d\d)(\d{3,4})(\d+)$/, '$1-$2-$3').replace(/^(2[124]|31|61|\d{3})(\d{4,})$/, '$1-$2')}` : `+${value}`

/** A value of a field as one reads it: labels of choices, formats by control; null is `–`. */
export const teksNilai = (value: unknown, meta: { control: string; options?: readonly { value: unknown; label: string }[] } | undefined): string => {
  if (value === null || value === undefined || value === '') return '–'
  if (meta?.options) return meta.options.find((o) => o.value === value)?.label ?? String(value)
  if (typeof value === 'boolean') return value ? 'Ya' : 'Tidak'
  if (Array.isArray(value)) return value.length === 0 ? 'Semua' : `${value.length} pilihan`
  if (typeof value === 'object') return JSON.stringify(value)
  if (meta?.control === 'rupiah') return rupiah(Number(value))
  if (meta?.control === 'percent') return persen(Number(value))
  if (meta?.control === 'date') return tanggal(String(value))
  if (meta?.control === 'month') return bulan(String(value))
  if (meta?.control === 'phone') return telepon(String(value))
  return String(value)
}
