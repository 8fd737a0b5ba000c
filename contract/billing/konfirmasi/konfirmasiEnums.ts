/** States of a payment confirmation, each with its label and badge colour. */
import { enumOf } from '#contract/enums.ts'

export const StatusKonfirmasi = enumOf([
  ['menunggu', 'Menunggu verifikasi', 'orange'],
  ['disetujui', 'Disetujui', 'green'],
  ['ditolak', 'Ditolak', 'red'],
  ['dibatalkan', 'Dibatalkan', 'gray'],
])
