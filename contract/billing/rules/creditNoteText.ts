/** What the paper of a credit note says, on the screen and in a PDF alike (domain.md 3.6). */
import { formatRupiah } from '#contract/values/rupiah.ts'

/** What it is for. */
export const creditedText = ({ nomor, total }: { nomor: string | null; total: number }): string =>
  `Pengurangan tagihan ${nomor ?? '–'} (total ${formatRupiah(total)})`
export const creditEffect =
  'Jumlah ini mengurangi sisa tagihan tersebut; selebihnya menjadi saldo akun billing.'
