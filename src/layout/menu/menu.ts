/**
 * The menu. An item is shown if the user has the access code of its route and one of the roles that
 * the item names (domain.md 3.14). For a custom role, only the access code counts.
 */
import {
  IconBriefcase,
  IconBuilding,
  IconCalendarEvent,
  IconCalendarUser,
  IconCash,
  IconChartBar,
  IconCoins,
  IconDatabase,
  IconDiscount,
  IconDoor,
  IconHome,
  IconMusic,
  IconPackage,
  IconReceipt,
  IconSchool,
  IconTag,
  IconTargetArrow,
  IconUserPlus,
  IconUsers,
  IconWallet,
  type Icon,
} from '@tabler/icons-react'
import { can } from '#contract/access/access.ts'
import type { MenuCount } from '#contract/access/menuCounts.ts'
import { RoleId } from '#contract/enums.ts'
import type { RoutePath } from '#contract/routes.ts'
import { routeOf } from '#src/data/session/guard.ts'
import type { Me } from '#src/data/session/session.ts'

/**
 * Node of the menu. A link has `to`; a section is a `heading` over its `sub`; any other node with
 * `sub` is a group that opens and closes.
 */
export interface MenuNode {
  name: string
  to?: string
  icon?: Icon
  heading?: boolean
  sub?: readonly MenuNode[]
  /**
   * Ids of the roles that see the link, besides superadmin. The menu ignores the `roles` of a node
   * with `sub`: such a node is visible if at least one of its children is visible.
   */
  roles: readonly number[]
  /** Routes outside the path of the node that also mark the node as active. */
  subActivePaths?: readonly RoutePath[]
  /** Count beside the name, with the noun for the counted rows. */
  badge?: { of: MenuCount; noun: string }
}

const { admin, pelatih, sales, akunBilling: akun, peserta } = RoleId
const item = (
  name: string,
  to: RoutePath,
  roles: readonly number[],
  icon?: Icon,
  subActivePaths?: readonly RoutePath[],
): MenuNode => ({ name, to, roles, icon, subActivePaths })
/** Returns the node with a count beside its name. */
const counting = (node: MenuNode, of: MenuCount, noun: string): MenuNode => ({
  ...node,
  badge: { of, noun },
})
const group = (name: string, icon: Icon, sub: readonly MenuNode[]): MenuNode => ({
  name,
  icon,
  sub,
  roles: [],
})
const section = (name: string, sub: readonly MenuNode[]): MenuNode => ({
  name,
  heading: true,
  sub,
  roles: [],
})

const menu: readonly MenuNode[] = [
  item('Dashboard', '/', [admin], IconHome),
  item('Portal Sales', '/portal/sales', [sales], IconHome),
  item('Portal Guru', '/portal/pelatih', [pelatih], IconHome),
  item('Portal Akun Billing', '/portal/akun-billing', [akun], IconHome),
  item('Portal Peserta', '/portal/peserta', [peserta], IconHome),
  section('Sales', [
    counting(
      item('Lead', '/sales/lead', [sales], IconTargetArrow),
      'tindakLanjut',
      'lead perlu ditindaklanjuti',
    ),
    counting(
      item('Pendaftar Mandiri', '/sales/pendaftar-mandiri', [sales], IconUserPlus),
      'pendaftar',
      'pendaftar menunggu',
    ),
  ]),
  group('Kursus', IconMusic, [
    item('Semua Kursus', '/kursus', [admin], undefined, ['/biaya']),
    item('Kategori Kursus', '/kategori-kursus', [admin]),
  ]),
  item('Kelola Outlet', '/gedung', [admin], IconBuilding),
  item('Kelola Ruang', '/ruang', [admin], IconDoor),
  counting(
    item(
      'Jadwal Kursus Peserta',
      '/kursus-peserta',
      [admin, sales, akun, peserta],
      IconCalendarUser,
      ['/kredit-pengganti'],
    ),
    'permintaan',
    'permintaan menunggu',
  ),
  item('Jadwal Kelas Guru', '/kursus-pelatih', [admin, sales, pelatih], IconCalendarEvent),
  group('Tagihan', IconReceipt, [
    counting(item('Semua Tagihan', '/billing', [admin, sales, akun]), 'draf', 'draft belum terbit'),
    item('Tagihan Belum Terbayar', '/billing/unpaid', [admin, sales, akun], undefined, [
      '/billing/pengingat',
    ]),
    item('Tagihan Terbayar Sebagian', '/billing/partial', [admin, sales, akun]),
    item('Tagihan Lunas', '/billing/paid', [admin, sales, akun]),
    item('Generate Tagihan', '/billing/generate', [admin]),
  ]),
  group('Pembayaran', IconCash, [
    item('Tambah Pembayaran Baru', '/billing-payment/form', [admin]),
    item('Daftar Pembayaran', '/billing-payment', [admin], undefined, ['/tutup-kas']),
    counting(
      item('Konfirmasi Pembayaran', '/konfirmasi-pembayaran', [admin, sales, akun], undefined, [
        '/mutasi-bank',
      ]),
      'konfirmasi',
      'konfirmasi menunggu',
    ),
  ]),
  group('Pengeluaran Sales', IconCoins, [
    item('Tambah Pengeluaran', '/pengeluaran-sales/form', [admin, sales]),
    counting(
      item('Daftar Pengeluaran', '/pengeluaran-sales', [admin, sales]),
      'pengeluaran',
      'pengeluaran menunggu keputusan',
    ),
  ]),
  item('Produk & Jasa Lainnya', '/produk-jasa-lainnya', [admin], IconPackage),
  item('Jenis Billing', '/jenis-billing', [admin], IconTag),
  section('User', [
    item('Guru', '/user/pelatih', [admin, sales], IconSchool, ['/user/ubah-jadwal-pelatih']),
    item('Sales / Marketing', '/user/sales', [admin], IconBriefcase),
    item('Akun Billing', '/user/akun-billing', [admin, sales], IconWallet),
    item('Peserta', '/user/peserta', [admin, akun, sales], IconUsers, [
      '/sales/peserta',
      '/sales/tambah-peserta',
      '/sales/tambah-kursus-peserta',
    ]),
    counting(
      item('Pendaftar Mandiri', '/user/pendaftar-mandiri', [admin, akun, sales], IconUserPlus),
      'pendaftar',
      'pendaftar menunggu',
    ),
  ]),
  group('Reports', IconChartBar, [
    item('Pendapatan', '/laporan/pendapatan', [admin]),
    item('Piutang', '/laporan/piutang', [admin]),
    item('Pengeluaran', '/laporan/pengeluaran', [admin]),
    item('Laba Rugi', '/laporan/laba-rugi', [admin]),
    item('Performa Sales', '/laporan/performa-sales', [admin]),
  ]),
  group('Master Data', IconDatabase, [
    item('Semua Users', '/user', []),
    item('Role', '/role', []),
    item('Access', '/access', []),
    item('Bank', '/bank', []),
    item('Setting', '/setting', []),
  ]),
  item('Promo', '/promo', [admin], IconDiscount),
]

/**
 * Whether the user sees a node. A user needs the access code of the node's route. Superadmins and
 * users with a custom role (a copy of another role) need nothing else. Any other user also needs
 * one of the roles of the node.
 */
const shows = (user: Me, { to, roles }: MenuNode) => {
  const access = to === undefined ? null : routeOf(to)?.access
  const custom =
    user.role?.dasar_role_id != null && !RoleId.options.some((r) => r.value === user.role?.id)
  return (
    access != null &&
    can(user, access) &&
    (user.role_id === RoleId.superadmin || custom || roles.includes(user.role_id))
  )
}

/** Returns the menu of a user; groups and sections without items are omitted. */
export const menuFor = (user: Me): MenuNode[] =>
  menu.flatMap((node) => {
    if (!node.sub) return shows(user, node) ? [node] : []
    const sub = node.sub.filter((i) => shows(user, i))
    return sub.length > 0 ? [{ ...node, sub }] : []
  })

/** Returns the first page of the user's menu; undefined for an empty menu. */
export const firstOf = (user: Me): string | undefined =>
  menuFor(user)
    .flatMap((node) => [node, ...(node.sub ?? [])])
    .find(({ to }) => to !== undefined)?.to

const under = (path: string, root: string) =>
  path === root || (root !== '/' && path.startsWith(`${root}/`))
/**
 * Returns the path of the menu link to mark as active: the link whose path equals the path of the
 * page or is a parent of it. If several links qualify, returns the one with the longest path.
 */
export const activeIn = (nodes: readonly MenuNode[], path: string): string | undefined => {
  const links = nodes.flatMap((n) => [n, ...(n.sub ?? [])])
  const roots = links.flatMap(({ to, subActivePaths = [] }) =>
    to ? [to, ...subActivePaths].map((root) => ({ root, to })) : [],
  )
  return roots
    .filter(({ root }) => under(path, root))
    .sort((a, b) => b.root.length - a.root.length)[0]?.to
}
