/** The way from nothing to the first rows. */
import type { Browser } from '@playwright/test'
import type { Front } from '../floor/serve.ts'
import { against, median, type Row } from '../table.ts'
import { open } from './page.ts'

/**
 * With an empty cache, for somebody who is logged in: token and profile stand in the browser, as
 * the app keeps them.
 */
export const measureCold = async (
  browser: Browser,
  url: string,
  front: Front,
  token: string,
): Promise<Row> => {
  const answer = (await (
    await fetch(`${url}/api/profile`, { headers: { authorization: `Bearer ${token}` } })
  ).json()) as { data: object }
  const load = async (origin: string, path: string) => {
    const page = await open(browser, origin, token, JSON.stringify(answer.data))
    await page.goto(origin + path, { waitUntil: 'commit' })
    const took = await Promise.race([
      page.evaluate(() => bench.first),
      page.waitForTimeout(20_000).then(() => {
        throw new Error(`No rows on ${page.url()}`)
      }),
    ])
    await page.context().close()
    return took
  }
  const [ours, floor]: [number[], number[]] = [[], []]
  for (let i = -1; i < 11; i++) {
    const [a, b] = [await load(url, '/#/billing/unpaid'), await load(front.url, '/floor/react/')]
    if (i >= 0) {
      ours.push(a)
      floor.push(b)
    }
  }
  return against(
    'App: cold load to the first rows (react alone)',
    'ms',
    median(ours),
    median(floor),
    '≤ 2.5',
  )
}
