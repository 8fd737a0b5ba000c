/** Texts of a credit note, which are equal on the screen and in a PDF (domain.md 3.6). */
import { formatRupiah } from '#contract/values/rupiah.ts'

/** Returns the line of a credit note with the number and the total of the lowered bill. */
export const creditedText = ({ nomor, total }: { nomor: string | null; total: number }): string =>
  `Pengurangan tagihan ${nomor ?? '–'} (total ${formatRupiah(total)})`
export const creditEffect =
  'Jumlah ini mengurangi sisa tagihan tersebut; selebihnya menjadi saldo akun billing.'
