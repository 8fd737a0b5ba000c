/** The menu of specification section 2. An item shows when the user holds its route's code and has one of the roles (domain.md 3.14). */
import {
  IconBuilding, IconCalendarEvent, IconCash, IconChartBar, IconCoins, IconDatabase, IconDiscount, IconHome, IconMusic, IconPackage, IconReceipt, IconTag, IconTargetArrow, IconUsers,
  type Icon,
} from '@tabler/icons-react'
import { can } from '#contract/access.ts'
import type { RoutePath } from '#contract/routes.ts'
import { routeOf } from '#src/data/guard.ts'
import type { Me } from '#src/data/session.ts'

export interface MenuItem { name: string; to: string; icon?: Icon; roles: readonly number[] }
export interface MenuGroup { name: string; icon: Icon; sub: readonly MenuItem[] }

const [admin, pelatih, sales, akun, peserta] = [2, 3, 4, 5, 6]
const item = (name: string, to: RoutePath, roles: readonly number[], icon?: Icon): MenuItem => ({ name, to, roles, icon })
const group = (name: string, icon: Icon, sub: readonly MenuItem[]): MenuGroup => ({ name, icon, sub })

const menu: readonly (MenuItem | MenuGroup)[] = [
  item('Dashboard', '/', [admin], IconHome),
  item('Portal Sales', '/portal/sales', [sales], IconHome), item('Portal Guru', '/portal/pelatih', [pelatih], IconHome),
  item('Portal Akun Billing', '/portal/akun-billing', [akun], IconHome), item('Portal Peserta', '/portal/peserta', [peserta], IconHome),
  group('Sales', IconTargetArrow, [item('Lead', '/sales/lead', [sales]), item('Pendaftar Mandiri', '/sales/pendaftar-mandiri', [sales])]),
  group('Kursus', IconMusic, [item('Semua Kursus', '/kursus', [admin]), item('Kategori Kursus', '/kategori-kursus', [admin])]),
  group('Outlet', IconBuilding, [item('Kelola Outlet', '/gedung', [admin]), item('Kelola Ruang', '/ruang', [admin])]),
  group('Jadwal', IconCalendarEvent, [
    item('Jadwal Kursus Peserta', '/kursus-peserta', [admin, sales, akun, peserta]), item('Jadwal Kelas Guru', '/kursus-pelatih', [admin, sales, pelatih]),
  ]),
  group('Tagihan', IconReceipt, [
    item('Semua Tagihan', '/billing', [admin, sales, akun]), item('Tagihan Belum Terbayar', '/billing/unpaid', [admin, sales, akun]),
    item('Tagihan Terbayar Sebagian', '/billing/partial', [admin, sales, akun]), item('Tagihan Lunas', '/billing/paid', [admin, sales, akun]),
    item('Generate Tagihan', '/billing/generate', [admin]),
  ]),
  group('Pembayaran', IconCash, [
    item('Tambah Pembayaran Baru', '/billing-payment/form', [admin]), item('Daftar Pembayaran', '/billing-payment', [admin]),
    item('Konfirmasi Pembayaran', '/konfirmasi-pembayaran', [admin, sales, akun]),
  ]),
  group('Pengeluaran Sales', IconCoins, [item('Tambah Pengeluaran', '/pengeluaran-sales/form', [admin, sales]), item('Daftar Pengeluaran', '/pengeluaran-sales', [admin, sales])]),
  item('Produk & Jasa Lainnya', '/produk-jasa-lainnya', [admin], IconPackage),
  item('Jenis Billing', '/jenis-billing', [admin], IconTag),
  group('User', IconUsers, [
    item('Guru', '/user/pelatih', [admin, sales]), item('Sales / Marketing', '/user/sales', [admin]), item('Akun Billing', '/user/akun-billing', [admin, sales]),
    item('Peserta', '/user/peserta', [admin, akun, sales]), item('Pendaftar Mandiri', '/user/pendaftar-mandiri', [admin, akun, sales]),
  ]),
  group('Laporan', IconChartBar, [
    item('Pendapatan', '/laporan/pendapatan', [admin]), item('Piutang', '/laporan/piutang', [admin]), item('Pengeluaran', '/laporan/pengeluaran', [admin]),
    item('Laba Rugi', '/laporan/laba-rugi', [admin]), item('Performa Sales', '/laporan/performa-sales', [admin]),
  ]),
  group('Master Data', IconDatabase, [
    item('Semua Users', '/user', []), item('Role', '/role', []), item('Access', '/access', []), item('Bank', '/bank', []), item('Setting', '/setting', []),
  ]),
  item('Promo', '/promo', [admin], IconDiscount),
]

/** A custom role (one made from another) goes by its codes alone, superadmin sees all. */
const shows = (user: Me, { to, roles }: MenuItem) => {
  const access = routeOf(to)?.access
  const custom = user.role?.dasar_role_id !== undefined && user.role?.dasar_role_id !== null && user.role.id > 6
  return access != null && can(user, access) && (user.role_id === 1 || custom || roles.includes(user.role_id))
}

/** What of the menu the user sees; groups without items fall away. */
export const menuFor = (user: Me): (MenuItem | MenuGroup)[] =>
  menu.flatMap((node): (MenuItem | MenuGroup)[] => {
    if (!('sub' in node)) return shows(user, node) ? [node] : []
    const sub = node.sub.filter((i) => shows(user, i))
    return sub.length > 0 ? [{ ...node, sub }] : []
  })
