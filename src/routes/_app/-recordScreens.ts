/** Path of the record screen by entity. Entities that only have a list are absent. */
const screens = {
  user: '/user/view',
  billing: '/billing/view',
  'billing-payment': '/billing-payment/view',
  'konfirmasi-pembayaran': '/konfirmasi-pembayaran/view',
  'pengeluaran-sales': '/pengeluaran-sales/view',
  'mutasi-bank': '/mutasi-bank/view',
  'tutup-kas': '/tutup-kas/view',
  'kursus-pelatih': '/kursus-pelatih/view',
  'kursus-peserta': '/kursus-peserta/view',
  kursus: '/kursus/view',
  ruang: '/ruang/view',
  promo: '/promo/view',
  role: '/role/view',
} as const

/** Returns the path of the record screen of an entity; undefined if the entity has none. */
export const screenOf = (entitas: string) =>
  Object.entries(screens).find(([name]) => name === entitas)?.[1]
