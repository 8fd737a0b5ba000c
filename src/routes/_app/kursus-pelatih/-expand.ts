/**
 * Relations that the record of a class reads. The constant is in a separate file, because the route
 * options need it too. If they imported it from the screen, the first bundle would contain the code
 * of the screen.
 */
export const expandKelas = 'pelatih,kursus,gedung,ruang,isi,peserta,versi_jadwal'
