/**
 * Texts of a generated school: notes of coaches about lessons, and reasons of families for
 * absences.
 */

/** Notes about the material taught in a lesson, by the category of the course. */
export const taught: Readonly<Record<string, readonly string[]>> = {
  Piano: [
    'Tangga nada C dan G mayor, dua tangan, tempo 72',
    'Für Elise bagian A; pedal belum rapi',
    'Burgmüller no. 2 (Arabesque) sampai baris ketiga',
    'Membaca not kunci F, latihan 5 jari',
    'Bengawan Solo, iringan tangan kiri. PR: ulangi 4 birama terakhir',
    'Persiapan ujian: sight reading dan arpeggio D mayor',
    'Minuet in G, tangan kanan lancar, kiri masih ragu',
  ],
  Gitar: [
    'Perpindahan kunci C–G–Am–F, ketukan 4/4',
    'Fingerpicking pola p-i-m-a, lagu Romance',
    'Barre F dan Bm; jari telunjuk belum rata',
    'Pentatonik minor posisi 1, improvisasi di atas 12-bar blues',
    'Lagu Sempurna, intro dan verse. PR: latihan dengan metronom 80',
    'Palm mute dan power chord',
  ],
  Vokal: [
    'Pernapasan diafragma, pemanasan lip trill',
    'Artikulasi vokal A-I-U-E-O, lagu Tanah Air',
    'Nada tinggi dengan head voice; jangan mendorong',
    'Dua suara: sopran dan alto, lagu Rayuan Pulau Kelapa',
    'Dinamika dan frasering, lagu Kasih Ibu. PR: hafalkan bait kedua',
  ],
  Drum: [
    'Rudiment single dan double stroke, tempo 90',
    'Beat 8 dengan fill-in satu birama',
    'Groove shuffle; kaki kanan sering terlambat',
    'Membaca notasi drum halaman 12–13',
    'Bossa nova dasar. PR: latihan paradiddle 10 menit sehari',
  ],
  Biola: [
    'Menggesek senar D dan A lurus di tengah bow',
    'Tangga nada D mayor satu oktaf, intonasi jari ke-3',
    'Suzuki 1: Twinkle variasi A dan B',
    'Lightly Row, posisi pergelangan tangan kiri diperbaiki',
    'Legato dua nada per gesekan. PR: 15 menit sehari',
  ],
}
export const lateNotes = [null, null, null, 'Macet di jalan', 'Hujan deras', 'Baru pulang sekolah']
export const sickNotes = [
  'Demam, dikabari ibu lewat WA',
  'Batuk pilek',
  'Sakit perut, ada surat dokter',
  'Cacar air, istirahat seminggu',
]
export const excuseNotes = [
  'Acara keluarga di luar kota',
  'Ada ulangan umum',
  'Study tour sekolah',
  'Menjenguk nenek',
  'Lomba di sekolah',
]
export const lastMinuteNotes = [
  'Dikabari 20 menit sebelumnya, ban bocor',
  'Baru mengabari saat kelas mulai',
  'Les tambahan sekolah mendadak',
]
export const absentNotes = [
  null,
  'Ditelepon tidak diangkat',
  'Tidak ada kabar sampai kelas selesai',
]

export const moveReasons = [
  'Permintaan orang tua, bentrok acara sekolah',
  'Guru mengisi acara sekolah',
  'AC ruang diperbaiki',
]
export const schoolReasons = [
  'Listrik padam sejak siang',
  'Jalan ke outlet banjir',
  'Konser siswa: semua kelas hari ini diliburkan',
]
export const leaveReasons = [
  'Mudik ke Yogyakarta',
  'Menikahkan adik',
  'Ujian sertifikasi ABRSM',
  'Umrah bersama keluarga',
  'Rawat inap, tipes',
  'Mengisi konser di Surabaya',
  'Anak wisuda',
]
export const refusals = ['Bersamaan dengan konser siswa', 'Sudah dua guru libur di tanggal itu']

export const sick = 'Demam sejak semalam'
