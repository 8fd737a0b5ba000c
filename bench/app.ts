/**
 * The built app in a real Chromium on the demo school, beside floors in the same run, turn by turn: bytes and requests, the way from nothing to
 * the first rows (floor: react and react-dom alone), from a click to the frame with new rows (floor: a page by hand). `node bench/app.ts` runs it alone.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { chromium, type Browser, type Page, type Response } from '@playwright/test'
import { buildApp } from '../scripts/build.ts'
import { chromiumArgs, findChromium } from '../scripts/chromium.ts'
import { onSignal, startServer, stopAll } from '../scripts/process.ts'
import { password as benchPassword, sqliteData } from './data.ts'
import { serveFront, type Front } from './floor/serve.ts'
import { against, alone, median, printTable, type Row } from './table.ts'

const password = 'nada-demo'
const rowSelector = 'tbody tr[data-id]'

/**
 * Runs in every page, ours and the floors', before anything else. `first`: when the first rows were painted. `arm(what, event)`: from the next such
 * event to the frame in which there are other rows, or a record. A frame is painted when the one after it begins.
 */
const instrument = () => {
  const rows = () =>
    [...document.querySelectorAll<HTMLElement>('tbody tr[data-id]')]
      .map((row) => row.dataset.id)
      .join()
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
  // Before the page's own listeners: one of them may have drawn already when the next one is told.
  let [wanted, start] = ['', 0]
  for (const event of ['pointerup', 'input', 'popstate'])
    addEventListener(
      event,
      (e) => {
        if (event === wanted && start === 0) start = e.timeStamp
      },
      { capture: true },
    )
  const bench = {
    first: until(() => rows() !== ''),
    took: Promise.resolve(0),
    arm: (what: 'rows' | 'record' | 'back', event: 'pointerup' | 'input' | 'popstate') => {
      const before = rows()
      ;[wanted, start] = [event, 0]
      const there = {
        rows: () => rows() !== '' && rows() !== before,
        record: () => rows() === '' && document.querySelector('dl') !== null,
        back: () => rows() !== '',
      }[what]
      bench.took = until(() => start > 0 && there()).then((end) => end - start)
    },
  }
  Object.assign(globalThis, { bench })
}
declare global {
  var bench: {
    first: Promise<number>
    took: Promise<number>
    arm: (what: 'rows' | 'record' | 'back', event: 'pointerup' | 'input' | 'popstate') => void
  }
}

const launch = async (...more: string[]) =>
  chromium.launch({ executablePath: await findChromium(), args: [...chromiumArgs, ...more] })
const open = async (browser: Browser, origin: string, token?: string, user?: string) => {
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

// ---- bytes

const kB = (text: string | Buffer) => gzipSync(text, { level: 9 }).length / 1000
/** Names that charts, date pickers and spotlight keep as texts in their code, minified or not. */
const heavy = /recharts|["'`](DatePicker|DateInput|MonthPicker|Calendar|Spotlight|\w+Chart)["'`]/

const bytes = async (browser: Browser, url: string): Promise<Row[]> => {
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
  // Whatever is fetched ahead while the page stands counts too.
  await page.waitForTimeout(1000)
  const login = await code()
  await page.click('[type=submit]')
  await page.waitForSelector(rowSelector)
  const requests = responses.length
  await page.waitForTimeout(1000)
  const list = await code()
  await page.context().close()
  return [
    alone('App: JS and CSS up to login', 'kB gzip', login.sum, '≤ 175'),
    alone('App: JS and CSS up to the first list', 'kB gzip', list.sum, '≤ 230'),
    alone('App: requests up to the first list', '', requests, '≤ 20'),
    alone('App: files with charts, dates, spotlight by then', '', list.many, '≤ 0'),
  ]
}

// ---- from nothing to the first rows

/** With an empty cache, for somebody who is logged in: token and profile stand in the browser, as the app keeps them. */
const cold = async (browser: Browser, url: string, front: Front, token: string): Promise<Row> => {
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

// ---- from a click to the frame

type Act = (page: Page, turn: number) => Promise<void>
interface Work {
  name: string
  limit: string
  what?: 'rows' | 'record' | 'back'
  event: 'pointerup' | 'input' | 'popstate'
  /** Goes to where the turn begins. */ before?: Act
  act: Act
  /** Back to where the next turn begins. */ after?: Act
  turns?: number
  /** ms of ours that are meant. */ meant?: number
}

const click =
  (selector: string): Act =>
  async (page) => {
    await page.locator(selector).first().scrollIntoViewIfNeeded()
    const box = await page.locator(selector).first().boundingBox()
    if (!box) throw new Error(`Nothing to click: ${selector}`)
    await page.mouse.move(box.x + box.width / 2, box.y + Math.min(box.height / 2, 20))
    await page.mouse.down()
    await page.mouse.up()
  }
/** A person looks before the next click; what the app does in the meantime is not in the other's turn. */
const pause = 400

const measure = async (
  pages: readonly [ours: Page, floor: Page],
  { name, limit, what = 'rows', event, before, act, after, turns = 15, meant = 0 }: Work,
): Promise<Row> => {
  const took: [number[], number[]] = [[], []]
  for (let turn = -1; turn < turns; turn++) {
    for (const [side, page] of pages.entries()) {
      if (before) {
        await before(page, turn + 1)
        await page.waitForTimeout(pause)
      }
      await page.evaluate(([w, e]) => bench.arm(w, e), [what, event] as const)
      await act(page, turn + 1)
      const ms = await Promise.race([
        page.evaluate(() => bench.took),
        page.waitForTimeout(10_000).then(() => {
          throw new Error(`${name}: nothing new on ${page.url()}`)
        }),
      ])
      if (turn >= 0) took[side as 0 | 1].push(ms - (side === 0 ? meant : 0))
      await page.waitForTimeout(pause)
      if (after) {
        await after(page, turn)
        await page.waitForTimeout(pause)
      }
    }
  }
  return against(name, 'ms', median(took[0]), median(took[1]), limit)
}

/** Their places in the page by hand; ours has a column of boxes before them. */
const sorted = [1, 2, 4, 5]
const sorts = ['nomor', 'nama_tagihan', 'jatuh_tempo', 'total']

const clicks = async function* (
  browser: Browser,
  front: Front,
  token: string,
): AsyncGenerator<Row> {
  const get = async (path: string) =>
    (
      (await (
        await fetch(`${front.url}/api/${path}`, { headers: { authorization: `Bearer ${token}` } })
      ).json()) as { data: Record<string, string>[] }
    ).data
  front.api.remember = true
  // From memory for both, from the first click on: whoever asks second would have it from there, and the first not.
  for (let page = 2; page < 20; page++) await get(`billing?expand=gedung&page=${page}`)
  // A first or a last name each of other families, so that no two find the same rows.
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
    for (const work of works) yield await measure([ours, floor], work)
    await ours.context().close()
    await floor.context().close()
  }
  const next = { event: 'pointerup' as const, act: click('[aria-label="Halaman berikutnya"]') }
  const record: Act = (page, turn) =>
    click(`tbody tr:nth-child(${(turn % 10) + 1}) td:nth-child(4)`)(page, turn)
  const back: Act = async (page) => {
    await page.evaluate(() => {
      history.back()
    })
  }
  for (const delay of [0, 50]) {
    front.api.delay = delay
    const at = delay ? 'API 50 ms away' : 'API at once'
    const limit = delay ? '' : '≤ 1.5'
    yield* both([
      { name: `App: next page, ${at} (by hand)`, limit: delay ? '≤ 1' : '≤ 1.5', ...next },
    ])
    yield* both([
      {
        name: `App: open a record, ${at}`,
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
        name: `App: back from it, ${at}`,
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
        name: `App: sort, ${at}`,
        limit,
        event: 'pointerup',
        turns: 2 * sorts.length - 1,
        act: (page, turn) =>
          click(
            `th:nth-child(${(sorted[turn >> 1] ?? 1) + (page.url().includes('/floor/') ? 0 : 1)}) button`,
          )(page, turn),
      },
    ])
    // On pages of their own: what was sorted before would be asked for too, and only the second of the two would have it from memory.
    yield* both([
      {
        name: `App: search, less its 250 ms of waiting, ${at}`,
        limit,
        event: 'input',
        turns: words.length - 1,
        meant: 250,
        act: async (page, turn) => {
          await page.locator('[data-cari]').selectText()
          await page.keyboard.insertText(words[turn] ?? '')
        },
      },
    ])
    if (!delay)
      yield* both(
        [{ name: 'App: next page of 100 rows, API at once', limit: '≤ 2.5', turns: 9, ...next }],
        '?per-page=100',
      )
  }
}

// ---- an hour of it

/** Clicks of an hour in which somebody turns a page every six seconds. */
const hour = 600
/**
 * The page's heap after an hour of paging beside the same after its first minutes, when all that is kept for five minutes is kept. In a browser
 * that interprets: what an engine compiles grows with use by more than a megabyte, then stops, and would hide what the app keeps.
 */
const heap = async (url: string, token: string): Promise<Row> => {
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

// ---- the top bar

/** From the answer of the search to the frame with its matches, at 20,000 students. */
const topBar = async (browser: Browser): Promise<Row> => {
  const server = await startServer({
    DATA_DIR: await sqliteData({ students: 20_000, months: 46 }),
    DATABASE_URL: undefined,
    LOG_LEVEL: 'error',
  })
  try {
    const page = await open(browser, server.url, await loginTo(server.url, benchPassword))
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
      await page.locator('[data-cari-peserta]').fill('')
      await page.waitForFunction(
        () => document.querySelector('.studentSearch [role=option]') === null,
      )
      await page.locator('[data-cari-peserta]').pressSequentially(name, { delay: 30 })
      const ms = await page.evaluate(async () => {
        const answered = () =>
          performance.getEntriesByType('resource').findLast((e) => e.name.includes('/search?'))
        while (!answered() || document.querySelector('.studentSearch [role=option]') === null)
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

const loginTo = async (url: string, secret: string): Promise<string> => {
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

/** The rows of the app in the browser, as they are measured. */
export const benchApp = async function* (): AsyncGenerator<Row> {
  await buildApp()
  const folder = mkdtempSync(join(tmpdir(), 'nada-bench-'))
  const server = await startServer(
    { DATA_DIR: folder, DATABASE_URL: undefined, LOG_LEVEL: 'error' },
    ['--demo'],
  )
  const front = await serveFront(server.url)
  const browser = await launch()
  try {
    const key = await loginTo(server.url, password)
    yield* await bytes(browser, server.url)
    yield await topBar(browser)
    yield await heap(server.url, key)
    yield await cold(browser, server.url, front, key)
    yield* clicks(browser, front, key)
  } finally {
    await browser.close()
    await front.stop()
    await server.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

if (import.meta.main) {
  onSignal(async () => {
    await stopAll()
  })
  const rows: Row[] = []
  for await (const row of benchApp()) rows.push(row)
  printTable(rows)
  process.exit(0)
}
