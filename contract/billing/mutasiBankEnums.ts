/** Lines of a bank's statement: how they stand, and what they are proposed to be. */
import { enumOf } from '#contract/enums.ts'

export const StatusMutasiBank = enumOf([
  ['belum', 'Belum dicocokkan', 'orange'],
  ['cocok', 'Cocok', 'green'],
  ['diabaikan', 'Diabaikan', 'gray'],
])
/** Money that came in, or went out. */
export const ArahMutasi = enumOf([
  ['masuk', 'Masuk'],
  ['keluar', 'Keluar'],
])
/** What a line is proposed to be: money for bills, a confirmation, or a payment that is there. */
export const JenisUsulan = enumOf([
  ['tagihan', 'Tagihan', 'blue'],
  ['konfirmasi', 'Konfirmasi', 'orange'],
  ['pembayaran', 'Sudah dicatat', 'green'],
])
/** What becomes of a line of a file. */
export const HasilBaris = enumOf([
  ['baru', 'Baru', 'green'],
  ['ada', 'Sudah ada', 'gray'],
  ['dilewati', 'Dilewati', 'orange'],
])
