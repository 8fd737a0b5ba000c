/** Columns of an outlet that the letterhead needs. */
export const kopColumns = [
  'gedung.id',
  'gedung.nama',
  'gedung.alamat',
  'gedung.kota',
  'gedung.phone',
  'gedung.email',
  'gedung.logo',
  'gedung.kop_surat',
  'gedung.zona_waktu',
] as const
