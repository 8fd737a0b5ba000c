// Headings of columns that several imports have.
const payer = [
  'nama akun billing',
  'nama orang tua',
  'orang tua',
  'nama pembayar',
  'pembayar',
  'nama wali',
  'wali',
]
const phone = ['no hp', 'no. hp', 'hp', 'wa', 'no wa', 'whatsapp', 'telp', 'telepon', 'no telp']
const outlet = ['cabang', 'lokasi', 'kode outlet', 'kode cabang']

/**
 * Usual headings of columns in the sheets of schools, by import and field, in addition to the label
 * and the key of the field. Imports of students declare theirs with their columns
 * (server/import/peserta.ts).
 */
export const headings: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>> = {
  gedung: {
    kode: ['kode outlet', 'kode cabang', 'singkatan'],
    nama: ['nama outlet', 'nama cabang', 'outlet', 'cabang', 'lokasi'],
    alamat: ['alamat lengkap', 'alamat cabang'],
    kota: ['kabupaten/kota', 'kab/kota'],
    phone: ['telp', 'no telp', 'telepon', 'no telepon', 'no hp', 'wa', 'whatsapp', 'no wa'],
    jam_buka: ['buka'],
    jam_tutup: ['tutup'],
  },
  ruang: {
    nama: ['nama ruang', 'ruang', 'nama ruangan', 'ruangan', 'studio', 'kelas', 'room'],
    gedung_id: outlet,
    kapasitas: ['daya tampung', 'muat', 'jumlah orang', 'kursi'],
  },
  'kategori-kursus': {
    nama: ['kategori', 'nama kategori', 'jurusan', 'instrumen', 'bidang'],
    levels: ['tingkat', 'level', 'daftar level', 'grade'],
  },
  kursus: {
    kode: ['kode kursus', 'kode program', 'kode paket'],
    nama: ['nama kursus', 'kursus', 'program', 'nama program', 'paket', 'nama paket'],
    kategori_kursus_id: ['kategori', 'jurusan', 'instrumen', 'bidang'],
    biaya_bulanan: [
      'harga',
      'harga kursus',
      'biaya kursus',
      'spp',
      'uang kursus',
      'tarif',
      'iuran',
    ],
    biaya_pendaftaran: ['pendaftaran', 'uang pangkal', 'uang pendaftaran', 'registrasi'],
    durasi_menit: ['durasi', 'menit', 'lama', 'lama belajar'],
    pertemuan_per_bulan: ['pertemuan', 'jumlah pertemuan', 'pertemuan/bulan'],
    kapasitas_maks: ['kapasitas', 'maks peserta', 'maks murid', 'maks siswa'],
  },
  biaya: {
    kode: ['kode biaya'],
    nama: ['nama biaya', 'biaya'],
    nominal: ['jumlah', 'harga', 'tarif', 'besar biaya'],
    jenis_billing_id: ['jenis', 'jenis biaya'],
  },
  pelatih: {
    name: ['nama guru', 'guru', 'nama pelatih', 'pelatih', 'pengajar', 'nama pengajar', 'coach'],
    kode: ['kode guru', 'inisial'],
    phone,
    email: ['e-mail', 'surel', 'alamat email'],
    gender: ['jk', 'l/p', 'kelamin'],
    tanggal_lahir: ['tgl lahir'],
    gedung_wilayah: ['outlet', 'cabang', 'lokasi', 'mengajar di'],
    bidang: ['kategori', 'jurusan', 'instrumen', 'mengajar'],
    tarif_honor: ['honor', 'tarif', 'honor per jam', 'fee'],
    tanggal_masuk: ['tgl masuk', 'mulai kerja', 'bergabung'],
  },
  'akun-billing': {
    name: ['akun billing', ...payer],
    phone,
    email: ['e-mail', 'surel', 'alamat email'],
    gedung_id: outlet,
    alamat: ['alamat rumah', 'alamat lengkap'],
  },
  'kursus-pelatih': {
    pelatih_id: ['nama guru', 'pelatih', 'pengajar', 'coach', 'kode guru'],
    kursus_id: ['nama kursus', 'program', 'nama program', 'paket', 'kode kursus'],
    gedung_id: outlet,
    ruang_id: ['ruangan', 'studio', 'nama ruang', 'room'],
    jam_mulai: ['jam', 'pukul', 'mulai jam'],
    mulai: ['tanggal mulai', 'tgl mulai', 'mulai tanggal'],
    selesai: ['tanggal selesai', 'tgl selesai', 'sampai'],
    kapasitas: ['kursi', 'maks peserta', 'maks murid', 'maks siswa'],
  },
  'kursus-peserta': {
    peserta_id: [
      'nama peserta',
      'siswa',
      'nama siswa',
      'murid',
      'nama murid',
      'no induk',
      'nomor induk',
    ],
    mulai: ['tanggal mulai', 'tgl mulai', 'mulai tanggal'],
    biaya_bulanan_khusus: ['biaya khusus', 'harga khusus', 'spp khusus', 'biaya bulanan'],
    alasan_biaya: ['alasan harga khusus', 'keterangan biaya'],
    bebas_pendaftaran: ['bebas pendaftaran'],
  },
  billing: {
    akun_billing_id: [...payer, 'keluarga', 'nama'],
    phone,
    peserta_id: ['nama peserta', 'siswa', 'nama siswa', 'murid', 'nama murid'],
    nomor_lama: ['no lama', 'nomor tagihan', 'no tagihan', 'no invoice', 'invoice'],
    jatuh_tempo: ['tgl jatuh tempo', 'tanggal jatuh tempo', 'tempo'],
    jumlah: ['jumlah', 'sisa', 'tunggakan', 'nominal', 'kekurangan', 'belum dibayar'],
    keterangan: ['uraian', 'deskripsi', 'tagihan untuk', 'bulan'],
    jenis_billing_id: ['jenis', 'jenis tagihan'],
    gedung_id: outlet,
  },
  'mutasi-saldo': {
    akun_billing_id: [...payer, 'keluarga', 'nama'],
    phone,
    jumlah: ['jumlah', 'saldo awal', 'nominal', 'deposit', 'titipan', 'lebih bayar'],
  },
}
