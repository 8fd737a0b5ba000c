/** Measures the student search in the header. */
import type { Browser } from '@playwright/test'
import { startServer } from '../../scripts/process.ts'
import { password, sqliteData } from '../data.ts'
import { alone, median, type Row } from '../table.ts'
import { loginTo, open, rowSelector } from './page.ts'

/**
 * Measures the time from the end of the search response to the frame that shows the found students,
 * in a school with 20,000 students.
 */
export const measureTopBar = async (browser: Browser): Promise<Row> => {
  const server = await startServer({
    DATA_DIR: await sqliteData({ students: 20_000, months: 46 }),
    DATABASE_URL: undefined,
    LOG_LEVEL: 'error',
  })
  try {
    const page = await open(browser, server.url, await loginTo(server.url, password))
    await page.goto(`${server.url}/#/kursus`)
    await page.waitForSelector(rowSelector)
    const took: number[] = []
    for (const [i, name] of [
      'wij',
      'wijaya',
      'budi',
      'sari',
      'wijya',
      'putri',
      'agus',
      'dewi',
      'santoso',
    ].entries()) {
      await page.evaluate(() => {
        performance.clearResourceTimings()
      })
      await page.locator('[data-student-search]').fill('')
      await page.waitForFunction(
        () => document.querySelector('form[role=search] [role=option]') === null,
      )
      await page.locator('[data-student-search]').pressSequentially(name, { delay: 30 })
      const ms = await page.evaluate(async () => {
        const answered = () =>
          performance.getEntriesByType('resource').findLast((e) => e.name.includes('/search?'))
        while (!answered() || document.querySelector('form[role=search] [role=option]') === null)
          await new Promise((done) => {
            requestAnimationFrame(done)
          })
        const end = answered()
        return end instanceof PerformanceResourceTiming ? performance.now() - end.responseEnd : NaN
      })
      if (i > 0) took.push(ms)
    }
    await page.context().close()
    return alone(
      'App: matches in the top bar after the answer, 20,000 students',
      'ms',
      median(took),
      '≤ 100',
    )
  } finally {
    await server.stop()
  }
}
