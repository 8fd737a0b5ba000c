/** Groups of access codes about classes, attendance, enrolments and coach pay. */
import { ability, operations, type AccessGroup } from '#contract/access/groups/group.ts'

export const scheduleGroups: readonly AccessGroup[] = [
  {
    label: 'Kursus peserta',
    abilities: [
      ability(
        'melihat dan mencetak kursus peserta',
        operations('kursus-peserta', 'kursus peserta', 'index', 'view'),
        { 'kursus-peserta/cetak': 'Mencetak jadwal kursus peserta' },
      ),
      ability(
        'menambah dan mengubah kursus peserta',
        operations('kursus-peserta', 'kursus peserta', 'create', 'update', 'pilihan'),
      ),
      ability(
        'melihat daftar tunggu',
        operations('daftar-tunggu', 'daftar tunggu', 'index', 'view'),
      ),
      ability(
        'mengatur daftar tunggu',
        operations('daftar-tunggu', 'daftar tunggu', 'create', 'update', 'delete'),
      ),
      ability('mengaktifkan, mencatat cuti dan menghentikan', {
        'kursus-peserta/aktifkan': 'Mengaktifkan kursus peserta',
        'kursus-peserta/cuti': 'Mencatat cuti peserta',
        'kursus-peserta/kembali': 'Mencatat peserta kembali belajar',
        'kursus-peserta/berhenti': 'Menghentikan kursus peserta',
      }),
      ability('menaikkan kelas', {
        'kursus-peserta/kelas-selanjutnya': 'Menaikkan peserta ke kelas selanjutnya',
      }),
      ability('meluluskan', {
        'kursus-peserta/lulus': 'Meluluskan peserta',
        'kursus-peserta/tolak-usulan': 'Menolak usulan kelulusan',
      }),
      ability('mengusulkan kelulusan', {
        'kursus-peserta/usulkan-lulus': 'Mengusulkan kelulusan peserta',
      }),
      ability('mengajukan permintaan sebagai keluarga', {
        'kursus-peserta/ajukan': 'Meminta cuti, berhenti, atau kursus baru sebagai keluarga',
      }),
      ability('menutup permintaan keluarga', {
        'kursus-peserta/batal-permintaan': 'Menutup permintaan keluarga',
      }),
      ability('menghapus kursus peserta', operations('kursus-peserta', 'kursus peserta', 'delete')),
      ability(
        'mengekspor kursus peserta',
        operations('kursus-peserta', 'kursus peserta', 'ekspor'),
      ),
    ],
  },
  {
    label: 'Jadwal & absensi',
    abilities: [
      ability('melihat pertemuan', operations('pertemuan', 'pertemuan', 'index', 'view')),
      ability(
        'melihat kelas guru',
        operations('kursus-pelatih', 'kelas', 'index', 'view', 'pilihan'),
      ),
      ability('mengisi absensi', { 'kursus-pelatih/absensi': 'Mengisi absensi' }),
      ability(
        'mengatur kelas guru',
        operations('kursus-pelatih', 'kelas', 'create', 'update', 'delete'),
      ),
      ability('menyetujui atau menolak jam yang diminta', {
        'kursus-pelatih/setujui-slot': 'Menyetujui jam yang diminta di jam kosong guru',
        'kursus-pelatih/tolak-slot': 'Menolak jam yang diminta di jam kosong guru',
      }),
      ability(
        'memindahkan dan membatalkan pertemuan',
        operations('pertemuan', 'pertemuan', 'create', 'update'),
        {
          'pertemuan/pindah': 'Memindahkan pertemuan',
          'pertemuan/pengganti': 'Mengganti guru pertemuan',
          'pertemuan/batal': 'Membatalkan pertemuan',
          'pertemuan/buka-pengganti': 'Membuka pertemuan untuk kelas pengganti',
        },
      ),
      ability('melihat jam kosong guru', { 'user/jadwal-pelatih': 'Melihat jam kosong guru' }),
      ability('mengubah jam kosong guru', {
        'user/ubah-jadwal-pelatih': 'Mengubah jam kosong guru',
      }),
      ability(
        'mencatat libur guru',
        operations('pelatih-libur', 'libur guru', 'index', 'view', 'create', 'update', 'delete'),
      ),
      ability('menyetujui libur guru', {
        'pelatih-libur/setujui': 'Menyetujui libur guru',
        'pelatih-libur/tolak': 'Menolak libur guru',
      }),
      ability(
        'mengekspor jadwal',
        operations('pertemuan', 'pertemuan', 'ekspor'),
        operations('kursus-pelatih', 'kelas', 'ekspor'),
        operations('pelatih-libur', 'libur guru', 'ekspor'),
      ),
    ],
  },
  {
    label: 'Kelas pengganti',
    abilities: [
      ability(
        'melihat kelas pengganti',
        operations('kredit-pengganti', 'kelas pengganti', 'index', 'view'),
      ),
      ability('memesan kelas pengganti', {
        'kredit-pengganti/pesan': 'Memesan kelas pengganti',
        'kredit-pengganti/batal-pesan': 'Membatalkan pesanan kelas pengganti',
      }),
      ability('memberi kelas pengganti', {
        'kredit-pengganti/create': 'Memberi kelas pengganti',
      }),
      ability('mencabut kelas pengganti', {
        'kredit-pengganti/cabut': 'Mencabut kelas pengganti',
      }),
      ability(
        'mengekspor kelas pengganti',
        operations('kredit-pengganti', 'kelas pengganti', 'ekspor'),
      ),
    ],
  },
  {
    label: 'Honor guru',
    abilities: [
      ability('melihat honor', operations('honor-periode', 'honor guru', 'index', 'view')),
      ability('menghitung dan memfinalkan honor', {
        'honor-periode/hitung': 'Menghitung honor guru',
        'honor-periode/finalkan': 'Memfinalkan honor guru',
      }),
      ability('mencatat honor dibayar', {
        'honor-periode/bayar': 'Mencatat honor guru sudah dibayar',
      }),
      ability('membuka kembali honor', {
        'honor-periode/buka-final': 'Membuka kembali honor yang sudah final',
        'honor-periode/batal-bayar': 'Membatalkan pembayaran honor guru',
      }),
      ability('melihat tarif honor', operations('tarif-honor', 'tarif honor', 'index', 'view')),
      ability(
        'mengatur tarif honor',
        operations('tarif-honor', 'tarif honor', 'create', 'update', 'delete'),
      ),
      ability(
        'mengekspor honor dan tarif',
        operations('honor-periode', 'honor guru', 'ekspor'),
        operations('tarif-honor', 'tarif honor', 'ekspor'),
      ),
    ],
  },
]
