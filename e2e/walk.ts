/**
 * A walk over the routes in one page: goes to one, waits until it has all that it shows, notes what
 * leads on. `slowly` holds back the API, and at no moment is there a page without its heading, nor
 * without grey lines in its place: a screen that reads what its loader has not asked for takes the
 * page away until it comes.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { routes, type RouteInfo } from '#contract/routes.ts'
import { expect, type Account } from './fixtures.ts'
import { isFinished } from './screens.ts'

/** Longer than a list waits for its rows before it shows grey lines. */
const delay = 500
/** Once a moment, not at every frame: drawing frames while nothing happens costs a processor. */
const polling = 50

/**
 * Holds back what a page asks of the API, in the page itself: requests that go through the test
 * take the browser's kept files away, and every reload would fetch and compile the whole app. What
 * has been asked to be slow stays so in the tab.
 */
const addDelay = () => {
  const { fetch } = window
  window.fetch = async (...asked) => {
    const [what] = asked
    const url = what instanceof Request ? what.url : String(what)
    const ms = Number(sessionStorage.getItem('delay'))
    // The API waits, not the test.
    // oxlint-disable-next-line nada/no-waiting
    if (ms > 0 && url.includes('/api/')) await new Promise((done) => setTimeout(done, ms))
    return fetch(...asked)
  }
}
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
/** Before the first page of a walk opens. */
export const prepareWalk = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(addDelay)
  await context.addInitScript(watchGaps)
}
/** Has the API take its time for what `work` does; no page may say nothing meanwhile. */
export const slowly = async (
  page: Page,
  what: string,
  work: () => Promise<void>,
): Promise<void> => {
  const set = (ms: number) =>
    page.evaluate((wait) => sessionStorage.setItem('delay', String(wait)), ms)
  await set(delay)
  await work()
  await set(0)
  const gaps = await page.evaluate(() => {
    const seen = JSON.parse(sessionStorage.getItem('gaps') ?? '[]')
    sessionStorage.removeItem('gaps')
    return seen
  })
  expect.soft(gaps, `${what}: pages that said nothing for a moment`).toEqual([])
}

export const titleOf = (route: string): string =>
  (routes as Record<string, RouteInfo>)[route.split('?')[0] ?? '']?.title ?? ''
export const pathOf = (route: string): string => route.split('?')[0] ?? ''

const portals: Partial<Record<Account, string>> = {
  pelatih: '/portal/pelatih',
  sales: '/portal/sales',
  akunbilling: '/portal/akun-billing',
  peserta: '/portal/peserta',
}
/**
 * Where a path leads: who is in is led home from the login page, and refused what is not theirs.
 */
export const endOf = (path: string, role: Account, may: boolean): string => {
  if (path.startsWith('/auth/') && path !== '/auth/login') return path
  const to = path.startsWith('/auth/') ? '/' : path
  const home = to === '/' ? portals[role] : undefined
  return home ?? (may ? to : '/errors/403')
}

/**
 * A route's own words, once what it shows has come and stands still; what is wrong, else. In the
 * page: expecting one by one from outside would take a minute.
 */
export const arrive = (page: Page, end: string): Promise<string> => {
  const isRefusal = end.startsWith('/errors/')
  const placeholder = !isRefusal && !isFinished(end)
  const content = !placeholder && !isRefusal && !end.startsWith('/auth/')
  return page
    .waitForFunction(
      (wanted) => {
        const [heading, ...more] = document.querySelectorAll('h1')
        return (
          heading?.textContent === wanted.title &&
          more.length === 0 &&
          document.title.startsWith(wanted.title) &&
          location.hash.slice(1).split('?')[0] === wanted.end &&
          document.querySelector('[role=dialog]') === null &&
          (document.body.textContent ?? '').includes('Layar ini belum tersedia') ===
            wanted.placeholder &&
          (!wanted.content ||
            document.querySelector(
              'main :is(table:not([aria-hidden]), form, dl, .paper, section)',
            ) !== null) &&
          // A form that has come to rest has proposed all that it will: it is left unasked.
          !document.querySelector(
            '[role=status][aria-label=Memuat], .mantine-Skeleton-root, [data-loading]',
          ) &&
          // What still fades in is not yet as it will be read.
          !document
            .getAnimations()
            .some(
              (a) =>
                a.playState === 'running' && a.effect?.getComputedTiming().iterations !== Infinity,
            )
        )
      },
      { title: titleOf(end), end, placeholder, content },
      { timeout: 15_000, polling },
    )
    .then(
      () => 'arrived',
      () => page.locator('body').innerText(),
    )
}
/** Within the app, from a page with another title than the one that will be waited for. */
export const goTo = async (page: Page, route: string): Promise<void> => {
  const go = (to: string) =>
    page.evaluate((hash) => {
      const before = location.hash.slice(1)
      location.hash = hash
      return before
    }, to)
  const before = await go(route)
  if (pathOf(before) !== pathOf(route) || before === route) return
  await go('/profile/ubah-password')
  await arrive(page, '/profile/ubah-password')
  await go(route)
}
/** The links in a page, as paths with their parameters. */
export const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator('main a[href*="#/"]')
    .evaluateAll((found) => found.map((a) => a.getAttribute('href')?.split('#')[1] ?? ''))
