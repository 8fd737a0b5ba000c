/**
 * Relations that the record reads: alone in a file, because route options stand in the first
 * bundle.
 */
export const expandKursus =
  'kategori_kursus,course_level,kursus_selanjutnya,jenjang,outlet,harga_kini'
