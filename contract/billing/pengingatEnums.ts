import { enumOf } from '#contract/enums.ts'

export const StatusPengingat = enumOf([
  ['menunggu', 'Menunggu', 'orange'],
  ['terkirim', 'Terkirim', 'green'],
  ['dilewati', 'Dilewati'],
  /** The bill is paid or void, or a later step has come. */
  ['gugur', 'Tidak perlu lagi'],
])
