/**
 * Measures the time from an empty page to the first rows of a list, and the time from an empty page
 * to the first figures of the dashboard.
 */
import type { Browser } from '@playwright/test'
import type { Front } from '../floor/serve.ts'
import { against, median, type Row } from '../table.ts'
import { open } from './page.ts'

/**
 * Function that returns the time in ms until a page has painted its first rows (`first`) or the
 * figures of the dashboard (`tiles`).
 */
type Load = (origin: string, path: string, what?: 'first' | 'tiles') => Promise<number>

/**
 * Returns a function that loads a page with an empty cache as a logged-in user. For this, `open`
 * puts the token and the profile into the local storage, as the app does at login.
 */
const loadsOf = async (browser: Browser, url: string, token: string): Promise<Load> => {
  const answer = (await (
    await fetch(`${url}/api/profile`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as { data: object }
  return async (origin, path, moment = 'first') => {
    const page = await open(browser, origin, token, JSON.stringify(answer.data))
    await page.goto(origin + path, { waitUntil: 'commit' })
    const took = await Promise.race([
      page.evaluate((part) => bench[part], moment),
      page.waitForTimeout(20_000).then(() => {
        throw new Error(`Nothing on ${page.url()}`)
      }),
    ])
    await page.context().close()
    return took
  }
}
/**
 * Calls `ours` and `floor` in alternation: first once each without counting the times, then eleven
 * times each. Returns the median time of `ours` and that of `floor`.
 */
const medians = async (
  ours: () => Promise<number>,
  floor: () => Promise<number>,
): Promise<[ours: number, floor: number]> => {
  const took: [number[], number[]] = [[], []]
  for (let turn = -1; turn < 11; turn++) {
    const [a, b] = [await ours(), await floor()]
    if (turn < 0) continue
    took[0].push(a)
    took[1].push(b)
  }
  return [median(took[0]), median(took[1])]
}

/**
 * Measures the time to the first rows of a list in the app, compared with the React floor. The
 * React floor is a page of React and ReactDOM alone that fetches the same list.
 */
export const measureCold = async (
  browser: Browser,
  url: string,
  front: Front,
  token: string,
): Promise<Row> => {
  const load = await loadsOf(browser, url, token)
  const took = await medians(
    () => load(url, '/#/billing/unpaid'),
    () => load(front.url, '/floor/react/'),
  )
  return against('App: cold load to the first rows (react alone)', 'ms', ...took, '≤ 2.5')
}
/**
 * Measures the time to the first figures of the dashboard, compared with the time to the first rows
 * of the list of unpaid bills. `engine` is the name of the database engine; the name of the result
 * row begins with it.
 */
export const measureDashboard = async (
  browser: Browser,
  url: string,
  token: string,
  engine: string,
): Promise<Row> => {
  const load = await loadsOf(browser, url, token)
  const took = await medians(
    () => load(url, '/#/', 'tiles'),
    () => load(url, '/#/billing/unpaid'),
  )
  return against(
    `${engine}: dashboard's first tiles (first rows of a list)`,
    'ms',
    ...took,
    '≤ 1.5',
  )
}
