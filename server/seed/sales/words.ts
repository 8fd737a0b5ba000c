/** Purposes of expenses of sales persons in a made-up school, and reasons for rejections. */
export interface Reason {
  kategori: string
  least: number
  most: number
  step: number
  texts: readonly [string, ...string[]]
}
export const expenseReasons: readonly [Reason, ...Reason[]] = [
  {
    kategori: 'transport',
    least: 18_000,
    most: 145_000,
    step: 1000,
    texts: [
      'Ojek daring ke SD Harapan, antar brosur',
      'Taksi ke pameran pendidikan pulang pergi',
      'Bensin dan tol kunjungan ke tiga sekolah',
      'Parkir dan tol, presentasi di TK Pelangi',
    ],
  },
  {
    kategori: 'konsumsi',
    least: 35_000,
    most: 280_000,
    step: 5000,
    texts: [
      'Kopi dengan kepala sekolah mitra',
      'Makan siang tim saat open house',
      'Kue untuk orang tua peserta trial',
    ],
  },
  {
    kategori: 'iklan',
    least: 100_000,
    most: 900_000,
    step: 50_000,
    texts: ['Iklan Instagram, kelas piano anak', 'Iklan pencarian, les musik terdekat'],
  },
  {
    kategori: 'cetak',
    least: 75_000,
    most: 450_000,
    step: 25_000,
    texts: ['Cetak 500 brosur kelas baru', 'Spanduk depan outlet', 'Kartu nama dan stiker'],
  },
  {
    kategori: 'event',
    least: 250_000,
    most: 1_800_000,
    step: 50_000,
    texts: ['Sewa meja di bazar sekolah', 'Pengeras suara untuk mini konser di mal'],
  },
  {
    kategori: 'lain',
    least: 15_000,
    most: 90_000,
    step: 5000,
    texts: ['Pulsa untuk menghubungi lead', 'Alat tulis formulir pendaftaran'],
  },
]
export const refusals: readonly [string, ...string[]] = [
  'Nota tidak terbaca, foto ulang.',
  'Jumlah tidak sama dengan nota.',
  'Belum ada persetujuan untuk iklan ini.',
]
