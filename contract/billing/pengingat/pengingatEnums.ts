import { enumOf } from '#contract/enums.ts'

export const StatusPengingat = enumOf([
  ['menunggu', 'Menunggu', 'orange'],
  ['terkirim', 'Terkirim', 'green'],
  ['dilewati', 'Dilewati'],
  /** The bill was paid or voided, or a later step has replaced the reminder. */
  ['gugur', 'Tidak perlu lagi'],
])
