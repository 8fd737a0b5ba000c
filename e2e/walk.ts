/**
 * Helpers for a walk: a test that opens many routes in one page, waits until the content of each
 * route has loaded, and collects the links of the route. `slowly` delays the API. During the delay,
 * the page must always show its heading or a skeleton, and visible content must not move. A page is
 * empty for a moment if its screen reads a query that its loader has not prefetched.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { routes, type RouteInfo } from '#contract/routes.ts'
import { expect, type Account } from './fixtures.ts'

/** Delay of the API in ms. It is so long that lists show their skeleton while they load. */
const delay = 500
/** Interval in ms between checks of a page. Checking at every frame would keep a processor busy. */
const polling = 50

/**
 * Runs in the page and delays its API requests. Playwright could also delay requests, but then the
 * browser's cache would be off, and every reload would fetch and compile the whole app. The delay
 * is stored in the tab, so that it survives reloads.
 */
const addDelay = () => {
  const { fetch } = window
  // The timer delays responses of the API. The test itself does not wait for a fixed time.
  // oxlint-disable-next-line nada/no-waiting
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
  const readDelay = () => Number(sessionStorage.getItem('delay'))
  /**
   * Changes the number of API calls in progress by `n`. A call is in progress until 100 ms after
   * its response, so that the page can render the response.
   */
  const count = (n: number) =>
    Object.assign(window, { underWay: (Reflect.get(window, 'underWay') ?? 0) + n })
  count(0)
  window.fetch = async (...args) => {
    const [input] = args
    const url = input instanceof Request ? input.url : String(input)
    if (!url.includes('/api/')) return fetch(...args)
    count(1)
    // Waits in short steps, so that a response arrives as soon as the delay is switched off.
    for (let ms = readDelay(); ms > 0 && readDelay() > 0; ms -= 50) await pause(50)
    return fetch(...args).finally(() => void pause(100).then(() => count(-1)))
  }
}
/**
 * Runs in the page and records the URL of the page whenever the page shows neither a heading nor a
 * loading indicator. The record is stored in the tab, so that it survives reloads.
 */
const watchGaps = () => {
  const note = () => {
    const main = document.querySelector('main')
    // Checks visibility, because React hides suspended content but keeps it in the document.
    const said = main?.querySelectorAll('h1, [role=status][aria-label=Memuat]') ?? []
    if (main === null || [...said].some((element) => element.checkVisibility())) return
    const gaps = new Set(JSON.parse(sessionStorage.getItem('gaps') ?? '[]'))
    sessionStorage.setItem('gaps', JSON.stringify([...gaps.add(location.hash)]))
  }
  new MutationObserver(note).observe(document, {
    childList: true,
    subtree: true,
    attributeFilter: ['style'],
  })
}
/**
 * Runs in the page and records visible elements that move when further content loads, because a
 * user who is about to press such an element would miss it. Ignores skeletons, and moves that
 * follow a key press or a resize.
 */
const watchMoves = () => {
  interface Shift extends PerformanceEntry {
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  /**
   * Maximum distance in px of a move that is not recorded. After such a short move, the element is
   * still under the pointer.
   */
  const least = 8
  const describeShift = ({
    node,
    previousRect: old,
    currentRect: now,
  }: Shift['sources'][number]) => {
    const part = node instanceof Element ? node : node?.parentElement
    if (!part?.isConnected || !part.closest('main') || old.height === 0) return []
    if (part.closest('.mantine-Skeleton-root, [role=status][aria-label=Memuat]')) return []
    // A rectangle without height means that the element has left the viewport or is hidden.
    const isGone = now.height === 0
    if (isGone ? part.getClientRects().length === 0 : Math.abs(now.y - old.y) <= least) return []
    const [said = ''] = (part.textContent ?? '').match(/^.{0,40}/s) ?? []
    const to = isGone ? 'out of sight' : `to ${Math.round(now.y)}`
    const page = document.querySelector('h1')?.textContent
    return [`${page}: ${part.tagName} "${said}" from y ${Math.round(old.y)} ${to}`]
  }
  const note = (list: PerformanceObserverEntryList) => {
    const shifts = (list.getEntries() as Shift[]).filter((shift) => !shift.hadRecentInput)
    const moves = shifts.flatMap(({ sources }) => sources.flatMap(describeShift))
    if (moves.length === 0) return
    const knownMoves: string[] = JSON.parse(sessionStorage.getItem('moves') ?? '[]')
    sessionStorage.setItem('moves', JSON.stringify([...knownMoves, ...moves]))
  }
  new PerformanceObserver(note).observe({ type: 'layout-shift', buffered: true })
}
/**
 * Installs `addDelay`, `watchGaps` and `watchMoves` in all pages of a browser context. Must be
 * called before the first page opens.
 */
export const prepareWalk = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(addDelay)
  await context.addInitScript(watchGaps)
  await context.addInitScript(watchMoves)
}
/** Waits a few frames, until the last change of the page has been painted and recorded. */
const settle = () =>
  new Promise<void>((done) => {
    let frames = 3
    const next = () => (frames-- > 0 ? requestAnimationFrame(next) : done())
    next()
  })
/**
 * Runs `work` with a delayed API, and waits until all responses are rendered. Expects that no page
 * was empty for a moment and that no visible element has moved. Failure messages begin with
 * `label`.
 */
export const slowly = async (
  page: Page,
  label: string,
  work: () => Promise<void>,
): Promise<void> => {
  const set = (ms: number) =>
    page.evaluate((wait) => sessionStorage.setItem('delay', String(wait)), ms)
  const take = (name: string) =>
    page.evaluate((key) => {
      const entries: string[] = JSON.parse(sessionStorage.getItem(key) ?? '[]')
      sessionStorage.removeItem(key)
      return entries
    }, name)
  // Waits, because a change of the size, such as to a phone, is rendered after a few frames.
  await page.evaluate(settle)
  await take('moves')
  await set(delay)
  await work()
  await set(0)
  await page.waitForFunction(() => Reflect.get(window, 'underWay') === 0, undefined, { polling })
  await page.evaluate(settle)
  expect.soft(await take('gaps'), `${label}: pages that said nothing for a moment`).toEqual([])
  // Ignores moves on the previous page, because the visit of that page reports them.
  const heading = await page.evaluate(() => document.querySelector('h1')?.textContent)
  const moves = (await take('moves')).filter((move) => move.startsWith(`${heading}: `))
  expect.soft(moves, `${label}: what moved after it stood`).toEqual([])
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
 * Returns the path that is open after a user with `role` has opened a route. The login page and `/`
 * redirect to the start page of the role. A route that the role may not open (`may` is false)
 * redirects to error page 403.
 */
export const endOf = (path: string, role: Account, may: boolean): string => {
  if (path.startsWith('/auth/') && path !== '/auth/login') return path
  const to = path.startsWith('/auth/') ? '/' : path
  const home = to === '/' ? portals[role] : undefined
  return home ?? (may ? to : '/errors/403')
}

/**
 * Waits until the page at path `end` shows its heading and its loaded content. Returns 'arrived',
 * or the text of the page after 30 s. All conditions are checked together inside the page, because
 * a separate expectation for each condition takes much longer.
 */
export const arrive = (page: Page, end: string): Promise<string> => {
  const isRefusal = end.startsWith('/errors/')
  const content = !isRefusal && !end.startsWith('/auth/')
  return page
    .waitForFunction(
      (target) => {
        const [heading, ...more] = document.querySelectorAll('h1')
        return (
          heading?.textContent === target.title &&
          more.length === 0 &&
          document.title.startsWith(target.title) &&
          location.hash.slice(1).split('?')[0] === target.end &&
          document.querySelector('[role=dialog]') === null &&
          (!target.content ||
            document.querySelector(
              'main :is(table:not([aria-hidden]), form, dl, .paper, section)',
            ) !== null) &&
          // Waits until no form is loading, because a form sets its defaults at the end of loading.
          // Leaving a form earlier could open the question about unsaved changes.
          !document.querySelector(
            '[role=status][aria-label=Memuat], .mantine-Skeleton-root, [data-loading]',
          ) &&
          // Waits for the end of animations, because text that fades in has too little contrast.
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
/**
 * Navigates to a route within the app. If the present page has the same path with other parameters,
 * opens another page in between, so that `arrive` cannot mistake the present page for the new one.
 */
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
/** Returns the links in the main content of a page, as routes with their search parameters. */
export const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator('main a[href*="#/"]')
    .evaluateAll((links) => links.map((a) => a.getAttribute('href')?.split('#')[1] ?? ''))
