/** Texts of a printed credit note, on the screen and in a PDF alike (domain.md 3.6). */
import { formatRupiah } from '#contract/values/rupiah.ts'

/** Returns the purpose of a credit note. */
export const creditedText = ({ nomor, total }: { nomor: string | null; total: number }): string =>
  `Pengurangan tagihan ${nomor ?? '–'} (total ${formatRupiah(total)})`
export const creditEffect =
  'Jumlah ini mengurangi sisa tagihan tersebut; selebihnya menjadi saldo akun billing.'
