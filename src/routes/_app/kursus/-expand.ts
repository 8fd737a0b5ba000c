/**
 * Relations that the record reads. In a file of its own, because route options are part of the
 * first bundle.
 */
export const expandKursus =
  'kategori_kursus,course_level,kursus_selanjutnya,jenjang,outlet,harga_kini'
