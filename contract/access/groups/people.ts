/** Groups of access codes about people: families, leads and users. */
import { ability, operations, type AccessGroup } from '#contract/access/groups/group.ts'

export const peopleGroups: readonly AccessGroup[] = [
  {
    label: 'Peserta & keluarga',
    abilities: [
      ability('melihat peserta dan keluarganya', operations('user', 'user', 'view', 'pilihan'), {
        'user/peserta': 'Membuka daftar peserta',
        'user/info-peserta': 'Melihat peserta yang dibayar sebuah akun billing',
      }),
      ability('melihat daftar akun billing', {
        'user/akun-billing': 'Membuka daftar akun billing',
        'sales/peserta': 'Membuka daftar Peserta Saya',
      }),
      ability('mendaftarkan peserta dan memilihkan kursusnya', {
        'user/tambah-peserta': 'Mendaftarkan peserta baru',
        'user/tambah-kursus-peserta': 'Memilihkan kursus untuk peserta',
      }),
      ability(
        'mengubah data orang',
        operations('user', 'data user, peserta, atau keluarga', 'update'),
      ),
      ability('mengganti pembayar peserta', {
        'user/upgrade': 'Menjadikan peserta akun billing sendiri',
        'user/downgrade': 'Menjadikan akun billing peserta biasa',
      }),
      ability('mengimpor peserta', operations('user', 'peserta', 'import', 'template')),
      ability('mengekspor daftar orang', operations('user', 'user dan peserta', 'ekspor')),
      ability('mencetak data orang', { 'user/cetak': 'Mencetak data user dan peserta' }),
      ability('melihat NIK lengkap', { 'user/lihat-nik': 'Melihat NIK lengkap dengan alasan' }),
      ability('menganonimkan data orang', {
        'user/anonimkan': 'Menghapus data pribadi seseorang untuk selamanya',
      }),
    ],
  },
  {
    label: 'Penjualan',
    abilities: [
      ability('melihat lead', operations('lead', 'lead', 'index', 'view', 'pilihan')),
      ability('menambah dan mengubah lead', operations('lead', 'lead', 'create', 'update'), {
        'lead/tahap': 'Memindahkan lead ke tahap lain',
        'lead/catat': 'Mencatat aktivitas lead',
      }),
      ability('menjadwalkan trial', {
        'lead/trial': 'Menjadwalkan trial',
        'lead/batal-trial': 'Membatalkan trial',
      }),
      ability('mengaktivasi lead menjadi peserta', {
        'lead/aktivasi': 'Mengaktivasi lead menjadi peserta',
      }),
      ability('mengurungkan aktivasi', { 'lead/urungkan-aktivasi': 'Mengurungkan aktivasi lead' }),
      ability('menggabungkan dan menghapus lead', operations('lead', 'lead', 'delete'), {
        'lead/gabung': 'Menggabungkan lead yang sama',
      }),
      ability('menyerahkan lead dan pendaftar ke sales lain', {
        'lead/serahkan': 'Menyerahkan lead ke sales lain',
        'pendaftar-mandiri/serahkan': 'Menyerahkan pendaftar mandiri ke sales lain',
      }),
      ability('mengurus pendaftar mandiri', {
        'pendaftar-mandiri/index': 'Membuka antrean pendaftar mandiri',
        'pendaftar-mandiri/lengkapi-profile': 'Melengkapi profil pendaftar mandiri',
        'pendaftar-mandiri/aktivasi': 'Mengaktivasi pendaftar mandiri',
        'pendaftar-mandiri/tutup': 'Menutup dan membuka lagi pendaftaran mandiri',
      }),
      ability('melihat user yang mendaftar mandiri', {
        'user/pendaftar-mandiri': 'Membuka daftar user yang mendaftar mandiri',
      }),
      ability('mengambil pendaftar mandiri', {
        'pendaftar-mandiri/ambil': 'Mengambil pendaftar mandiri yang belum ada salesnya',
      }),
      ability('mengimpor lead', operations('lead', 'lead', 'import', 'template')),
      ability('mengekspor lead', operations('lead', 'lead', 'ekspor')),
    ],
  },
  {
    label: 'Pengeluaran sales',
    abilities: [
      ability(
        'melihat pengeluaran',
        operations('pengeluaran-sales', 'pengeluaran sales', 'index', 'view', 'ekspor'),
      ),
      ability(
        'mencatat pengeluaran',
        operations('pengeluaran-sales', 'pengeluaran sales', 'create', 'update'),
      ),
      ability('menyetujui dan menolak pengeluaran', {
        'pengeluaran-sales/setujui': 'Menyetujui pengeluaran sales',
        'pengeluaran-sales/tolak': 'Menolak pengeluaran sales',
      }),
      ability('membatalkan pengeluaran', {
        'pengeluaran-sales/batalkan': 'Membatalkan pengeluaran sales',
      }),
    ],
  },
]

export const staffGroup: AccessGroup = {
  label: 'User & role',
  abilities: [
    ability('melihat guru', { 'user/pelatih': 'Membuka daftar guru' }),
    ability('melihat sales', { 'user/sales': 'Membuka daftar sales' }),
    ability('melihat semua user', operations('user', 'semua user', 'index')),
    ability('menambah user', operations('user', 'user, termasuk guru dan sales', 'create')),
    ability('mengaktifkan user', { 'user/activate': 'Mengaktifkan user' }),
    ability('menonaktifkan user', {
      'user/disable-enable': 'Menonaktifkan user dan mengaktifkannya kembali',
    }),
    ability('menghapus user', operations('user', 'user', 'delete')),
    ability('memulihkan user yang dihapus', { 'user/restore': 'Memulihkan user yang dihapus' }),
    ability('mengganti password dan email masuk orang lain', {
      'user/reset-password': 'Mengganti password user lain',
      'user/ubah-email': 'Mengganti email masuk user lain',
    }),
    ability('menghapus verifikasi dua langkah orang lain', {
      'user/reset-dua-langkah': 'Menghapus verifikasi dua langkah user lain',
    }),
    ability('memilih role di formulir', operations('role', 'role', 'pilihan')),
    ability('melihat role', operations('role', 'role', 'index', 'view')),
    ability(
      'membuat, mengubah dan menghapus role',
      operations('role', 'role', 'create', 'update', 'delete'),
    ),
    ability('melihat dan menamai akses', operations('access', 'akses', 'index', 'view'), {
      'access/update': 'Mengganti nama akses',
    }),
  ],
}
