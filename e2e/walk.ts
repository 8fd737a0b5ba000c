/**
 * A walk over the routes in one page: goes to one, waits until it has all that it shows, notes what
 * leads on. `slowly` holds back the API, and at no moment is there a page without its heading, nor
 * without grey lines in its place: a screen that reads what its loader has not asked for takes the
 * page away until it comes. And what stands, stays where it is.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { routes, type RouteInfo } from '#contract/routes.ts'
import { expect, type Account } from './fixtures.ts'

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
  // The API waits, not the test.
  // oxlint-disable-next-line nada/no-waiting
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
  const wanted = () => Number(sessionStorage.getItem('delay'))
  /** How many answers are not there, or have just come and are not drawn. */
  const count = (n: number) =>
    Object.assign(window, { underWay: (Reflect.get(window, 'underWay') ?? 0) + n })
  count(0)
  window.fetch = async (...asked) => {
    const [what] = asked
    const url = what instanceof Request ? what.url : String(what)
    if (!url.includes('/api/')) return fetch(...asked)
    count(1)
    // In short steps: once it need not be slow, it comes.
    for (let left = wanted(); left > 0 && wanted() > 0; left -= 50) await pause(50)
    return fetch(...asked).finally(() => void pause(100).then(() => count(-1)))
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
/**
 * Notes what stood in sight and was pushed up or down by what came later: whoever was about to
 * press it misses it. Not what a key or another width of the window moves, nor grey lines.
 */
const watchMoves = () => {
  interface Shift extends PerformanceEntry {
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  /** Less does not take it from under a pointer. */
  const least = 8
  const tell = ({ node, previousRect: old, currentRect: now }: Shift['sources'][number]) => {
    const part = node instanceof Element ? node : node?.parentElement
    if (!part?.isConnected || !part.closest('main') || old.height === 0) return []
    if (part.closest('.mantine-Skeleton-root, [role=status][aria-label=Memuat]')) return []
    // What is out of sight has no place, and what is hidden has none at all.
    const isGone = now.height === 0
    if (isGone ? part.getClientRects().length === 0 : Math.abs(now.y - old.y) <= least) return []
    const [said = ''] = (part.textContent ?? '').match(/^.{0,40}/s) ?? []
    const to = isGone ? 'out of sight' : `to ${Math.round(now.y)}`
    const page = document.querySelector('h1')?.textContent
    return [`${page}: ${part.tagName} "${said}" from y ${Math.round(old.y)} ${to}`]
  }
  const note = (list: PerformanceObserverEntryList) => {
    const shifts = (list.getEntries() as Shift[]).filter((shift) => !shift.hadRecentInput)
    const moves = shifts.flatMap(({ sources }) => sources.flatMap(tell))
    if (moves.length === 0) return
    const known: string[] = JSON.parse(sessionStorage.getItem('moves') ?? '[]')
    sessionStorage.setItem('moves', JSON.stringify([...known, ...moves]))
  }
  new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true })
}
/** Before the first page of a walk opens. */
export const prepareWalk = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(addDelay)
  await context.addInitScript(watchGaps)
  await context.addInitScript(watchMoves)
}
/** Until what was drawn last has been painted, and noted. */
const settle = () =>
  new Promise<void>((done) => {
    let frames = 3
    const next = () => (frames-- > 0 ? requestAnimationFrame(next) : done())
    next()
  })
/**
 * Has the API take its time for what `work` does; no page may say nothing meanwhile, and nothing
 * that stands may move, until the last answer has been drawn.
 */
export const slowly = async (
  page: Page,
  what: string,
  work: () => Promise<void>,
): Promise<void> => {
  const set = (ms: number) =>
    page.evaluate((wait) => sessionStorage.setItem('delay', String(wait)), ms)
  const take = (name: string) =>
    page.evaluate((key) => {
      const seen: string[] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
      sessionStorage.removeItem(key)
      return seen
    }, name)
  await take('moves')
  await set(delay)
  await work()
  await set(0)
  await page.waitForFunction(() => Reflect.get(window, 'underWay') === 0, undefined, { polling })
  await page.evaluate(settle)
  expect.soft(await take('gaps'), `${what}: pages that said nothing for a moment`).toEqual([])
  // What came late to the page before is told where that is opened.
  const heading = await page.evaluate(() => document.querySelector('h1')?.textContent)
  const moves = (await take('moves')).filter((move) => move.startsWith(`${heading}: `))
  expect.soft(moves, `${what}: what moved after it stood`).toEqual([])
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
  const content = !isRefusal && !end.startsWith('/auth/')
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
      { title: titleOf(end), end, content },
      { timeout: 30_000, polling },
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
