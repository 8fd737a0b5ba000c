/**
 * Relations that the record reads: alone in a file, because what a route's options share with its
 * screen takes the screen's data into the first bundle.
 */
export const expandKelas = 'pelatih,kursus,gedung,ruang,isi,peserta,versi_jadwal'
