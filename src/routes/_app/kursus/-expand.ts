/**
 * Relations that the record of a course reads. The constant is in a separate file, because the
 * route options need it too. If they imported it from the screen, the first bundle would contain
 * the code of the screen.
 */
export const expandKursus =
  'kategori_kursus,course_level,kursus_selanjutnya,jenjang,outlet,harga_kini'
