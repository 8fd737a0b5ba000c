import { enumOf } from '#contract/enums.ts'

export const StatusPengingat = enumOf([
  ['menunggu', 'Menunggu', 'orange'],
  ['terkirim', 'Terkirim', 'green'],
  ['dilewati', 'Dilewati'],
  /**
   * State of a reminder that is no longer needed: the bill was paid or voided, or a reminder of a
   * later step has replaced this reminder.
   */
  ['gugur', 'Tidak perlu lagi'],
])
