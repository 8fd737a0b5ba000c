/** Accessibility of every screen, as far as a checker can tell: light, dark, and at 320 px without scrolling sideways. Short tests of a few screens each. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { routes, type RouteInfo } from '#contract/routes.ts'
import { expect, test } from './fixtures.ts'
import { idsFor, isFinished, records } from './screens.ts'

test.describe.configure({ mode: 'parallel' })
// A trace would take a picture of the page around every check; what is wrong stands in the message.
test.use({ trace: 'off' })

// The checker comes with its Playwright package; as a script of the page it is read once, not at every check.
const source = readFileSync(createRequire(createRequire(import.meta.url).resolve('@axe-core/playwright')).resolve('axe-core/axe.min.js'), 'utf8')
interface Found { violations: { id: string; nodes: { target: unknown[]; failureSummary?: string }[] }[] }
/** `colours`: only contrast, which is all that the dark scheme changes. */
const check = async (page: Page, what: string, colours = false) => {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  const { violations } = await page.evaluate((rules) => {
    const { axe } = window as unknown as { axe: { run: (root: Document, options: object) => Promise<Found> } }
    return axe.run(document, { resultTypes: ['violations'], ...(rules && { runOnly: { type: 'rule', values: rules } }) })
  }, colours ? ['color-contrast'] : null)
  expect.soft(violations.map((v) => `${v.id}: ${v.nodes.slice(0, 3).map((n) => `${n.target.join(' ')} ${n.failureSummary ?? ''}`).join(' | ')}`), what).toEqual([])
}
const titleOf = (route: string) => (routes as Record<string, RouteInfo>)[route.split('?')[0] ?? '']?.title ?? ''
/** Goes there within the app and waits for what it shows. */
const settled = async (page: Page, route: string) => {
  await page.evaluate((hash) => { location.hash = hash }, route)
  await page.waitForFunction(([path, title]) => location.hash.slice(1).split('?')[0] === path && document.querySelector('h1')?.textContent === title && !document.querySelector('.skeleton, .bar[data-on]'), [route.split('?')[0], titleOf(route)], { timeout: 15_000 })
}

/** Every route with a screen, and more states of some. One stands for those that have none yet. */
const extra = ['/billing-payment?page=2', '/user/create?role_id=6', '/user/create?role_id=5', '/user/create?role_id=3', '/user/peserta?q=zzzz', '/sales/lead']
const screens = [...Object.keys(routes).filter((path) => isFinished(path) && !path.startsWith('/auth/')), '/errors/403', '/errors/404', ...extra]
/** Records of which one is not enough: another kind of person, another state of a bill. */
const more: readonly (readonly [route: string, list: string])[] = [
  ['/user/view?tab=riwayat', '/user?jenis=akun-billing'], ['/user/view', '/user?jenis=pelatih'], ['/user/view', '/user?jenis=peserta'], ['/user/update', '/user?jenis=peserta'], ['/billing/view', '/billing?status=1&payment_status=1'],
  ['/billing/view', '/billing?status=0'], ['/billing/edit', '/billing?status=0'], ['/billing/view?tab=riwayat', '/billing?status=1'], ['/role/view?tab=pengguna', '/role?sort=-name'],
]
const size = 5
const parts = <T,>(list: readonly T[]): T[][] => Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size))

for (const [scheme, options] of [['light', {}], ['dark', { colorScheme: 'dark' }], ['320 px', { viewport: { width: 320, height: 640 } }]] as const) {
  const narrow = scheme === '320 px'
  test.describe(scheme, () => {
    test.use({ role: 'superadmin', ...options })
    const look = async (page: Page, route: string) => {
      await settled(page, route)
      if (narrow) expect.soft(await page.evaluate(() => document.documentElement.scrollWidth), route).toBeLessThanOrEqual(320)
      await check(page, route, scheme === 'dark')
    }
    for (const [i, part] of parts(screens).entries()) {
      test(`screens ${i * size + 1} to ${i * size + part.length}, ${scheme}`, async ({ page, open, api }) => {
        const idOf = idsFor(api('superadmin').get)
        await open('/profile/view')
        for (const route of part) {
          const id = await idOf(route)
          if (!(route in records) || id) await look(page, id ? `${route}?id=${id}` : route)
        }
      })
    }
    for (const part of parts(more)) {
      test(`more records, ${scheme}, ${part[0]?.join(' ')}`, async ({ page, open, api }) => {
        await open('/profile/view')
        for (const [route, list] of part) {
          const { data: [first] } = await api('superadmin').get<{ id: number }[]>(`${list}&per-page=1`)
          if (first) await look(page, `${route}${route.includes('?') ? '&' : '?'}id=${first.id}`)
        }
      })
    }
    test(`dialogs and menus, ${scheme}`, async ({ page, open }) => {
      await open('/bank')
      await page.getByRole('button', { name: 'Tambah' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Simpan' }).click()
      await expect(page.getByText('Wajib diisi').first()).toBeVisible()
      await check(page, 'a form with errors in a dialog', scheme === 'dark')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: /^Aksi / }).first().click()
      await check(page, 'the menu of a row', scheme === 'dark')
      await page.getByRole('menuitem', { name: 'Hapus' }).click()
      await check(page, 'a question', scheme === 'dark')
      await page.keyboard.press('Escape')
      await page.getByRole('button', { name: 'Kolom' }).click()
      await check(page, 'the columns', scheme === 'dark')
    })
  })
}

test.describe('an akun billing', () => {
  test.use({ role: 'akunbilling' })
  test('its own bills', async ({ page, open, api }) => {
    const { data: [bill] } = await api('akunbilling').get<{ id: number }[]>('/billing?status=1')
    await open('/profile/view')
    for (const route of ['/billing', '/billing/unpaid', '/user/peserta', '/kursus-peserta', `/billing/view?id=${bill?.id}`, '/portal/akun-billing']) { await settled(page, route); await check(page, route) }
  })
})

test.describe('nobody', () => {
  for (const scheme of ['light', 'dark'] as const) {
    test(`login, ${scheme}`, async ({ page, open }) => {
      await page.emulateMedia({ colorScheme: scheme })
      await open('/auth/login')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Masuk')
      await check(page, 'login')
      await page.getByRole('button', { name: 'Login' }).click()
      await check(page, 'login with errors')
    })
  }
})

test.describe('the menu on a phone', () => {
  test.use({ role: 'superadmin', viewport: { width: 320, height: 640 } })
  test('open over the page', async ({ page, open }) => {
    await open('/bank')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Bank')
    await page.getByRole('button', { name: 'Tampilkan atau sembunyikan menu' }).click()
    await check(page, 'the menu')
  })
})
