/**
 * Kinds of rows that can be added from the palette. A test compares this list with the contract.
 */
import type { AccessCode } from '#contract/access/access.ts'
import { RoleId } from '#contract/enums.ts'
import type { RoutePath } from '#contract/routes.ts'

export interface Addition {
  title: string
  code: AccessCode
  to: RoutePath
  search?: Record<string, string | number>
  /**
   * True if the list at `to` contains the form that adds the row. Undefined if `to` is a separate
   * page with the form.
   */
  inList?: true
  /**
   * Whether the rows belong to the whole school. A user limited to outlets cannot add such rows.
   */
  whole?: true
}

const user = (title: string, role_id: number): Addition => ({
  title,
  code: 'user/create',
  to: '/user/create',
  search: { role_id },
})

export const additions: readonly Addition[] = [
  user('Tambah Peserta', RoleId.peserta),
  user('Tambah Akun Billing', RoleId.akunBilling),
  user('Tambah Guru', RoleId.pelatih),
  user('Tambah Sales', RoleId.sales),
  { title: 'Tambah User', code: 'user/create', to: '/user/create' },
  { title: 'Buat Tagihan', code: 'billing/create', to: '/billing/form' },
  { title: 'Tambah Pembayaran', code: 'billing-payment/create', to: '/billing-payment/form' },
  { title: 'Generate Tagihan', code: 'billing/generate', to: '/billing/generate' },
  {
    title: 'Buat Konfirmasi Pembayaran',
    code: 'konfirmasi-pembayaran/create',
    to: '/konfirmasi-pembayaran/form',
  },
  { title: 'Tutup Kas Harian', code: 'tutup-kas/create', to: '/tutup-kas/form' },
  { title: 'Tambah Pengeluaran', code: 'pengeluaran-sales/create', to: '/pengeluaran-sales/form' },
  { title: 'Tambah Role', code: 'role/create', to: '/role/create', whole: true },
  {
    title: 'Tambah Jadwal Kursus Peserta',
    code: 'kursus-peserta/create',
    to: '/kursus-peserta',
    inList: true,
  },
  {
    title: 'Tambah Kelas Guru',
    code: 'kursus-pelatih/create',
    to: '/kursus-pelatih',
    inList: true,
  },
  {
    title: 'Tambah Pertemuan',
    code: 'pertemuan/create',
    to: '/kursus-pelatih',
    search: { tab: 'minggu' },
    inList: true,
  },
  {
    title: 'Tambah Kelas Pengganti',
    code: 'kredit-pengganti/create',
    to: '/kredit-pengganti',
    inList: true,
  },
  {
    title: 'Tambah Libur Guru',
    code: 'pelatih-libur/create',
    to: '/pelatih-libur',
    inList: true,
  },
  { title: 'Tambah Lead', code: 'lead/create', to: '/sales/lead', inList: true },
  { title: 'Tambah Kursus', code: 'kursus/create', to: '/kursus', inList: true },
  {
    title: 'Tambah Kategori Kursus',
    code: 'kategori-kursus/create',
    to: '/kategori-kursus',
    inList: true,
    whole: true,
  },
  { title: 'Tambah Biaya', code: 'biaya/create', to: '/biaya', inList: true },
  {
    title: 'Tambah Produk & Jasa',
    code: 'produk-jasa/create',
    to: '/produk-jasa-lainnya',
    inList: true,
  },
  { title: 'Tambah Promo', code: 'promo/create', to: '/promo', inList: true },
  { title: 'Tambah Outlet', code: 'gedung/create', to: '/gedung', inList: true, whole: true },
  { title: 'Tambah Ruang', code: 'ruang/create', to: '/ruang', inList: true },
  {
    title: 'Tambah Hari Libur',
    code: 'hari-libur/create',
    to: '/gedung',
    search: { tab: 'hari-libur' },
    inList: true,
  },
  {
    title: 'Tambah Jenis Billing',
    code: 'jenis-billing/create',
    to: '/jenis-billing',
    inList: true,
    whole: true,
  },
  { title: 'Tambah Bank', code: 'bank/create', to: '/bank', inList: true },
]
