/**
 * Relations that the record of a course reads. The constant has a separate file, because route
 * options that import the screen would pull its code into the first bundle.
 */
export const expandKursus =
  'kategori_kursus,course_level,kursus_selanjutnya,jenjang,outlet,harga_kini'
