/**
 * Opens browser pages with a script that reports the times at which rows and other contents are
 * painted.
 */
import { chromium, type Browser } from '@playwright/test'
import { chromiumArgs, findChromium } from '../../scripts/chromium.ts'

/**
 * Selector of a list row. It matches rows of the app and of the floors (minimal reference pages in
 * bench/floor).
 */
export const rowSelector = 'tbody tr[data-id]'

/**
 * Runs before any other code in each page of the app and of the floors (minimal reference pages).
 * Defines `bench` in the page. The promises `first`, `lessons` and `tiles` resolve to the times at
 * which list rows, calendar lessons and dashboard figures were first painted. `arm(view, event)`
 * starts a measurement from the next event of type `event` to the painted frame that shows `view`:
 * other list rows, a record, or the list again. The promise `took` resolves to the measured time in
 * ms.
 */
const instrument = () => {
  const rows = () =>
    [...document.querySelectorAll<HTMLElement>('tbody tr[data-id]')]
      .map((row) => row.dataset.id)
      .join()
  /**
   * Resolves to the time at which the next frame has been painted. The time is measured at the
   * beginning of the frame after the next frame.
   */
  const painted = () =>
    new Promise<number>((done) => {
      requestAnimationFrame(() => requestAnimationFrame(() => done(performance.now())))
    })
  const until = (there: () => boolean) =>
    new Promise<number>((done) => {
      const observer = new MutationObserver(() => {
        if (!there()) return
        observer.disconnect()
        done(painted())
      })
      observer.observe(document, {
        childList: true,
        subtree: true,
        attributes: true,
        characterData: true,
      })
    })
  // Registers these listeners before the page registers its own, so that the start time is recorded
  // before a listener of the page renders anything.
  let [awaitedEvent, start] = ['', 0]
  for (const event of ['pointerup', 'input', 'popstate'])
    addEventListener(
      event,
      (e) => {
        if (event === awaitedEvent && start === 0) start = e.timeStamp
      },
      { capture: true },
    )
  const bench = {
    first: until(() => rows() !== ''),
    lessons: until(() => document.querySelector('[data-event-id]') !== null),
    tiles: until(() =>
      [...document.querySelectorAll('main dl dd')].some((tile) => tile.textContent !== ''),
    ),
    took: Promise.resolve(0),
    arm: (view: 'rows' | 'record' | 'back', event: 'pointerup' | 'input' | 'popstate') => {
      const before = rows()
      ;[awaitedEvent, start] = [event, 0]
      const there = {
        rows: () => rows() !== '' && rows() !== before,
        record: () => rows() === '' && document.querySelector('dl') !== null,
        back: () => rows() !== '',
      }[view]
      bench.took = until(() => start > 0 && there()).then((end) => end - start)
    },
  }
  Object.assign(globalThis, { bench })
}
declare global {
  var bench: {
    first: Promise<number>
    lessons: Promise<number>
    tiles: Promise<number>
    took: Promise<number>
    arm: (what: 'rows' | 'record' | 'back', event: 'pointerup' | 'input' | 'popstate') => void
  }
}

export const launch = async (...more: string[]) =>
  chromium.launch({ executablePath: await findChromium(), args: [...chromiumArgs, ...more] })
export const open = async (browser: Browser, origin: string, token?: string, user?: string) => {
  const localStorage = [
    ...(token ? [{ name: 'token', value: token }] : []),
    ...(user ? [{ name: 'user', value: user }] : []),
  ]
  const context = await browser.newContext({
    viewport: { width: 1366, height: 900 },
    storageState: { cookies: [], origins: [{ origin, localStorage }] },
  })
  await context.addInitScript(instrument)
  const page = await context.newPage()
  page.setDefaultTimeout(20_000)
  return page
}

/** Logs in to a server as superadmin; returns the token. */
export const loginTo = async (url: string, secret: string): Promise<string> => {
  const login = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'superadmin', password: secret }),
  })
  const {
    data: { key },
  } = (await login.json()) as { data: { key: string } }
  return key
}
