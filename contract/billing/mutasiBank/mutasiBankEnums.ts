/** Enumerations of bank statement lines, each with its labels and badge colours. */
import { enumOf } from '#contract/enums.ts'

export const StatusMutasiBank = enumOf([
  ['belum', 'Belum dicocokkan', 'orange'],
  ['cocok', 'Cocok', 'green'],
  ['diabaikan', 'Diabaikan', 'gray'],
])
/** Directions of the money of a statement line: incoming or outgoing. */
export const ArahMutasi = enumOf([
  ['masuk', 'Masuk'],
  ['keluar', 'Keluar'],
])
/**
 * Kinds of proposed matches for a statement line: bills to pay, a confirmation to approve, or an
 * existing payment.
 */
export const JenisUsulan = enumOf([
  ['tagihan', 'Tagihan', 'blue'],
  ['konfirmasi', 'Konfirmasi', 'orange'],
  ['pembayaran', 'Sudah dicatat', 'green'],
])
/** Results of importing a single line of a file: new, already stored, or skipped. */
export const HasilBaris = enumOf([
  ['baru', 'Baru', 'green'],
  ['ada', 'Sudah ada', 'gray'],
  ['dilewati', 'Dilewati', 'orange'],
])
