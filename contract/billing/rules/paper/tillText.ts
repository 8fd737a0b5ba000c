/** Texts of a cash closing. The screen, the print page and the PDF show the same texts. */
import { expectedCash } from '#contract/billing/rules/paper/till.ts'
import { formatTanggal } from '#contract/values/tanggal.ts'

interface Days {
  dari: string
  tanggal: string
}
/** Formats the period that a cash closing covers: one date, or the first and the last date. */
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
 * Returns labelled amounts: the opening cash, and the cash movements that lead to the expected
 * cash. Omits amounts of 0, except those with `always`.
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
