/** Texts of a cash closing, which are equal on the screen, in print and in a PDF. */
import { expectedCash } from '#contract/billing/rules/paper/till.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'

interface Days {
  dari: string
  tanggal: string
}
/** Formats the days that a cash closing covers: a single day, or the first and the last day. */
export const coveredDays = ({ dari, tanggal }: Days): string =>
  dari === tanggal ? formatTanggal(tanggal) : `${formatTanggal(dari)} – ${formatTanggal(tanggal)}`

interface Counted {
  kas_awal: number
  tunai: number
  pengembalian: number
  kas_masuk: number
  kas_keluar: number
}
/**
 * Returns the labelled amounts that lead from the opening cash to the expected cash. Amounts of 0
 * are omitted, except amounts with `always`.
 */
export const cashSums = (till: Counted) =>
  [
    { label: 'Kas awal', amount: till.kas_awal, always: true },
    { label: 'Pembayaran tunai', amount: till.tunai, always: true },
    { label: 'Saldo dikembalikan tunai', amount: -till.pengembalian, always: false },
    { label: 'Kas masuk lain', amount: till.kas_masuk, always: false },
    { label: 'Kas keluar lain', amount: -till.kas_keluar, always: false },
    { label: 'Seharusnya', amount: expectedCash(till), always: true },
  ].filter(({ amount, always }) => always || amount !== 0)
