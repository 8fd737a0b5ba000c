/**
 * Every route while the API takes its time: at no moment is there a page without its heading, nor
 * without grey lines in its place. A screen that reads what its loader has not asked for takes the
 * page away until it comes.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { routes, type RouteInfo } from '#contract/routes.ts'
import { expect, goto, test, type Account } from './fixtures.ts'
import { idsFor, isFinished, records } from './screens.ts'

test.describe.configure({ mode: 'parallel', timeout: 150_000 })

/** Longer than a list waits for its rows before it shows grey lines. */
const delay = 500
/**
 * Holds back what a page asks of the API, in the page itself: requests that go through the test
 * take the browser's kept files away, and every reload would fetch and compile the whole app.
 */
const slow = (context: BrowserContext) =>
  context.addInitScript((ms) => {
    const { fetch } = window
    window.fetch = async (...asked) => {
      const [what] = asked
      const url = what instanceof Request ? what.url : String(what)
      // The API waits, not the test.
      // oxlint-disable-next-line nada/no-waiting
      if (url.includes('/api/')) await new Promise((done) => setTimeout(done, ms))
      return fetch(...asked)
    }
  }, delay)

/**
 * Notes every change of a page after which nothing says what it is, also while it begins: kept for
 * the tab.
 */
const watchGaps = () => {
  const note = () => {
    const main = document.querySelector('main')
    // What waits in React's hands is there, but not seen.
    const said = main?.querySelectorAll('h1, [role=status][aria-label=Memuat]') ?? []
    if (main === null || [...said].some((one) => one.checkVisibility())) return
    const known = new Set(JSON.parse(sessionStorage.getItem('gaps') ?? '[]'))
    sessionStorage.setItem('gaps', JSON.stringify([...known.add(location.hash)]))
  }
  new MutationObserver(note).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['style'],
  })
}
const gapsOf = (page: Page): Promise<unknown> =>
  page.evaluate(() => JSON.parse(sessionStorage.getItem('gaps') ?? '[]'))

const titleOf = (path: string): string =>
  (routes as Record<string, RouteInfo>)[path.split('?')[0] ?? '']?.title ?? ''
const settled = (page: Page, path: string) =>
  page.waitForFunction(
    ([where, title]) =>
      location.hash.slice(1).split('?')[0] === where &&
      document.querySelector('h1')?.textContent === title &&
      !document.querySelector('[role=status][aria-label=Memuat]'),
    [path, titleOf(path)],
    { timeout: 20_000 },
  )
/** From another page, and as the first one. */
const visit = async (page: Page, path: string, search: string) => {
  await page.evaluate((hash) => {
    location.hash = hash
  }, `${path}${search}`)
  await settled(page, path)
  await page.reload()
  await settled(page, path)
}

const isOpen = (path: string) =>
  isFinished(path) && !path.startsWith('/auth/') && !path.startsWith('/errors/')
const all = Object.keys(routes).filter(isOpen)
const chunks = <T>(list: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(list.length / size) }, (_, i) =>
    list.slice(i * size, (i + 1) * size),
  )
/** A walk is nearly all waiting: as many tabs go through it side by side. */
const tabs = 4
const parts = chunks(all, 10 * tabs)
const walks: readonly (readonly [role: Account, paths: readonly string[]])[] = [
  ...parts
    .map((part) => part.filter((path) => !path.startsWith('/portal/')))
    .map((part) => ['superadmin', part] as const),
  ['pelatih', ['/portal/pelatih', '/kursus-pelatih', '/kursus-pelatih/absensi']],
  ['peserta', ['/portal/peserta', '/kursus-peserta']],
  ['sales', ['/portal/sales', '/sales/peserta']],
  ['akunbilling', ['/portal/akun-billing', '/konfirmasi-pembayaran/form']],
]

for (const [role, paths] of walks)
  test.describe(`of ${role}`, () => {
    test.use({ role })
    test(`${paths[0]} to ${paths.at(-1)}`, async ({ context, server, api }) => {
      const idOf = idsFor(api(role).get)
      await slow(context)
      await context.addInitScript(watchGaps)
      const walk = async (tab: Page, part: readonly string[]) => {
        await goto(tab, server.url, '/profile/view')
        await settled(tab, '/profile/view')
        for (const path of part) {
          const id = await idOf(path)
          if (path in records && !id) continue
          await test.step(path, () => visit(tab, path, id ? `?id=${id}` : ''))
        }
        expect(await gapsOf(tab)).toEqual([])
      }
      await Promise.all(
        chunks(paths, Math.ceil(paths.length / tabs)).map(async (part) =>
          walk(await context.newPage(), part),
        ),
      )
    })
  })
