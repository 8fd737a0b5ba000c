/**
 * Measures the bytes of code that the app loads up to the login page and up to the first list, and
 * the number of its requests up to the first list.
 */
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import type { Browser, Response } from '@playwright/test'
import { alone, type Row } from '../table.ts'
import { open, rowSelector } from './page.ts'

const kB = (text: string | Buffer) => gzipSync(text, { level: 9 }).length / 1000
/**
 * Matches code of charts, date pickers and the spotlight by their component names. The names are
 * strings, so they remain in minified code. The login page and lists should not load this code.
 */
const heavy =
  /recharts|["'`](DatePicker|DateInput|MonthPicker|CalendarHeader|Spotlight|\w+Chart)["'`]/

/**
 * Measures the bytes of JavaScript and CSS that the app loads up to the login page, and, after a
 * login with `password`, up to the first list. Throws if `heavy` does not match the code of the
 * date picker, because `heavy` would then be outdated.
 */
export const measureBytes = async (
  browser: Browser,
  url: string,
  password: string,
): Promise<Row[]> => {
  if (
    !heavy.test(
      readFileSync('node_modules/@mantine/dates/esm/components/DatePicker/DatePicker.mjs', 'utf8'),
    )
  )
    throw new Error('A date picker is not known by its names any more')
  const page = await open(browser, url)
  const responses: Response[] = []
  page.on('response', (response) => responses.push(response))
  const code = async () => {
    let [sum, many] = [0, 0]
    for (const response of responses) {
      if (!['script', 'stylesheet'].includes(response.request().resourceType())) continue
      const body = await response.body()
      sum += kB(body)
      if (heavy.test(body.toString())) many++
    }
    return { sum, many }
  }
  await page.goto(`${url}/#/kursus`)
  await page.fill('[name=username]', 'superadmin')
  await page.fill('[name=password]', password)
  // Waits until the open page has prefetched files, because their bytes are counted as well.
  await page.waitForTimeout(1000)
  const login = await code()
  await page.click('[type=submit]')
  await page.waitForSelector(rowSelector)
  const requests = responses.length
  await page.waitForTimeout(1000)
  const list = await code()
  await page.context().close()
  return [
    alone('App: JS and CSS up to login', 'kB gzip', login.sum, '≤ 200'),
    alone('App: JS and CSS up to the first list', 'kB gzip', list.sum, '≤ 290'),
    alone('App: requests up to the first list', '', requests, '≤ 25'),
    alone('App: files with charts, dates, spotlight by then', '', list.many, '≤ 0'),
  ]
}
