/** Measures the JavaScript heap of a page of the app after an hour of simulated work. */
import { against, type Row } from '../table.ts'
import { launch, open, rowSelector } from './page.ts'

/** Number of clicks in one hour by a user who clicks every six seconds. */
const hour = 600
/**
 * Measures the heap after an hour of paging in a list, compared with the heap after ten minutes.
 * After ten minutes, caches that keep entries for five minutes have reached their full size. The
 * browser runs without a JavaScript compiler, because compiled code first grows by more than a
 * megabyte and would hide a leak of the app.
 */
export const measureHeap = async (url: string, token: string): Promise<Row> => {
  const browser = await launch('--js-flags=--jitless')
  const page = await open(browser, url, token)
  await page.clock.install()
  const session = await page.context().newCDPSession(page)
  const used = async () => {
    await session.send('HeapProfiler.collectGarbage')
    return (await session.send('Runtime.getHeapUsage')).usedSize / 1e6
  }
  const lists = ['/billing', '/user/peserta', '/kursus-peserta']
  const turn = async (clicks: number) => {
    for (let i = 0; i < clicks; i++) {
      const old = await page.locator(rowSelector).first().getAttribute('data-id')
      const on = page.locator('[aria-label="Halaman berikutnya"]')
      if (i % 20 === 19)
        await page.evaluate(
          (path) => {
            location.hash = path
          },
          lists[((i + 1) / 20) % lists.length] ?? '',
        )
      else
        await (
          (await on.isDisabled()) ? page.locator('[aria-label="Halaman pertama"]') : on
        ).click()
      await page.waitForFunction(
        ([selector, id]) => {
          const row = document.querySelector<HTMLElement>(selector)
          return row !== null && row.dataset.id !== id
        },
        [rowSelector, old] as const,
      )
      await page.clock.fastForward(6000)
    }
  }
  await page.goto(`${url}/#${lists[0]}`)
  await page.waitForSelector(rowSelector)
  await turn(hour / 6)
  const early = await used()
  await turn(hour)
  const late = await used()
  await browser.close()
  return against(
    'App: heap after an hour of paging (after ten minutes)',
    'MB',
    late,
    early,
    '≤ 1.1',
  )
}
