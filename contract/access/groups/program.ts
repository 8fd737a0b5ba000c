/** Groups of access codes about the program: settings, and the own account of a user. */
import { ability, operations, type AccessGroup } from '#contract/access/groups/group.ts'

export const settingsGroup: AccessGroup = {
  label: 'Pengaturan & server',
  abilities: [
    ability(
      'mengatur rekening bank',
      operations('bank', 'rekening bank', 'index', 'view', 'create', 'update', 'delete', 'ekspor'),
    ),
    ability('mengubah setting', {
      'setting/index': 'Membuka setting',
      'setting/update': 'Mengubah setting',
    }),
    ability('melihat cadangan data', { 'setting/cadangan': 'Melihat cadangan data' }),
    ability('memindahkan data dari Excel', {
      'pindahan/import': 'Memindahkan data sekolah dari satu berkas Excel',
    }),
    ability('memeriksa data', { 'integritas/index': 'Melihat hasil pemeriksaan data' }),
    ability('menjalankan pekerjaan server', {
      'pekerjaan/index': 'Melihat pekerjaan server',
      'pekerjaan/jalankan': 'Menjalankan pekerjaan server',
    }),
  ],
}

export const ownGroup: AccessGroup = {
  label: 'Halaman awal & akun sendiri',
  abilities: [
    ability('melihat dashboard', { dashboard: 'Melihat dashboard' }),
    ability('memakai portal sales', { 'portal/sales': 'Memakai portal sales' }),
    ability('memakai portal guru', { 'portal/pelatih': 'Memakai portal guru' }),
    ability('memakai portal peserta', { 'portal/peserta': 'Memakai portal peserta' }),
    ability('memakai portal akun billing', {
      'portal/akun-billing': 'Memakai portal akun billing',
    }),
    ability('mengubah profil dan password sendiri', {
      'profile/view': 'Melihat dan mengubah profil sendiri',
      'profile/ubah-password': 'Mengganti password sendiri',
    }),
    ability('membuat token akses', { 'profile/token': 'Membuat token akses untuk program lain' }),
    ability('memakai kotak pencarian', { search: 'Memakai kotak pencarian' }),
    ability(
      'menyimpan tampilan daftar',
      operations('saved-view', 'tampilan tersimpan', 'index', 'view', 'create', 'update', 'delete'),
    ),
  ],
}
