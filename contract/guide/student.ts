/** Help: tasks of a student. */
import type { GuideTask } from '#contract/guide/task.ts'

export const studentTasks: readonly GuideTask[] = [
  {
    id: 'jadwal-peserta-saya',
    title: 'Melihat jadwal belajar',
    to: '/portal/peserta',
    words: 'kelas jam hari ruang guru pertemuan',
    steps: ['Pertemuan yang paling dekat ada di <Pertemuan berikutnya>, dengan ruang dan gurunya.'],
  },
  {
    id: 'kursus-saya',
    title: 'Melihat rincian kursus',
    to: '/kursus-peserta',
    words: 'grade tingkat level',
    steps: ['Buka [> kursusnya].', 'Tekan [Rangkaian kelas] untuk tingkat yang sudah diikuti.'],
    pictures: [2],
  },
  {
    id: 'kehadiran-saya',
    title: 'Melihat kehadiran',
    to: '/portal/peserta',
    words: 'absensi hadir izin sakit',
    steps: ['Jumlahnya ada di <Kehadiran setahun terakhir>.'],
  },
  {
    id: 'pengganti-saya',
    title: 'Melihat kelas pengganti',
    to: '/kredit-pengganti',
    words: 'ganti jadwal kredit hangus',
    steps: ['Kelas pengganti perlu dipakai sebelum tanggal di <Berlaku Sampai>.'],
  },
  {
    id: 'batal-pesanan',
    title: 'Membatalkan pesanan kelas pengganti',
    to: '/portal/peserta',
    words: 'pengganti batal pindah',
    steps: [
      'Tekan [Batalkan] di samping kelas penggantinya.',
      'Tekan [Batalkan pesanan]. Kelas itu dapat dipesan lagi selama masih berlaku.',
    ],
  },
  {
    id: 'cetak-jadwal',
    title: 'Mencetak jadwal',
    to: '/kursus-peserta',
    words: 'print pdf kertas',
    steps: ['Tekan [Cetak].', 'Tekan [? Cetak] di atas lembarnya.'],
  },
  {
    id: 'kalender-saya',
    title: 'Memasang jadwal di kalender ponsel',
    to: '/profile/view',
    words: 'google calendar iphone ics tautan',
    steps: [
      'Tekan [? Buat tautan].',
      'Salin tautan itu, lalu tempel di Google Calendar atau di kalender iPhone.',
    ],
  },
  {
    id: 'kontak-saya',
    title: 'Mengganti foto atau nomor HP',
    to: '/profile/view',
    words: 'kontak email alamat whatsapp',
    steps: ['Tekan [Ubah Kontak].', 'Isi {No. HP Lain=081255501235}.', 'Tekan [Simpan].'],
    pictures: [2],
  },
  {
    id: 'dua-langkah',
    title: 'Mengamankan akun dengan kode dari ponsel',
    to: '/profile/view',
    words: 'verifikasi dua langkah otp autentikator keamanan',
    steps: ['Tekan [Verifikasi Dua Langkah].', 'Tekan [? Pasang] dan ikuti petunjuknya.'],
    pictures: [2],
  },
  {
    id: 'password-saya',
    title: 'Mengganti password',
    to: '/profile/ubah-password',
    words: 'sandi lupa keamanan',
    steps: [
      'Isi {Password Lama=nada-demo}.',
      'Isi {Password Baru=melati-kuning-27} dan {Ulangi Password Baru=melati-kuning-27}.',
      'Tekan [? Simpan].',
    ],
    pictures: [2],
  },
]
