/** Help: tasks of a payer, the family that pays the bills. */
import type { GuideTask } from '#contract/guide/task.ts'

export const payerTasks: readonly GuideTask[] = [
  {
    id: 'cara-bayar',
    title: 'Melihat yang harus dibayar',
    to: '/portal/akun-billing',
    words: 'tagihan rekening transfer qris nomor',
    steps: [
      'Jumlahnya ada di <Yang harus dibayar>.',
      'Nomor rekening sekolah ada di <Cara membayar>. Tekan [Salin nomor rekening BCA], lalu tempel di aplikasi bank.',
    ],
    pictures: [1, 2],
  },
  {
    id: 'kirim-bukti',
    title: 'Mengirim bukti transfer',
    to: '/konfirmasi-pembayaran/form',
    words: 'konfirmasi bayar foto struk tangkapan layar',
    steps: [
      'Centang tagihan yang dibayar, lalu periksa {Jumlah=500000}.',
      'Pilih {Rekening Tujuan=BCA}.',
      'Ambil foto atau pilih tangkapan layar di {Bukti=}.',
      'Tekan [? Kirim konfirmasi]. Sekolah memeriksanya, biasanya pada hari kerja berikutnya.',
    ],
    pictures: [2],
  },
  {
    id: 'status-konfirmasi',
    title: 'Melihat apakah bukti sudah diterima',
    to: '/konfirmasi-pembayaran',
    words: 'status ditolak disetujui menunggu',
    steps: [
      'Buka [> nomor konfirmasinya].',
      'Lihat statusnya di atas. Jika ditolak, alasannya ada di halaman ini, dan bukti dapat dikirim lagi.',
    ],
  },
  {
    id: 'rincian-tagihan',
    title: 'Melihat rincian dan mencetak tagihan',
    to: '/billing/unpaid',
    words: 'isi biaya pdf unduh cetak',
    steps: [
      'Buka [> tagihannya].',
      'Lihat isinya di <Rincian>.',
      'Tekan [Cetak].',
      'Tekan [? Unduh PDF] untuk menyimpannya.',
    ],
    pictures: [3],
  },
  {
    id: 'kuitansi',
    title: 'Mengunduh kuitansi',
    to: '/billing/paid',
    words: 'bukti bayar lunas pdf kwitansi',
    steps: [
      'Buka [> tagihan yang sudah lunas].',
      'Tekan nomor kuitansinya, yang diawali [KW], di bagian pembayaran.',
      'Tekan [Cetak].',
      'Tekan [? Unduh PDF].',
    ],
    pictures: [2],
  },
  {
    id: 'jadwal-anak',
    title: 'Melihat jadwal anak',
    to: '/kursus-peserta',
    words: 'hari jam guru ruang kelas',
    steps: ['Buka [> kursus anaknya].', 'Jam dan ruangnya ada di [Jadwal mingguan].'],
    pictures: [2],
  },
  {
    id: 'ajukan-cuti',
    title: 'Mengajukan cuti atau berhenti',
    to: '/kursus-peserta',
    words: 'libur stop keluar',
    steps: [
      'Buka [> kursus anaknya].',
      'Tekan [Ajukan cuti atau berhenti].',
      'Pilih {Permintaan=Cuti}, periksa tanggalnya, dan isi {Alasan=Liburan keluarga di luar kota}.',
      'Tekan [Ajukan]. Sekolah menjawab permintaan itu.',
    ],
    pictures: [2, 3],
  },
  {
    id: 'pesan-pengganti',
    title: 'Memilih waktu lain untuk kelas pengganti',
    to: '/portal/akun-billing',
    words: 'pesan ganti jadwal izin sakit kredit batal',
    steps: [
      'Di <Kelas pengganti>, tekan [Batalkan] di samping waktu yang tidak cocok.',
      'Tekan [Batalkan pesanan].',
      'Tekan [Pesan] di samping kelas itu.',
      'Pilih waktu yang cocok di daftar yang tampil.',
    ],
    pictures: [3],
  },
  {
    id: 'kalender-anak',
    title: 'Memasang jadwal anak di kalender ponsel',
    to: '/profile/view',
    words: 'google calendar iphone ics tautan',
    steps: [
      'Tekan [Buat tautan] di samping nama anak.',
      'Tekan [? Salin tautan], lalu tempel di Google Calendar atau di kalender iPhone.',
    ],
    pictures: [2],
  },
  {
    id: 'ubah-kontak',
    title: 'Mengganti nomor HP atau alamat',
    to: '/profile/view',
    words: 'kontak email alamat whatsapp pindah',
    steps: [
      'Tekan [Ubah Kontak].',
      'Isi {No. HP Lain=081255501234} atau {Alamat=Jl. Minangkabau No. 110}.',
      'Tekan [Simpan].',
    ],
    pictures: [2],
  },
]
