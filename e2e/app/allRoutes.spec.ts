/**
 * Visits every route as every role. A route must open with its title, or redirect as the route
 * guard defines. Every link on the page must lead to an existing page that the role may open. Pages
 * that look different for a role are also opened with a slow API, once from another page and once
 * as the first page on a phone, and are checked for accessibility. All checks of a page are done in
 * one visit, because opening the page takes most of the time.
 */
import type { Page } from '@playwright/test'
import { can } from '#contract/access/access.ts'
import { routes, type RouteInfo } from '#contract/routes.ts'
import { checkBoth, checkNarrow, wide } from '../accessible.ts'
import { expect, goto, roles, test, type Account, type Api } from '../fixtures.ts'
import { idsFor, isFinished, records } from '../screens.ts'
import { arrive, endOf, goTo, linksOf, pathOf, prepareWalk, slowly } from '../walk.ts'

// Long timeout, because each test visits dozens of pages.
test.describe.configure({ mode: 'parallel', timeout: 900_000 })
/** Size of a large phone. It shows more elements than a small phone, so more moves are detected. */
const phone = { width: 390, height: 844 }
test.use({ viewport: wide })

const all = Object.entries(routes) as [path: string, info: RouteInfo][]

/**
 * Items and headings of the sidebar menu in order; `·` marks an item inside a group. `sees` lists
 * the roles that see the entry. Superadmin sees all entries.
 */
const menu: readonly (readonly [item: string, sees: string])[] = [
  ['Dashboard', 'admin'],
  ['Portal Sales', 'sales'],
  ['Portal Guru', 'pelatih'],
  ['Portal Akun Billing', 'akunbilling'],
  ['Portal Peserta', 'peserta'],
  ['Sales', 'sales'],
  ['· Lead', 'sales'],
  ['· Pendaftar Mandiri', 'sales'],
  ['Kursus', 'admin'],
  ['· Semua Kursus', 'admin'],
  ['· Kategori Kursus', 'admin'],
  ['Kelola Outlet', 'admin'],
  ['Kelola Ruang', 'admin'],
  ['Jadwal Kursus Peserta', 'admin sales akunbilling peserta'],
  ['Jadwal Kelas Guru', 'admin sales pelatih'],
  ['Tagihan', 'admin sales akunbilling'],
  ['· Semua Tagihan', 'admin sales akunbilling'],
  ['· Tagihan Belum Terbayar', 'admin sales akunbilling'],
  ['· Tagihan Terbayar Sebagian', 'admin sales akunbilling'],
  ['· Tagihan Lunas', 'admin sales akunbilling'],
  ['· Generate Tagihan', 'admin'],
  ['Pembayaran', 'admin sales akunbilling'],
  ['· Tambah Pembayaran Baru', 'admin'],
  ['· Daftar Pembayaran', 'admin'],
  ['· Konfirmasi Pembayaran', 'admin sales akunbilling'],
  ['Pengeluaran Sales', 'admin sales'],
  ['· Tambah Pengeluaran', 'admin sales'],
  ['· Daftar Pengeluaran', 'admin sales'],
  ['Produk & Jasa Lainnya', 'admin'],
  ['Jenis Billing', 'admin'],
  ['User', 'admin sales akunbilling'],
  ['· Guru', 'admin sales'],
  ['· Sales / Marketing', 'admin'],
  ['· Akun Billing', 'admin sales'],
  ['· Peserta', 'admin akunbilling sales'],
  ['· Pendaftar Mandiri', 'admin akunbilling sales'],
  ['Reports', 'admin'],
  ['· Pendapatan', 'admin'],
  ['· Piutang', 'admin'],
  ['· Pengeluaran', 'admin'],
  ['· Laba Rugi', 'admin'],
  ['· Performa Sales', 'admin'],
  ['Master Data', ''],
  ['· Semua Users', ''],
  ['· Role', ''],
  ['· Access', ''],
  ['· Bank', ''],
  ['· Setting', ''],
  ['Promo', 'admin'],
]
const menuOf = async (page: Page) => {
  const nav = page.getByRole('navigation', { name: 'Menu utama' })
  while (await nav.getByRole('button', { expanded: false }).count())
    await nav.getByRole('button', { expanded: false }).first().click()
  return nav
    .locator('[class*=item], [class*=heading]')
    .evaluateAll((items) =>
      items.map(
        (i) =>
          `${i.parentElement?.parentElement?.parentElement?.tagName === 'LI' ? '· ' : ''}${i.textContent}`,
      ),
    )
}

/**
 * Routes that are checked completely for a role (the key), because only this role may open the
 * route or because the route shows special content to this role. For superadmin, all routes are
 * checked completely.
 */
const ownRoutes: Partial<Record<Account, readonly string[]>> = {
  pelatih: ['/portal/pelatih', '/kursus-pelatih', '/kursus-pelatih/absensi', '/profile/view'],
  peserta: ['/portal/peserta', '/kursus-peserta', '/profile/view'],
  sales: ['/portal/sales', '/sales/peserta', '/profile/view'],
  akunbilling: [
    '/portal/akun-billing',
    '/konfirmasi-pembayaran/form',
    '/billing',
    '/billing/unpaid',
    '/billing/view',
    '/user/peserta',
    '/kursus-peserta',
  ],
}
/** Further routes to visit: screens with another tab, page, filter or kind of form. */
const states = [
  '/billing-payment?page=2',
  '/user/create?role_id=6',
  '/user/create?role_id=5',
  '/user/create?role_id=3',
  '/user/peserta?q=zzzz',
  '/kursus-pelatih?tab=minggu',
  '/kursus-pelatih?tab=hari',
  '/sales/lead?tab=papan',
  '/gedung?tab=hari-libur',
]
/**
 * Further routes that show a record, such as another kind of user or a bill with another status.
 * The first row of `list` supplies the record.
 */
const more: readonly (readonly [route: string, list: string])[] = [
  ['/user/view?tab=riwayat', '/user?jenis=akun-billing'],
  ['/user/view?tab=saldo', '/user?jenis=akun-billing'],
  ['/user/view?tab=rekening-koran', '/user?jenis=akun-billing'],
  ['/user/view', '/user?jenis=pelatih'],
  ['/user/view', '/user?jenis=peserta'],
  ['/user/update', '/user?jenis=peserta'],
  ['/billing/view', '/billing?status=1&payment_status=1'],
  ['/billing/view', '/billing?status=0'],
  ['/billing/view', '/billing?batal=1'],
  ['/billing/edit', '/billing?status=0'],
  ['/billing/view?tab=riwayat', '/billing?status=1'],
  ['/kursus-peserta/view', '/kursus-peserta?status=2'],
  ['/kursus-peserta/view?tab=tagihan', '/kursus-peserta?status=1'],
  ['/kursus-peserta/view?tab=rangkaian', '/kursus-peserta?status=9'],
  ['/role/view?tab=pengguna', '/role?sort=-name'],
  ['/kursus-pelatih/view?tab=pertemuan', '/kursus-pelatih?status=aktif'],
]

/** Route to visit. */
interface Stop {
  route: string
  /** List whose first row is the record to open; undefined if the route shows no record. */
  list?: string | undefined
}
const stops: readonly Stop[] = [
  ...all.map(([path]) => ({ route: path, list: records[path] })),
  ...states.map((route) => ({ route })),
  ...more.map(([route, list]) => ({ route, list: `${list}&per-page=1` })),
]

interface Walk {
  page: Page
  role: Account
  me: { role: { accesses: string[] } }
  idOf: (list: string) => Promise<number | undefined>
  /**
   * Links on the visited pages, one for each path. The key is the path of the link; the value is
   * the path with the parameters of the link.
   */
  links: Map<string, string>
}
const mayOpen = ({ me }: Walk, path: string) => {
  const info = (routes as Record<string, RouteInfo>)[path]
  return info !== undefined && (info.access === null || can(me, info.access))
}
/**
 * Expects that the page at path `end` shows its title and content. A failure does not end the walk.
 * `label` begins the failure message.
 */
const expectArrival = async (page: Page, end: string, label: string): Promise<void> =>
  expect.soft(await arrive(page, end), label).toBe('arrived')

/**
 * Opens a route and collects its links. If the page looks different for the role (`ownRoutes`),
 * also checks its accessibility and opens it again as the first page on a phone.
 */
const visit = async (walk: Walk, { route, list }: Stop): Promise<void> => {
  const { page, role, links } = walk
  const path = pathOf(route)
  const may = mayOpen(walk, path)
  const id = list && (may ? await walk.idOf(list) : 1)
  // Skips routes for which the role can list no record, such as receipts for a payer.
  if (list && !id) return
  const end = endOf(path, role, may)
  const label = `${route}${list ? ` of ${list}` : ''} → ${end}`
  const isOwn = end === path && (role === 'superadmin' || ownRoutes[role]?.includes(path))
  const open = async () => {
    await goTo(page, id ? `${route}${route.includes('?') ? '&' : '?'}id=${id}` : route)
    await expectArrival(page, end, label)
  }
  await (isOwn ? slowly(page, label, open) : open())
  for (const href of await linksOf(page)) links.set(pathOf(href), href)
  if (!isOwn || path.startsWith('/auth/')) return
  await checkBoth(page, label)
  // Checks the page first at the wide width, then at the width of `phone`, then at 320 px. This
  // order needs the fewest changes of the width, and each change renders the page again.
  if (!path.startsWith('/errors/') && route === path) {
    const again = `${label}, as the first page on a phone`
    await page.setViewportSize(phone)
    await slowly(page, again, async () => {
      await page.reload()
      await expectArrival(page, end, again)
    })
  }
  await checkNarrow(page, label)
  await page.setViewportSize(wide)
}
/**
 * Expects that a link leads to an existing page that the role may open, and follows the link. Only
 * one link to each path is followed.
 */
const follow = async (walk: Walk, path: string, href: string): Promise<void> => {
  const may = path === '/' || mayOpen(walk, path)
  expect.soft(may, `link to ${href}`).toBe(true)
  // Links to `/` and to the login page are not followed, because they redirect a logged-in user to
  // the start page of the role.
  if (!may || path === '/' || path === '/auth/login') return
  await goTo(walk.page, href)
  await expectArrival(walk.page, path, `link to ${href}`)
}
const start = async (page: Page, url: string) => {
  await goto(page, url, '/profile/view')
  await expectArrival(page, '/profile/view', 'where the walk begins')
}
/** Leaves the last page of the walk, and expects no question about unsaved changes. */
const finish = async ({ page }: Walk) => {
  const label = 'where the walk ends'
  await slowly(page, label, async () => {
    await goTo(page, '/profile/view')
    await expectArrival(page, '/profile/view', label)
  })
}
/**
 * Visits routes in several pages of a browser in parallel, so that one page renders while another
 * waits. Afterwards follows the found links.
 */
const walkAll = async (
  role: Account,
  api: Api,
  tabs: readonly (readonly [page: Page, part: readonly Stop[]])[],
): Promise<void> => {
  const { data: me } = await api.get<Walk['me']>('/profile')
  const idOf = idsFor(api.get)
  const links = new Map<string, string>()
  const walks = tabs.map(([page, part]) => ({ part, walk: { page, role, me, idOf, links } }))
  await Promise.all(
    walks.map(async ({ walk, part }) => {
      for (const stop of part) await test.step(stop.route, () => visit(walk, stop))
    }),
  )
  await Promise.all(
    walks.map(async ({ walk }, nth) => {
      for (const [path, href] of [...links].filter((_, i) => i % walks.length === nth))
        await test.step(`link to ${href}`, () => follow(walk, path, href))
      await finish(walk)
    }),
  )
}

test('has a screen for every route; derives the routes of reports from their files', () => {
  // Omits routes below /errors/, because a single file renders all of them.
  const missing = all.map(([path]) => path).filter((path) => !path.startsWith('/errors/'))
  expect(missing.filter((path) => !isFinished(path))).toEqual([])
})

const menuItems = (role: Account) =>
  menu
    .filter(([, sees]) => role === 'superadmin' || sees.split(' ').includes(role))
    .map(([item]) => item)

test.describe('superadmin', () => {
  test.use({ role: 'superadmin' })
  const walks = 3
  for (let nth = 0; nth < walks; nth++)
    test(`shows every ${walks}rd route from the ${nth + 1}., twice and with a checker`, async ({
      page,
      context,
      server,
      api,
    }) => {
      await prepareWalk(context)
      const pages = [page, await context.newPage()]
      await Promise.all(pages.map((tab) => start(tab, server.url)))
      if (nth === 0) expect.soft(await menuOf(page), 'the menu').toEqual(menuItems('superadmin'))
      const ownStops = stops.filter((_, i) => i % walks === nth)
      const dealt = pages.map(
        (tab, t) => [tab, ownStops.filter((_, i) => i % pages.length === t)] as const,
      )
      await walkAll('superadmin', api('superadmin'), dealt)
    })
})

for (const role of roles.filter((account) => account !== 'superadmin'))
  test.describe(role, () => {
    test.use({ role })
    test(`${role}: shows the menu, every route, and every link on them`, async ({
      page,
      context,
      server,
      api,
    }) => {
      await prepareWalk(context)
      await start(page, server.url)
      expect.soft(await menuOf(page), 'the menu').toEqual(menuItems(role))
      const routesOnly = all.map(([path]) => ({ route: path, list: records[path] }))
      await walkAll(role, api(role), [[page, routesOnly]])
    })
  })
