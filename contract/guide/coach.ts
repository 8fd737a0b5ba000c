/** Help: tasks of a coach. */
import type { GuideTask } from '#contract/guide/task.ts'

export const coachTasks: readonly GuideTask[] = [
  {
    id: 'isi-absensi',
    title: 'Mengisi absensi',
    to: '/kursus-pelatih/absensi',
    words: 'hadir izin sakit alpa kehadiran murid',
    steps: [
      'Pertemuan hari ini urut menurut [Jam].',
      'Tekan nama peserta yang hadir. Izin, sakit, dan tanda lain ada di tombol di samping namanya.',
      'Tanpa sinyal pun absensi tersimpan di ponsel, dan terkirim setelah tersambung lagi.',
    ],
  },
  {
    id: 'jadwal-guru',
    title: 'Melihat jadwal mengajar',
    to: '/portal/pelatih',
    words: 'kelas minggu besok jam ruang',
    steps: ['Di <7 hari ke depan> ada jam, nama peserta, ruang, dan outlet setiap pertemuan.'],
  },
  {
    id: 'minggu-guru',
    title: 'Melihat jadwal minggu lain',
    to: '/kursus-pelatih',
    words: 'kalender bulan depan cetak',
    steps: ['Tekan [Minggu].', 'Tekan [Minggu berikutnya], atau pilih tanggalnya.'],
    pictures: [2],
  },
  {
    id: 'jam-kosong',
    title: 'Mengubah jam kosong saya',
    to: '/user/ubah-jadwal-pelatih',
    words: 'slot tersedia tanya dulu tidak bisa',
    steps: [
      'Tekan [Sab, Sabtu] untuk memilih harinya.',
      'Pilih [Tanya dulu], [Tidak bisa], atau [Kosong], lalu tarik di atas jamnya.',
      'Tekan [? Simpan].',
    ],
    pictures: [2],
  },
  {
    id: 'ajukan-libur',
    title: 'Mengajukan libur',
    to: '/pelatih-libur',
    words: 'cuti izin sakit tidak mengajar',
    steps: [
      'Tekan [Tambah].',
      'Isi {Mulai=+60}, {Selesai=+61}, dan {Alasan=Acara keluarga}.',
      'Tekan [Simpan]. Libur berlaku setelah disetujui admin.',
    ],
    pictures: [1, 2],
  },
  {
    id: 'peserta-kelas',
    title: 'Melihat peserta sebuah kelas',
    to: '/kursus-pelatih',
    words: 'murid siswa daftar pertemuan',
    steps: [
      'Buka [> kelasnya].',
      'Tekan [Peserta] untuk nama dan tingkat setiap peserta.',
      'Tekan [Pertemuan] untuk pertemuan berikutnya.',
    ],
    pictures: [2],
  },
  {
    id: 'pengganti-guru',
    title: 'Melihat kelas pengganti',
    to: '/portal/pelatih',
    words: 'ganti jadwal pengganti kredit',
    steps: [
      'Tekan [Kelas Pengganti].',
      'Lihat siapa yang masih berhak, dan sampai kapan, di kolom <Berlaku Sampai>.',
    ],
    pictures: [1],
  },
  {
    id: 'slip-honor',
    title: 'Melihat slip honor',
    to: '/honor-periode',
    words: 'gaji bayaran honorarium bulan',
    steps: [
      'Buka [> bulannya].',
      'Periksa pertemuan di <Rincian>.',
      'Tekan [Cetak slip] untuk mencetak atau mengunduhnya.',
    ],
    pictures: [3],
  },
  {
    id: 'kalender-guru',
    title: 'Memasang jadwal di kalender ponsel',
    to: '/profile/view',
    words: 'google calendar iphone ics tautan',
    steps: [
      'Tekan [Buat tautan].',
      'Tekan [? Salin tautan], lalu tempel di Google Calendar atau di kalender iPhone.',
    ],
    pictures: [2],
  },
  {
    id: 'password-guru',
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
