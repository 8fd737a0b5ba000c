/**
 * Measures the time from a click in the list of bills to the frame with new rows. The app is
 * compared with its floor, a handwritten page with the same list.
 */
import type { Browser } from '@playwright/test'
import type { Front } from '../floor/serve.ts'
import type { Row } from '../table.ts'
import { open, rowSelector } from './page.ts'
import { click, measureTurns, type Act, type Work } from './turns.ts'

/**
 * Positions, counted from 1, of the sorted columns on the handwritten page. In the app each
 * position is one higher, because the first column of the app contains checkboxes.
 */
const sorted = [1, 2, 4, 5]
const sorts = ['nomor', 'nama_tagihan', 'jatuh_tempo', 'total']

/**
 * Sends all requests of the measured actions once in advance, so that the front server later
 * answers both the app and the handwritten page from its memory. Otherwise the page that is
 * measured first would wait for the database. Returns words of payer names, which the measured
 * searches use.
 */
const fillMemory = async (front: Front, token: string): Promise<string[]> => {
  const get = async (path: string) => {
    const headers = { authorization: `Bearer ${token}` }
    const answer = await fetch(`${front.url}/api/${path}`, { headers })
    return ((await answer.json()) as { data: Record<string, string>[] }).data
  }
  for (let page = 2; page < 20; page++) await get(`billing?expand=gedung&page=${page}`)
  // Takes the first word of one payer name and the last word of the next payer name, so that two
  // consecutive searches show different rows.
  const families = [
    ...new Set((await get('billing?per-page=100')).map((b) => b.nama_tagihan ?? '')),
  ]
  const words = [...new Set(families.map((name, i) => name.split(' ').at(i % 2 ? 0 : -1) ?? ''))]
    .filter((w) => w.length > 3)
    .slice(0, 26)
  for (const { id } of (await get('billing?expand=gedung')).slice(0, 10))
    await get(`billing/view?id=${id}&expand=items,alokasi,akun_billing,gedung`)
  for (const sort of sorts)
    for (const way of ['', '-']) await get(`billing?expand=gedung&sort=${way}${sort}`)
  for (const q of words) {
    await get(`billing?expand=gedung&q=${q}`)
    await get(`billing/total?q=${q}`)
  }
  return words
}

const next = { event: 'pointerup' as const, act: click('[aria-label="Halaman berikutnya"]') }
const record: Act = (page, turn) =>
  click(`tbody tr:nth-child(${(turn % 10) + 1}) td:nth-child(4)`)(page, turn)
const back: Act = async (page) => {
  await page.evaluate(() => {
    history.back()
  })
}
const recordAndSort = (condition: string, limit: string): Work[] => [
  {
    name: `App: open a record, ${condition}`,
    limit,
    what: 'record',
    event: 'pointerup',
    turns: 9,
    act: record,
    after: async (page) => {
      await page.goBack()
      await page.waitForSelector(rowSelector)
    },
  },
  {
    name: `App: back from it, ${condition}`,
    limit,
    what: 'back',
    event: 'popstate',
    turns: 20,
    act: back,
    before: async (page, turn) => {
      await record(page, turn)
      await page.waitForSelector('dl')
    },
  },
  {
    name: `App: sort, ${condition}`,
    limit,
    event: 'pointerup',
    turns: 2 * sorts.length - 1,
    act: (page, turn) => {
      const column = (sorted[turn >> 1] ?? 1) + (page.url().includes('/floor/') ? 0 : 1)
      return click(`th:nth-child(${column}) button`)(page, turn)
    },
  },
]
const search = (condition: string, limit: string, words: readonly string[]): Work => ({
  name: `App: search, less its 120 ms of waiting, ${condition}`,
  limit,
  event: 'input',
  turns: words.length - 1,
  meant: 120,
  act: async (page, turn) => {
    await page.locator('[data-search]').selectText()
    await page.keyboard.insertText(words[turn] ?? '')
  },
})

/**
 * Measures paging, sorting, searching and opening records in a list, first without a delay of the
 * API and then with a delay of 50 ms.
 */
export const measureClicks = async function* (
  browser: Browser,
  front: Front,
  token: string,
): AsyncGenerator<Row> {
  front.api.remember = true
  const words = await fillMemory(front, token)
  const both = async function* (works: Work[], size = ''): AsyncGenerator<Row> {
    const [ours, floor] = [
      await open(browser, front.url, token),
      await open(browser, front.url, token),
    ]
    await ours.goto(`${front.url}/#/billing${size}`)
    await floor.goto(`${front.url}/floor/plain/${size}`)
    for (const page of [ours, floor]) {
      await page.waitForSelector(rowSelector)
      await page.waitForTimeout(800)
    }
    for (const work of works) yield await measureTurns([ours, floor], work)
    await ours.context().close()
    await floor.context().close()
  }
  for (const delay of [0, 50]) {
    front.api.delay = delay
    const condition = delay ? 'API 50 ms away' : 'API at once'
    const limit = delay ? '' : '≤ 1.5'
    const pageLimit = delay ? '≤ 1' : '≤ 1.5'
    yield* both([{ name: `App: next page, ${condition} (by hand)`, limit: pageLimit, ...next }])
    yield* both(recordAndSort(condition, limit))
    // Opens both pages again, because the pages are still sorted by the previous measurement and a
    // new page is not sorted. `fillMemory` has sent only unsorted search requests. For a sorted
    // search request, the page that is measured first would wait for the database.
    yield* both([search(condition, limit, words)])
    if (!delay)
      yield* both(
        [{ name: 'App: next page of 100 rows, API at once', limit: '≤ 2.5', turns: 9, ...next }],
        '?per-page=100',
      )
  }
}
