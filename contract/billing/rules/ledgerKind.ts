/** Kinds of entries in the ledger of saldo, and their properties (domain.md 2.5). */
import { enumOf } from '#contract/enums.ts'

export const JenisMutasi = enumOf([
  ['lebih_bayar', 'Lebih bayar', 'green'],
  ['pakai', 'Dipakai', 'orange'],
  ['pengembalian', 'Pengembalian'],
  ['koreksi', 'Koreksi'],
  ['batal', 'Batal', 'red'],
  // Saldo entry of a payment that was moved from bills to the saldo, or from the saldo to bills.
  ['alih', 'Pembayaran dipindah'],
  // Saldo entry of a transfer between two payer accounts of one family.
  ['transfer', 'Dialihkan'],
  ['nota_kredit', 'Nota kredit', 'green'],
  // Saldo that a payer had in the old books of the school.
  ['saldo_awal', 'Saldo awal', 'green'],
])
type Jenis = (typeof JenisMutasi.options)[number]['value']
const properties: Readonly<Record<Jenis, { changesAccount: boolean }>> = {
  lebih_bayar: { changesAccount: false },
  pakai: { changesAccount: false },
  pengembalian: { changesAccount: true },
  koreksi: { changesAccount: true },
  batal: { changesAccount: false },
  alih: { changesAccount: false },
  transfer: { changesAccount: true },
  nota_kredit: { changesAccount: true },
  saldo_awal: { changesAccount: true },
}
/**
 * Whether entries of a kind bring money into the account of a payer, or take money out of it. Such
 * an entry changes the owed amount like a payment. Entries of other kinds only move money between
 * bills and saldo.
 */
export const changesAccount = (jenis: Jenis): boolean => properties[jenis].changesAccount
