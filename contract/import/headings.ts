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
    gedung_id: ['cabang', 'lokasi', 'kode outlet', 'kode cabang'],
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
    phone: ['no hp', 'no. hp', 'hp', 'wa', 'no wa', 'whatsapp', 'telp', 'telepon', 'no telp'],
    email: ['e-mail', 'surel', 'alamat email'],
    gender: ['jk', 'l/p', 'kelamin'],
    tanggal_lahir: ['tgl lahir'],
    gedung_wilayah: ['outlet', 'cabang', 'lokasi', 'mengajar di'],
    bidang: ['kategori', 'jurusan', 'instrumen', 'mengajar'],
    tarif_honor: ['honor', 'tarif', 'honor per jam', 'fee'],
    tanggal_masuk: ['tgl masuk', 'mulai kerja', 'bergabung'],
  },
  'akun-billing': {
    name: [
      'nama akun billing',
      'akun billing',
      'nama orang tua',
      'orang tua',
      'nama pembayar',
      'pembayar',
      'nama wali',
      'wali',
    ],
    phone: ['no hp', 'no. hp', 'hp', 'wa', 'no wa', 'whatsapp', 'telp', 'telepon', 'no telp'],
    email: ['e-mail', 'surel', 'alamat email'],
    gedung_id: ['cabang', 'lokasi', 'kode outlet', 'kode cabang'],
    alamat: ['alamat rumah', 'alamat lengkap'],
  },
}
