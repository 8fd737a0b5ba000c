/**
 * Relations that the record of a class reads. The constant has a separate file, because route
 * options that import the screen would pull its code into the first bundle.
 */
export const expandKelas = 'pelatih,kursus,gedung,ruang,isi,peserta,versi_jadwal'
