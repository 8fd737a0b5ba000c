/** What screens show of numbers, days and instants: the contract's texts, and nothing where there is nothing. */
import { formatBilangan, formatRupiah } from '#contract/rules/rupiah.ts'
import {
  formatPeriode,
  formatTanggal,
  formatTanggalHari,
  formatTanggalPendek,
  formatWaktuPendek,
} from '#contract/rules/tanggal.ts'

/** `1.234` */
export const angka = (value: number | null | undefined): string =>
  value == null ? '' : formatBilangan(value)
/** `Rp1.250.000`, negative `-Rp50.000` (domain.md 0.2). */
export const rupiah = (value: number | null | undefined): string =>
  value == null ? '' : formatRupiah(value)
/** Hundredths of a percent: 1250 is `12,5 %`. */
export const persen = (value: number | null | undefined): string =>
  value == null ? '' : `${formatBilangan(value / 100)} %`

const isDay = (value: string): boolean =>
  /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value))
/** What is no day is shown as it is. */
const dayText =
  (format: (day: string) => string) =>
  (value: string | null | undefined): string =>
    value && isDay(value) ? format(value) : (value ?? '')
/** `20 November 2026` */
export const tanggal = dayText(formatTanggal)
/** `20 Nov 2026` */
export const tanggalPendek = dayText(formatTanggalPendek)
/** `Jumat, 20 November 2026` */
export const hariTanggal = dayText(formatTanggalHari)
/** `2026-11` as `November 2026`. */
export const bulan = (value: string | null | undefined): string =>
  value && isDay(`${value}-01`) ? formatPeriode(value) : (value ?? '')
/** A UTC instant in a zone of Indonesia: `20 Nov 2026 09.00 WIB`. */
export const waktu = (value: string | null | undefined, zone?: string): string =>
  value && !Number.isNaN(Date.parse(value)) ? formatWaktuPendek(value, zone) : (value ?? '')
/** How long ago an instant was, in the largest whole unit: `3 jam lalu`; what lies ahead by a clock that is off is `baru saja`. */
export const lalu = (value: string, now = Date.now()): string => {
  const minutes = Math.floor((now - Date.parse(value)) / 60_000)
  if (!(minutes >= 1)) return 'baru saja'
  if (minutes < 60) return `${minutes} menit lalu`
  if (minutes < 48 * 60) return `${Math.floor(minutes / 60)} jam lalu`
  return `${formatBilangan(Math.floor(minutes / (24 * 60)))} hari lalu`
}

/** `6281234567890` as `+62 812-3456-7890`, landlines as `+62 21-7654321`. */
export const telepon = (value: string | null | undefined): string =>
  !value
    ? ''
    : value.startsWith('62')
      ? `+62 ${value
          .slice(2)
          .replace(/^(8\d\d)(\d{3,4})(\d+)$/, '$1-$2-$3')
          .replace(/^(2[124]|31|61|\d{3})(\d{4,})$/, '$1-$2')}`
      : `+${value}`

/** A value of a field as one reads it: labels of choices, formats by control; null is `–`. */
export const teksNilai = (
  value: unknown,
  meta: { control: string; options?: readonly { value: unknown; label: string }[] } | undefined,
): string => {
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
