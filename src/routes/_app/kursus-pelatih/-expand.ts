/**
 * Relations that the record reads. In a file of its own: sharing it between route options and
 * screen would pull the screen's data into the first bundle.
 */
export const expandKelas = 'pelatih,kursus,gedung,ruang,isi,peserta,versi_jadwal'
