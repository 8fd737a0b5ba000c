/**
 * Each role on every route: it opens with its title, or leads to where the guard says; and the menu
 * as the specification has it.
 */
import type { Page } from '@playwright/test'
import { can } from '#contract/access/access.ts'
import { routes, type RouteInfo } from '#contract/routes.ts'
import { expect, roles, test, type Account } from './fixtures.ts'
import { idsFor, isFinished, records } from './screens.ts'

// Each test is a walk over dozens of pages.
test.describe.configure({ mode: 'parallel', timeout: 150_000 })

const all = Object.entries(routes) as [path: string, info: RouteInfo][]
const portals: Partial<Record<Account, string>> = {
  pelatih: '/portal/pelatih',
  sales: '/portal/sales',
  akunbilling: '/portal/akun-billing',
  peserta: '/portal/peserta',
}

/** Specification section 2, "Sidebar menu": heading or item, and who sees it beside superadmin. */
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

const size = 47
/**
 * A route's own words, once what it shows has come; what is wrong, else. In the page, at every
 * frame: expecting one by one from outside would take a minute.
 */
const arrive = (
  page: Page,
  wanted: { title: string; end: string; placeholder: boolean; content: boolean },
) =>
  page
    .waitForFunction(
      ({ title, end, placeholder, content }) => {
        const [heading, ...more] = document.querySelectorAll('h1')
        return (
          heading?.textContent === title &&
          more.length === 0 &&
          document.title.startsWith(title) &&
          location.hash.slice(1).split('?')[0] === end &&
          document.querySelector('[role=dialog]') === null &&
          (document.body.textContent ?? '').includes('Layar ini belum tersedia') === placeholder &&
          // A form that has come to rest has proposed all that it will: it is left unasked.
          (!content ||
            (document.querySelector(
              'main :is(table:not([aria-hidden]), form, dl, .paper, section)',
            ) !== null &&
              !document.querySelector('main [role=status][aria-label=Memuat]')))
        )
      },
      wanted,
      { timeout: 10_000 },
    )
    .then(
      () => 'arrived',
      () => page.locator('body').innerText(),
    )

const goTo = (page: Page, path: string) =>
  page.evaluate((hash) => {
    location.hash = hash
  }, `#${path}`)
/**
 * Where a path leads: who is in is led home from the login page, and refused what is not theirs.
 */
const endOf = (path: string, role: Account, may: boolean): string => {
  if (path.startsWith('/auth/') && path !== '/auth/login') return path
  const to = path.startsWith('/auth/') ? '/' : path
  const home = to === '/' ? portals[role] : undefined
  return home ?? (may ? to : '/errors/403')
}
const contentOf = (end: string) => {
  const isRefusal = end.startsWith('/errors/')
  const placeholder = !isRefusal && !isFinished(end)
  return { placeholder, content: !placeholder && !isRefusal && !end.startsWith('/auth/') }
}
/** The links in a page, as paths with their parameters. */
const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator('main a[href*="#/"]')
    .evaluateAll((found) => found.map((a) => a.getAttribute('href')?.split('#')[1] ?? ''))
const follow = async (
  page: Page,
  me: { role: { accesses: string[] } },
  path: string,
  href: string,
): Promise<void> => {
  const info = (routes as Record<string, RouteInfo>)[path]
  const may = info && (path === '/' || info.access === null || can(me, info.access))
  expect(may, `link to ${href}`).toBe(true)
  // Who is in is led home from the login page.
  if (!info || path === '/' || path === '/auth/login') return
  await goTo(page, href)
  const isDone = isFinished(path)
  expect(
    await arrive(page, { title: info.title, end: path, placeholder: !isDone, content: isDone }),
    `link to ${href}`,
  ).toBe('arrived')
}

test('every route has a screen; those of reports come by themselves as their files do', () => {
  // One file answers all errors.
  const missing = all.map(([path]) => path).filter((path) => !path.startsWith('/errors/'))
  expect(missing.filter((path) => !isFinished(path))).toEqual([])
})

for (const role of roles) {
  test.describe(role, () => {
    test.use({ role })
    test(`${role}: the menu`, async ({ page, open }) => {
      await open('/profile/view')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profil Saya')
      expect(await menuOf(page)).toEqual(
        menu
          .filter(([, sees]) => role === 'superadmin' || sees.split(' ').includes(role))
          .map(([item]) => item),
      )
    })
    for (let from = 0; from < all.length; from += size) {
      test(`${role}: routes ${from + 1} to ${Math.min(from + size, all.length)}, and every link on them`, async ({
        page,
        open,
        api,
      }) => {
        const { data: me } = await api(role).get<{ role: { accesses: string[] } }>('/profile')
        const idOf = idsFor(api(role).get)
        const links = new Map<string, string>()
        await open('/profile/view')
        await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profil Saya')
        for (const [path, info] of all.slice(from, from + size)) {
          const may = info.access === null || can(me, info.access)
          const id = may ? await idOf(path) : 1
          // A payer and sales read receipts one by one, without a list to take one from.
          if (may && path in records && !id) continue
          const end = endOf(path, role, may)
          await goTo(page, `${path}${id && path in records ? `?id=${id}` : ''}`)
          const title = routes[end as keyof typeof routes].title
          expect(
            await arrive(page, { title, end, ...contentOf(end) }),
            `${path} → ${end}: ${title}`,
          ).toBe('arrived')
          for (const href of await linksOf(page)) links.set(href.split('?')[0] ?? '', href)
        }
        // No link leads to a refusal or to nowhere; one of each kind is followed.
        for (const [path, href] of links) await follow(page, me, path, href)
      })
    }
  })
}
