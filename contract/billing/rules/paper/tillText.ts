/** Texts of a cash closing, which are equal on the screen, in print and in a PDF. */
import { expectedCash } from '#contract/billing/rules/paper/till.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'

interface Days {
  dari: string
  tanggal: string
}
/** Returns the text for the day that a cash closing covers, or for its first and last day. */
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
 * Returns the labelled amounts that lead from the opening cash to the expected cash. Amounts of
 * zero are omitted, except those marked `always`.
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
