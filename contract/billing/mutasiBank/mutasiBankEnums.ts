/** Enumerations of bank statement lines: states and proposals. */
import { enumOf } from '#contract/enums.ts'

export const StatusMutasiBank = enumOf([
  ['belum', 'Belum dicocokkan', 'orange'],
  ['cocok', 'Cocok', 'green'],
  ['diabaikan', 'Diabaikan', 'gray'],
])
/** Direction of the money: incoming or outgoing. */
export const ArahMutasi = enumOf([
  ['masuk', 'Masuk'],
  ['keluar', 'Keluar'],
])
/** Kinds of match proposals: bills to pay, a confirmation, or an existing payment. */
export const JenisUsulan = enumOf([
  ['tagihan', 'Tagihan', 'blue'],
  ['konfirmasi', 'Konfirmasi', 'orange'],
  ['pembayaran', 'Sudah dicatat', 'green'],
])
/** Results of the lines of an imported file. */
export const HasilBaris = enumOf([
  ['baru', 'Baru', 'green'],
  ['ada', 'Sudah ada', 'gray'],
  ['dilewati', 'Dilewati', 'orange'],
])
