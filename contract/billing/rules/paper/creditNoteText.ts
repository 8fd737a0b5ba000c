/** Texts of a credit note (domain.md 3.6). The screen and the PDF show the same texts. */
import { formatRupiah } from '#contract/values/rupiah.ts'

/**
 * Returns the text of the line on a credit note. It names the number and the total of the lowered
 * bill.
 */
export const creditedText = ({ nomor, total }: { nomor: string | null; total: number }): string =>
  `Pengurangan tagihan ${nomor ?? '–'} (total ${formatRupiah(total)})`
export const creditEffect =
  'Jumlah ini mengurangi sisa tagihan tersebut; selebihnya menjadi saldo akun billing.'
