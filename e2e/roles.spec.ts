/** Each role on every route: it opens with its title, or leads to where the guard says; and the menu as the specification has it. */
import type { Page } from '@playwright/test'
import { can } from '#contract/access.ts'
import { routes, type RouteInfo } from '#contract/routes.ts'
import { expect, roles, test, type Account } from './fixtures.ts'

test.describe.configure({ mode: 'parallel' })

/** Routes that have a screen; all others say that theirs is not there yet. */
const finished = [
  '/gedung', '/kategori-kursus', '/kursus', '/jenis-billing', '/bank', '/kursus-peserta', '/kursus-pelatih', '/profile/view', '/profile/ubah-password', '/user', '/user/pelatih', '/user/sales', '/user/akun-billing',
  '/user/peserta', '/user/pendaftar-mandiri', '/user/create', '/user/view', '/user/update', '/billing', '/billing/unpaid', '/billing/partial', '/billing/paid', '/billing/form', '/billing/edit', '/billing/generate', '/billing/view',
  '/billing/download', '/billing-payment', '/billing-payment/form', '/billing-payment/edit', '/billing-payment/view', '/billing-payment/print',
]
/** Records: which list names one that the role may read. */
const records: Record<string, string> = {
  '/user/view': '/user?per-page=1&sort=-created_at', '/user/update': '/user?per-page=1&sort=-created_at', '/billing/view': '/billing?per-page=1', '/billing/edit': '/billing?per-page=1&batal=0', '/billing/download': '/billing?per-page=1&status=1',
  '/billing-payment/view': '/billing-payment?per-page=1', '/billing-payment/edit': '/billing-payment?per-page=1', '/billing-payment/print': '/billing-payment?per-page=1',
}
const portals: Partial<Record<Account, string>> = { pelatih: '/portal/pelatih', sales: '/portal/sales', akunbilling: '/portal/akun-billing', peserta: '/portal/peserta' }

/** Specification section 2, "Sidebar menu": heading or item, and who sees it beside superadmin. */
const all: readonly (readonly [item: string, sees: string])[] = [
  ['Dashboard', 'admin'], ['Portal Sales', 'sales'], ['Portal Guru', 'pelatih'], ['Portal Akun Billing', 'akunbilling'], ['Portal Peserta', 'peserta'],
  ['Sales', 'sales'], ['· Lead', 'sales'], ['· Pendaftar Mandiri', 'sales'],
  ['Kursus', 'admin'], ['· Semua Kursus', 'admin'], ['· Kategori Kursus', 'admin'],
  ['Kelola Outlet', 'admin'], ['Kelola Ruang', 'admin'], ['Jadwal Kursus Peserta', 'admin sales akunbilling peserta'], ['Jadwal Kelas Guru', 'admin sales pelatih'],
  ['Tagihan', 'admin sales akunbilling'], ['· Semua Tagihan', 'admin sales akunbilling'], ['· Tagihan Belum Terbayar', 'admin sales akunbilling'], ['· Tagihan Terbayar Sebagian', 'admin sales akunbilling'],
  ['· Tagihan Lunas', 'admin sales akunbilling'], ['· Generate Tagihan', 'admin'],
  ['Pembayaran', 'admin sales akunbilling'], ['· Tambah Pembayaran Baru', 'admin'], ['· Daftar Pembayaran', 'admin'], ['· Konfirmasi Pembayaran', 'admin sales akunbilling'],
  ['Pengeluaran Sales', 'admin sales'], ['· Tambah Pengeluaran', 'admin sales'], ['· Daftar Pengeluaran', 'admin sales'],
  ['Produk & Jasa Lainnya', 'admin'], ['Jenis Billing', 'admin'],
  ['User', 'admin sales akunbilling'], ['· Guru', 'admin sales'], ['· Sales / Marketing', 'admin'], ['· Akun Billing', 'admin sales'], ['· Peserta', 'admin akunbilling sales'], ['· Pendaftar Mandiri', 'admin akunbilling sales'],
  ['Reports', 'admin'], ['· Pendapatan', 'admin'], ['· Piutang', 'admin'], ['· Pengeluaran', 'admin'], ['· Laba Rugi', 'admin'], ['· Performa Sales', 'admin'],
  ['Master Data', ''], ['· Semua Users', ''], ['· Role', ''], ['· Access', ''], ['· Bank', ''], ['· Setting', ''],
  ['Promo', 'admin'],
]
const menuOf = async (page: Page) => {
  const nav = page.getByRole('navigation', { name: 'Menu utama' })
  while (await nav.getByRole('button', { expanded: false }).count()) await nav.getByRole('button', { expanded: false }).first().click()
  return nav.locator('.navItem, .navHeading').evaluateAll((items) => items.map((i) => `${i.parentElement?.parentElement?.parentElement?.tagName === 'LI' ? '· ' : ''}${i.textContent}`))
}

for (const role of roles) {
  test.describe(role, () => {
    test.use({ role })
    test(`${role} on every route`, async ({ page, open, api }) => {
      test.setTimeout(120_000)
      const { data: me } = await api(role).get<{ role: { accesses: string[] } }>('/profile')
      const idOf = new Map<string, number | undefined>()
      await open('/profile/view')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profil Saya')
      expect(await menuOf(page)).toEqual(all.filter(([, sees]) => role === 'superadmin' || sees.split(' ').includes(role)).map(([item]) => item))
      for (const [path, info] of Object.entries(routes) as [string, RouteInfo][]) {
        const may = info.access === null || can(me, info.access)
        const list = records[path]
        if (may && list && !idOf.has(list)) idOf.set(list, (await api(role).get<{ id: number }[]>(list).then(({ data, status }) => (status === 200 ? data[0]?.id : undefined))))
        const id = list && idOf.get(list)
        // A payer and sales read receipts one by one, without a list to take one from.
        if (may && list && !id) continue
        const to = path === '/auth/login' ? '/' : path
        const portal = portals[role]
        const end = to === '/' && portal ? portal : may ? to : '/errors/403'
        await page.evaluate((hash) => { location.hash = hash }, `#${path}${id ? `?id=${id}` : ''}`)
        const title = routes[end as keyof typeof routes].title
        const placeholder = end !== '/errors/403' && !end.startsWith('/errors/') && !finished.includes(end)
        // In the page, at every frame: expecting one by one from outside would take a minute for all routes.
        const arrived = await page.waitForFunction(({ title, end, placeholder, content }) => {
          const [heading, ...more] = document.querySelectorAll('h1')
          return heading?.textContent === title && more.length === 0 && document.title.startsWith(title) && location.hash.slice(1).split('?')[0] === end
            && (document.body.textContent ?? '').includes('Layar ini belum tersedia') === placeholder && (!content || document.querySelector('main :is(table:not([aria-hidden]), form, dl, .empty, .paper)') !== null)
        }, { title, end, placeholder, content: finished.includes(end) }, { timeout: 10_000 }).then(() => 'arrived', () => page.locator('body').innerText())
        expect(arrived, `${path} → ${end}: ${title}`).toBe('arrived')
        expect(await page.getByRole('dialog').count(), path).toBe(0)
      }
    })
  })
}
