/**
 * The routes of the product's interface: path, access code, title, who holds the code beside
 * superadmin, layout. Fixed: another program may link to them.
 */
import { describe, expect, test } from 'vitest'
import { accessCodes } from '#contract/access/accessCodes.ts'
import { routes, type RouteInfo } from '#contract/routes.ts'

const table: readonly (readonly [
  path: string,
  access: string | null,
  title: string,
  roles: string,
  flags?: string,
])[] = [
  ['/', 'dashboard', 'Dashboard', 'admin'],
  ['/portal/sales', 'portal/sales', 'Portal Sales', 'sales'],
  ['/portal/pelatih', 'portal/pelatih', 'Portal Guru', 'pelatih'],
  ['/portal/peserta', 'portal/peserta', 'Portal Peserta', 'peserta'],
  ['/portal/akun-billing', 'portal/akun-billing', 'Portal Akun Billing', 'akunbilling'],
  ['/sales/lead', 'lead/index', 'Lead', 'admin sales'],
  ['/sales/lead/view', 'lead/view', 'Detail Lead', 'admin sales'],
  ['/sales/lead/aktivasi', 'lead/aktivasi', 'Aktivasi Lead', 'admin sales'],
  ['/sales/pendaftar-mandiri', 'pendaftar-mandiri/index', 'Pendaftar Mandiri', 'admin sales'],
  [
    '/sales/pendaftar-mandiri/lengkapi-profile',
    'pendaftar-mandiri/lengkapi-profile',
    'Lengkapi Profil Pendaftar',
    'admin sales',
  ],
  [
    '/sales/pendaftar-mandiri/aktivasi',
    'pendaftar-mandiri/aktivasi',
    'Aktivasi Pendaftar',
    'admin sales',
  ],
  ['/sales/tambah-peserta', 'user/tambah-peserta', 'Tambah Peserta', 'admin sales'],
  [
    '/sales/tambah-kursus-peserta',
    'user/tambah-kursus-peserta',
    'Tambah Kursus Peserta',
    'admin sales',
  ],
  ['/sales/peserta', 'sales/peserta', 'Peserta Saya', 'admin sales'],
  ['/billing', 'billing/index', 'Semua Tagihan', 'admin akunbilling sales'],
  ['/billing/unpaid', 'billing/index', 'Tagihan Belum Terbayar', 'admin akunbilling sales'],
  ['/billing/partial', 'billing/index', 'Tagihan Terbayar Sebagian', 'admin akunbilling sales'],
  ['/billing/paid', 'billing/index', 'Tagihan Lunas', 'admin akunbilling sales'],
  ['/billing/form', 'billing/create', 'Buat Tagihan', 'admin'],
  ['/billing/edit', 'billing/update', 'Ubah Tagihan', 'admin'],
  ['/billing/generate', 'billing/generate', 'Generate Tagihan', 'admin'],
  ['/billing/view', 'billing/view', 'Detail Tagihan', 'admin akunbilling sales'],
  ['/billing/pengingat', 'pengingat/index', 'Pengingat Tagihan', 'admin sales'],
  ['/billing/share', 'billing/share', 'Bagikan Tagihan', 'admin sales'],
  ['/billing/download', 'billing/download', 'Cetak Tagihan', 'admin akunbilling sales', 'simple'],
  ['/produk-jasa-lainnya', 'produk-jasa/index', 'Produk & Jasa Lainnya', 'admin'],
  ['/billing-payment', 'billing-payment/index', 'Daftar Pembayaran', 'admin'],
  ['/billing-payment/form', 'billing-payment/create', 'Tambah Pembayaran Baru', 'admin'],
  ['/billing-payment/edit', 'billing-payment/update', 'Ubah Pembayaran', 'admin'],
  ['/billing-payment/view', 'billing-payment/view', 'Detail Pembayaran', 'admin akunbilling sales'],
  [
    '/billing-payment/print',
    'billing-payment/print',
    'Cetak Kuitansi',
    'admin akunbilling sales',
    'simple',
  ],
  [
    '/konfirmasi-pembayaran',
    'konfirmasi-pembayaran/index',
    'Konfirmasi Pembayaran',
    'admin akunbilling sales',
  ],
  [
    '/konfirmasi-pembayaran/form',
    'konfirmasi-pembayaran/create',
    'Buat Konfirmasi Pembayaran',
    'admin akunbilling sales',
  ],
  [
    '/konfirmasi-pembayaran/view',
    'konfirmasi-pembayaran/view',
    'Detail Konfirmasi Pembayaran',
    'admin akunbilling sales',
  ],
  ['/mutasi-bank', 'mutasi-bank/index', 'Mutasi Bank', 'admin'],
  ['/mutasi-bank/import', 'mutasi-bank/import', 'Impor Mutasi Bank', 'admin'],
  ['/mutasi-bank/view', 'mutasi-bank/view', 'Cocokkan Mutasi Bank', 'admin'],
  ['/pengeluaran-sales', 'pengeluaran-sales/index', 'Pengeluaran Sales', 'admin sales'],
  [
    '/pengeluaran-sales/form',
    'pengeluaran-sales/create',
    'Tambah Pengeluaran Sales',
    'admin sales',
  ],
  ['/pengeluaran-sales/view', 'pengeluaran-sales/view', 'Detail Pengeluaran Sales', 'admin sales'],
  ['/promo', 'promo/index', 'Promo', 'admin'],
  ['/promo/view', 'promo/view', 'Detail Promo', 'admin'],
  ['/laporan/pendapatan', 'laporan/pendapatan', 'Laporan Pendapatan', 'admin'],
  ['/laporan/piutang', 'laporan/piutang', 'Laporan Piutang', 'admin'],
  ['/laporan/pengeluaran', 'laporan/pengeluaran', 'Laporan Pengeluaran', 'admin'],
  ['/laporan/laba-rugi', 'laporan/laba-rugi', 'Laporan Laba Rugi', 'admin'],
  ['/laporan/performa-sales', 'laporan/performa-sales', 'Laporan Performa Sales', 'admin'],
  ['/auth/login', null, 'Masuk', '', 'simple public'],
  ['/auth/lupa-password', null, 'Lupa Password', '', 'simple public'],
  ['/auth/register', null, 'Daftar', '', 'simple public'],
  ['/biaya', 'biaya/index', 'Biaya', 'admin'],
  ['/gedung', 'gedung/index', 'Kelola Outlet', 'admin'],
  ['/ruang', 'ruang/index', 'Kelola Ruang', 'admin'],
  ['/ruang/view', 'ruang/view', 'Detail Ruang', 'admin'],
  ['/kategori-kursus', 'kategori-kursus/index', 'Kategori Kursus', 'admin'],
  ['/kursus', 'kursus/index', 'Semua Kursus', 'admin'],
  ['/kursus/view', 'kursus/view', 'Detail Kursus', 'admin'],
  ['/jenis-billing', 'jenis-billing/index', 'Jenis Billing', 'admin'],
  ['/bank', 'bank/index', 'Bank', ''],
  ['/setting', 'setting/index', 'Setting', ''],
  ['/role', 'role/index', 'Role', ''],
  ['/role/create', 'role/create', 'Tambah Role', ''],
  ['/role/view', 'role/view', 'Detail Role', ''],
  ['/role/update', 'role/update', 'Ubah Role', ''],
  ['/access', 'access/index', 'Access', ''],
  [
    '/kursus-peserta',
    'kursus-peserta/index',
    'Jadwal Kursus Peserta',
    'admin akunbilling peserta sales',
  ],
  [
    '/kursus-peserta/view',
    'kursus-peserta/view',
    'Detail Jadwal Kursus Peserta',
    'admin akunbilling peserta sales',
  ],
  [
    '/kursus-peserta/cetak',
    'kursus-peserta/cetak',
    'Cetak Jadwal Kursus Peserta',
    'admin akunbilling peserta sales',
    'simple',
  ],
  [
    '/kursus-peserta/kelas-selanjutnya',
    'kursus-peserta/kelas-selanjutnya',
    'Kelas Selanjutnya',
    'admin sales',
  ],
  ['/kursus-pelatih', 'kursus-pelatih/index', 'Jadwal Kelas Guru', 'admin pelatih sales'],
  ['/kursus-pelatih/view', 'kursus-pelatih/view', 'Detail Kelas Guru', 'admin pelatih sales'],
  ['/kursus-pelatih/absensi', 'kursus-pelatih/absensi', 'Absensi', 'admin pelatih'],
  ['/profile/view', 'profile/view', 'Profil Saya', 'admin akunbilling pelatih peserta sales'],
  [
    '/profile/ubah-password',
    'profile/ubah-password',
    'Ubah Password',
    'admin akunbilling pelatih peserta sales',
  ],
  ['/user', 'user/index', 'Semua Users', ''],
  ['/user/pelatih', 'user/pelatih', 'Guru', 'admin sales'],
  ['/user/sales', 'user/sales', 'Sales / Marketing', 'admin'],
  ['/user/akun-billing', 'user/akun-billing', 'Akun Billing', 'admin sales'],
  ['/user/peserta', 'user/peserta', 'Peserta', 'admin akunbilling sales'],
  [
    '/user/pendaftar-mandiri',
    'user/pendaftar-mandiri',
    'Pendaftar Mandiri',
    'admin akunbilling sales',
  ],
  ['/user/create', 'user/create', 'Tambah User', 'admin'],
  ['/user/view', 'user/view', 'Detail User', 'admin akunbilling sales'],
  ['/user/update', 'user/update', 'Ubah User', 'admin sales'],
  ['/user/cetak', 'user/cetak', 'Cetak Data User', 'admin', 'simple'],
  [
    '/user/ubah-jadwal-pelatih',
    'user/ubah-jadwal-pelatih',
    'Ubah Jadwal Kosong Guru',
    'admin pelatih',
  ],
  ['/search', 'search', 'Pencarian Peserta', 'admin akunbilling pelatih peserta sales'],
  ['/honor-periode', 'honor-periode/index', 'Honor Guru', 'admin pelatih'],
  ['/honor-periode/view', 'honor-periode/view', 'Detail Honor Guru', 'admin pelatih'],
  ['/honor-periode/print', 'honor-periode/view', 'Cetak Slip Honor', 'admin pelatih', 'simple'],
  [
    '/kredit-pengganti',
    'kredit-pengganti/index',
    'Kelas Pengganti',
    'admin akunbilling pelatih peserta sales',
  ],
  ['/pelatih-libur', 'pelatih-libur/index', 'Libur Guru', 'admin pelatih'],
  ['/pengeluaran-sales/edit', 'pengeluaran-sales/update', 'Ubah Pengeluaran Sales', 'admin sales'],
  [
    '/pengeluaran-sales/print',
    'pengeluaran-sales/view',
    'Cetak Pengeluaran Sales',
    'admin sales',
    'simple',
  ],
  [
    '/nota-kredit/print',
    'mutasi-saldo/view',
    'Cetak Nota Kredit',
    'admin akunbilling sales',
    'simple',
  ],
  ['/tutup-kas', 'tutup-kas/index', 'Tutup Kas', 'admin'],
  ['/tutup-kas/form', 'tutup-kas/create', 'Tutup Kas Harian', 'admin'],
  ['/tutup-kas/view', 'tutup-kas/view', 'Detail Tutup Kas', 'admin'],
  ['/tutup-kas/print', 'tutup-kas/view', 'Cetak Tutup Kas', 'admin', 'simple'],
  ['/integritas', 'integritas/index', 'Integritas Data', 'admin'],
  ['/audit', 'audit/index', 'Riwayat', 'admin'],
  ['/errors/400', null, 'Permintaan Tidak Valid', '', 'simple'],
  ['/errors/401', null, 'Belum Masuk', '', 'simple'],
  ['/errors/403', null, 'Akses Ditolak', '', 'simple public'],
  ['/errors/404', null, 'Halaman Tidak Ditemukan', '', 'simple public'],
  ['/errors/500', null, 'Kesalahan Server', '', 'simple public'],
  ['/errors/503', null, 'Layanan Tidak Tersedia', '', 'simple'],
]

test('there are these routes and no others', () =>
  expect(Object.keys(routes).toSorted()).toEqual(table.map(([path]) => path).toSorted()))
for (const [path, access, title, roles, flags = ''] of table) {
  describe(`route ${path}`, () => {
    const info = (routes as Record<string, RouteInfo>)[path]
    test('has its title, code and layout', () =>
      expect(info).toEqual({
        title,
        access,
        ...(flags.includes('simple') && { simple: true }),
        ...(flags.includes('public') && { public: true }),
      }))
    test('is opened by its roles', () =>
      expect(
        access === null
          ? ''
          : accessCodes
              .find((c) => c.kode === access)
              ?.roles.toSorted()
              .join(' '),
      ).toBe(roles))
  })
}
