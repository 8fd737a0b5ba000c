/**
 * All routes of the app, each with its title and required access code. The menu and the route guard
 * read titles and access codes from this table.
 */
import type { AccessCode } from '#contract/access/access.ts'

export interface RouteInfo {
  /** Text of the h1 and title of the document. */
  title: string
  /** Required access code; null when no code is required. */
  access: AccessCode | null
  /** Set when the route guard skips every check, including the check of the login. */
  public?: true
  simple?: true
}

export const routes = {
  '/': { title: 'Dashboard', access: 'dashboard' },
  '/portal/sales': { title: 'Portal Sales', access: 'portal/sales' },
  '/portal/pelatih': { title: 'Portal Guru', access: 'portal/pelatih' },
  '/portal/peserta': { title: 'Portal Peserta', access: 'portal/peserta' },
  '/portal/akun-billing': { title: 'Portal Akun Billing', access: 'portal/akun-billing' },
  '/sales/lead': { title: 'Lead', access: 'lead/index' },
  '/sales/lead/view': { title: 'Detail Lead', access: 'lead/view' },
  '/sales/lead/aktivasi': { title: 'Aktivasi Lead', access: 'lead/aktivasi' },
  '/sales/pendaftar-mandiri': { title: 'Pendaftar Mandiri', access: 'pendaftar-mandiri/index' },
  '/sales/pendaftar-mandiri/lengkapi-profile': {
    title: 'Lengkapi Profil Pendaftar',
    access: 'pendaftar-mandiri/lengkapi-profile',
  },
  '/sales/pendaftar-mandiri/aktivasi': {
    title: 'Aktivasi Pendaftar',
    access: 'pendaftar-mandiri/aktivasi',
  },
  '/sales/tambah-peserta': { title: 'Tambah Peserta', access: 'user/tambah-peserta' },
  '/sales/tambah-kursus-peserta': {
    title: 'Tambah Kursus Peserta',
    access: 'user/tambah-kursus-peserta',
  },
  '/sales/peserta': { title: 'Peserta Saya', access: 'sales/peserta' },
  '/billing': { title: 'Semua Tagihan', access: 'billing/index' },
  '/billing/unpaid': { title: 'Tagihan Belum Terbayar', access: 'billing/index' },
  '/billing/partial': { title: 'Tagihan Terbayar Sebagian', access: 'billing/index' },
  '/billing/paid': { title: 'Tagihan Lunas', access: 'billing/index' },
  '/billing/form': { title: 'Buat Tagihan', access: 'billing/create' },
  '/billing/edit': { title: 'Ubah Tagihan', access: 'billing/update' },
  '/billing/generate': { title: 'Generate Tagihan', access: 'billing/generate' },
  '/billing/view': { title: 'Detail Tagihan', access: 'billing/view' },
  '/billing/pengingat': { title: 'Pengingat Tagihan', access: 'pengingat/index' },
  '/billing/share': { title: 'Bagikan Tagihan', access: 'billing/share' },
  '/billing/download': { title: 'Cetak Tagihan', access: 'billing/download', simple: true },
  '/produk-jasa-lainnya': { title: 'Produk & Jasa Lainnya', access: 'produk-jasa/index' },
  '/billing-payment': { title: 'Daftar Pembayaran', access: 'billing-payment/index' },
  '/billing-payment/form': { title: 'Tambah Pembayaran Baru', access: 'billing-payment/create' },
  '/billing-payment/edit': { title: 'Ubah Pembayaran', access: 'billing-payment/update' },
  '/billing-payment/view': { title: 'Detail Pembayaran', access: 'billing-payment/view' },
  '/billing-payment/print': {
    title: 'Cetak Kuitansi',
    access: 'billing-payment/print',
    simple: true,
  },
  '/konfirmasi-pembayaran': {
    title: 'Konfirmasi Pembayaran',
    access: 'konfirmasi-pembayaran/index',
  },
  '/konfirmasi-pembayaran/form': {
    title: 'Buat Konfirmasi Pembayaran',
    access: 'konfirmasi-pembayaran/create',
  },
  '/konfirmasi-pembayaran/view': {
    title: 'Detail Konfirmasi Pembayaran',
    access: 'konfirmasi-pembayaran/view',
  },
  '/mutasi-bank': { title: 'Mutasi Bank', access: 'mutasi-bank/index' },
  '/mutasi-bank/import': { title: 'Impor Mutasi Bank', access: 'mutasi-bank/import' },
  '/mutasi-bank/view': { title: 'Cocokkan Mutasi Bank', access: 'mutasi-bank/view' },
  '/pengeluaran-sales': { title: 'Pengeluaran Sales', access: 'pengeluaran-sales/index' },
  '/pengeluaran-sales/form': {
    title: 'Tambah Pengeluaran Sales',
    access: 'pengeluaran-sales/create',
  },
  '/pengeluaran-sales/view': {
    title: 'Detail Pengeluaran Sales',
    access: 'pengeluaran-sales/view',
  },
  '/pengeluaran-sales/edit': {
    title: 'Ubah Pengeluaran Sales',
    access: 'pengeluaran-sales/update',
  },
  '/pengeluaran-sales/print': {
    title: 'Cetak Pengeluaran Sales',
    access: 'pengeluaran-sales/view',
    simple: true,
  },
  '/promo': { title: 'Promo', access: 'promo/index' },
  '/promo/view': { title: 'Detail Promo', access: 'promo/view' },
  '/laporan/pendapatan': { title: 'Laporan Pendapatan', access: 'laporan/pendapatan' },
  '/laporan/piutang': { title: 'Laporan Piutang', access: 'laporan/piutang' },
  '/laporan/pengeluaran': { title: 'Laporan Pengeluaran', access: 'laporan/pengeluaran' },
  '/laporan/laba-rugi': { title: 'Laporan Laba Rugi', access: 'laporan/laba-rugi' },
  '/laporan/performa-sales': { title: 'Laporan Performa Sales', access: 'laporan/performa-sales' },
  '/auth/login': { title: 'Masuk', access: null, public: true, simple: true },
  '/auth/lupa-password': { title: 'Lupa Password', access: null, public: true, simple: true },
  '/auth/register': { title: 'Daftar', access: null, public: true, simple: true },
  '/biaya': { title: 'Biaya', access: 'biaya/index' },
  '/gedung': { title: 'Kelola Outlet', access: 'gedung/index' },
  '/ruang': { title: 'Kelola Ruang', access: 'ruang/index' },
  '/ruang/view': { title: 'Detail Ruang', access: 'ruang/view' },
  '/kategori-kursus': { title: 'Kategori Kursus', access: 'kategori-kursus/index' },
  '/kursus': { title: 'Semua Kursus', access: 'kursus/index' },
  '/kursus/view': { title: 'Detail Kursus', access: 'kursus/view' },
  '/jenis-billing': { title: 'Jenis Billing', access: 'jenis-billing/index' },
  '/bank': { title: 'Bank', access: 'bank/index' },
  '/setting': { title: 'Setting', access: 'setting/index' },
  '/role': { title: 'Role', access: 'role/index' },
  '/role/create': { title: 'Tambah Role', access: 'role/create' },
  '/role/view': { title: 'Detail Role', access: 'role/view' },
  '/role/update': { title: 'Ubah Role', access: 'role/update' },
  '/access': { title: 'Access', access: 'access/index' },
  '/kursus-peserta': { title: 'Jadwal Kursus Peserta', access: 'kursus-peserta/index' },
  '/kursus-peserta/view': { title: 'Detail Jadwal Kursus Peserta', access: 'kursus-peserta/view' },
  '/kursus-peserta/cetak': {
    title: 'Cetak Jadwal Kursus Peserta',
    access: 'kursus-peserta/cetak',
    simple: true,
  },
  '/kursus-peserta/kelas-selanjutnya': {
    title: 'Kelas Selanjutnya',
    access: 'kursus-peserta/kelas-selanjutnya',
  },
  '/kursus-pelatih': { title: 'Jadwal Kelas Guru', access: 'kursus-pelatih/index' },
  '/kursus-pelatih/view': { title: 'Detail Kelas Guru', access: 'kursus-pelatih/view' },
  '/kursus-pelatih/absensi': { title: 'Absensi', access: 'kursus-pelatih/absensi' },
  '/profile/view': { title: 'Profil Saya', access: 'profile/view' },
  '/profile/ubah-password': { title: 'Ubah Password', access: 'profile/ubah-password' },
  '/user': { title: 'Semua Users', access: 'user/index' },
  '/user/pelatih': { title: 'Guru', access: 'user/pelatih' },
  '/user/sales': { title: 'Sales / Marketing', access: 'user/sales' },
  '/user/akun-billing': { title: 'Akun Billing', access: 'user/akun-billing' },
  '/user/peserta': { title: 'Peserta', access: 'user/peserta' },
  '/user/pendaftar-mandiri': { title: 'Pendaftar Mandiri', access: 'user/pendaftar-mandiri' },
  '/user/create': { title: 'Tambah User', access: 'user/create' },
  '/user/view': { title: 'Detail User', access: 'user/view' },
  '/user/update': { title: 'Ubah User', access: 'user/update' },
  '/user/cetak': { title: 'Cetak Data User', access: 'user/cetak', simple: true },
  '/user/ubah-jadwal-pelatih': {
    title: 'Ubah Jadwal Kosong Guru',
    access: 'user/ubah-jadwal-pelatih',
  },
  '/search': { title: 'Pencarian Peserta', access: 'search' },
  // Help pages, for everybody who is logged in.
  '/panduan': { title: 'Panduan', access: null },
  '/kredit-pengganti': { title: 'Kelas Pengganti', access: 'kredit-pengganti/index' },
  '/honor-periode': { title: 'Honor Guru', access: 'honor-periode/index' },
  '/honor-periode/view': { title: 'Detail Honor Guru', access: 'honor-periode/view' },
  '/honor-periode/print': {
    title: 'Cetak Slip Honor',
    access: 'honor-periode/view',
    simple: true,
  },
  // Print page of a credit note, with the same content as the PDF of the credit note.
  '/nota-kredit/print': { title: 'Cetak Nota Kredit', access: 'mutasi-saldo/view', simple: true },
  '/pelatih-libur': { title: 'Libur Guru', access: 'pelatih-libur/index' },
  // Cash closings of outlets.
  '/tutup-kas': { title: 'Tutup Kas', access: 'tutup-kas/index' },
  '/tutup-kas/form': { title: 'Tutup Kas Harian', access: 'tutup-kas/create' },
  '/tutup-kas/view': { title: 'Detail Tutup Kas', access: 'tutup-kas/view' },
  '/tutup-kas/print': { title: 'Cetak Tutup Kas', access: 'tutup-kas/view', simple: true },
  '/pindahan': { title: 'Pindahkan dari Excel', access: 'pindahan/import' },
  '/integritas': { title: 'Integritas Data', access: 'integritas/index' },
  '/audit': { title: 'Riwayat', access: 'audit/index' },
  '/errors/400': { title: 'Permintaan Tidak Valid', access: null, simple: true },
  '/errors/401': { title: 'Belum Masuk', access: null, simple: true },
  '/errors/403': { title: 'Akses Ditolak', access: null, public: true, simple: true },
  '/errors/404': { title: 'Halaman Tidak Ditemukan', access: null, public: true, simple: true },
  '/errors/500': { title: 'Kesalahan Server', access: null, public: true, simple: true },
  '/errors/503': { title: 'Layanan Tidak Tersedia', access: null, simple: true },
} as const satisfies Record<string, RouteInfo>

export type RoutePath = keyof typeof routes
