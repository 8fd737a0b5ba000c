/**
 * Walk over the routes in one page: opens a route, waits until its content has loaded, and collects
 * its links. With `slowly` the API is delayed, and the page must show its heading or a skeleton at
 * every moment: a screen that reads a query which its loader has not prefetched removes the page
 * until the query loads. Visible content must not move.
 */
import type { BrowserContext, Page } from '@playwright/test'
import { routes, type RouteInfo } from '#contract/routes.ts'
import { expect, type Account } from './fixtures.ts'

/** Delay of the API in ms, longer than a list waits for its rows before it shows a skeleton. */
const delay = 500
/** Polling interval in ms, because polling at every frame would keep a processor busy. */
const polling = 50

/**
 * Delays the API requests of a page inside the page itself. Requests routed through the test would
 * bypass the browser's cache, so that every reload would fetch and compile the whole app. The tab
 * keeps the delay over reloads.
 */
const addDelay = () => {
  const { fetch } = window
  // The API is delayed, not the test.
  // oxlint-disable-next-line nada/no-waiting
  const pause = (ms: number) => new Promise((done) => setTimeout(done, ms))
  const readDelay = () => Number(sessionStorage.getItem('delay'))
  /** Counts responses that are missing, or have just arrived and are not rendered yet. */
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
 * Records each moment in which a page shows neither heading nor loading state, from its start. The
 * tab keeps the record over reloads.
 */
const watchGaps = () => {
  const note = () => {
    const main = document.querySelector('main')
    // Checks visibility, because suspended content is in the document but not visible.
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
 * Records visible elements that later content moves, because a user about to press one would miss
 * it. Ignores skeletons, and moves caused by a key or a resize.
 */
const watchMoves = () => {
  interface Shift extends PerformanceEntry {
    hadRecentInput: boolean
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  /**
   * Minimum distance of a recorded move, in px. A smaller move leaves an element under the pointer.
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
    // Elements that are hidden or outside the viewport do not count.
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
 * Adds the delay and the records to a browser. Must be called before the first page of a walk
 * opens.
 */
export const prepareWalk = async (context: BrowserContext): Promise<void> => {
  await context.addInitScript(addDelay)
  await context.addInitScript(watchGaps)
  await context.addInitScript(watchMoves)
}
/** Waits until the last render has been painted and recorded. */
const settle = () =>
  new Promise<void>((done) => {
    let frames = 3
    const next = () => (frames-- > 0 ? requestAnimationFrame(next) : done())
    next()
  })
/**
 * Delays the API during `work`. Until the last response has been rendered, no page may be empty and
 * no visible element may move.
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
  await take('moves')
  await set(delay)
  await work()
  await set(0)
  await page.waitForFunction(() => Reflect.get(window, 'underWay') === 0, undefined, { polling })
  await page.evaluate(settle)
  expect.soft(await take('gaps'), `${label}: pages that said nothing for a moment`).toEqual([])
  // A late move of the previous page is ignored, because the visit of that page reports it.
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
 * Returns the path at which a route ends. A logged-in user is redirected from the login page to the
 * first page, and from a route without access to 403.
 */
export const endOf = (path: string, role: Account, may: boolean): string => {
  if (path.startsWith('/auth/') && path !== '/auth/login') return path
  const to = path.startsWith('/auth/') ? '/' : path
  const home = to === '/' ? portals[role] : undefined
  return home ?? (may ? to : '/errors/403')
}

/**
 * Returns 'arrived' once the heading and content of the route show and are stable, otherwise a
 * description of the problem. Runs inside the page, because single expectations from outside would
 * take a minute.
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
          // A form that is idle has set all its derived defaults, so leaving it opens no question.
          !document.querySelector(
            '[role=status][aria-label=Memuat], .mantine-Skeleton-root, [data-loading]',
          ) &&
          // Waits for the end of a fade-in, because the contrast is not final before.
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
 * Navigates within the app. Comes from a page with another title than the expected page, so that
 * its arrival can be seen.
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
/** Returns the links in a page as paths with their search parameters. */
export const linksOf = (page: Page): Promise<string[]> =>
  page
    .locator('main a[href*="#/"]')
    .evaluateAll((links) => links.map((a) => a.getAttribute('href')?.split('#')[1] ?? ''))
