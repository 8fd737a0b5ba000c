/** Categories and states of the expenses of sales people, each with its label. */
import { enumOf } from '#contract/enums.ts'

export const KategoriPengeluaran = enumOf([
  ['transport', 'Transport'],
  ['konsumsi', 'Konsumsi'],
  ['iklan', 'Iklan'],
  ['cetak', 'Cetak'],
  ['event', 'Event'],
  ['komisi', 'Komisi'],
  ['lain', 'Lain-lain'],
])
export const StatusPengeluaran = enumOf([
  ['diajukan', 'Menunggu', 'orange'],
  ['disetujui', 'Disetujui', 'green'],
  ['ditolak', 'Ditolak', 'red'],
])
