/**
 * Every route while the API takes its time: at no moment is there a page without its heading, nor
 * without grey lines in its place. A screen that reads what its loader has not asked for takes the
 * page away until it comes.
 */
import type { Page } from '@playwright/test'
import { routes, type RouteInfo } from '#contract/routes.ts'
import { expect, test, type Account } from './fixtures.ts'
import { idsFor, isFinished, records } from './screens.ts'

test.describe.configure({ mode: 'parallel', timeout: 150_000 })

/** Longer than a list waits for its rows before it shows grey lines. */
const delay = 600
const slow = (page: Page) =>
  page.route('**/api/**', async (route) => {
    await new Promise((done) => {
      setTimeout(done, delay)
    })
    // The page may have gone on.
    await route.continue().catch(() => {})
  })

/** Notes every change of the page after which nothing says what it is. */
const watchGaps = (page: Page) =>
  page.evaluate(() => {
    const gaps: string[] = []
    Object.assign(window, { gaps })
    new MutationObserver(() => {
      const main = document.querySelector('main')
      const isSaid =
        main?.querySelector('h1')?.textContent ||
        main?.querySelector('[role=status][aria-label=Memuat]')
      if (!isSaid) gaps.push(location.hash)
    }).observe(document.body, { childList: true, subtree: true })
  })
const gapsOf = (page: Page): Promise<string[]> =>
  page.evaluate(() => [...new Set(Reflect.get(window, 'gaps') as string[])])

const titleOf = (path: string): string =>
  (routes as Record<string, RouteInfo>)[path.split('?')[0] ?? '']?.title ?? ''
const go = async (page: Page, path: string, search: string) => {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `${path}${search}`)
  await page.waitForFunction(
    ([where, title]) =>
      location.hash.slice(1).split('?')[0] === where &&
      document.querySelector('h1')?.textContent === title &&
      !document.querySelector('[role=status][aria-label=Memuat]'),
    [path, titleOf(path)],
    { timeout: 20_000 },
  )
}

const isOpen = (path: string) =>
  isFinished(path) && !path.startsWith('/auth/') && !path.startsWith('/errors/')
const all = Object.keys(routes).filter(isOpen)
const size = 12
const parts = Array.from({ length: Math.ceil(all.length / size) }, (_, i) =>
  all.slice(i * size, (i + 1) * size),
)
const walks: readonly (readonly [role: Account, paths: readonly string[]])[] = [
  ...parts
    .map((part) => part.filter((path) => !path.startsWith('/portal/')))
    .map((part) => ['superadmin', part] as const),
  ['pelatih', ['/portal/pelatih', '/kursus-pelatih', '/kursus-pelatih/absensi']],
  ['peserta', ['/portal/peserta', '/kursus-peserta']],
]

for (const [role, paths] of walks)
  test.describe(`of ${role}`, () => {
    test.use({ role })
    test(`${paths[0]} to ${paths.at(-1)}`, async ({ page, open, api }) => {
      const idOf = idsFor(api(role).get)
      await open('/profile/view')
      await expect(page.getByRole('heading', { level: 1 })).toHaveText('Profil Saya')
      await slow(page)
      await watchGaps(page)
      for (const path of paths) {
        const id = await idOf(path)
        if (path in records && !id) continue
        await test.step(path, () => go(page, path, id ? `?id=${id}` : ''))
      }
      expect(await gapsOf(page)).toEqual([])
    })
  })
