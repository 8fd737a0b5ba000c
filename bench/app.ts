/**
 * Measures the built app in a real Chromium on the demo school: bytes and requests, the time from
 * an empty page to the first rows, and the time from a click to the frame with new rows. Each
 * measurement in the app alternates with the same measurement on a floor (minimal reference page).
 * The floor for the first rows is a page of React alone; the floor for the clicks is a handwritten
 * page. `node bench/app.ts` runs only the measurements of the app.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildApp, buildServer } from '../scripts/build.ts'
import { onSignal, startServer, stopAll } from '../scripts/process.ts'
import { measureBytes } from './app/bytes.ts'
import { measureCalendar } from './app/calendar.ts'
import { measureClicks } from './app/clicks.ts'
import { measureCold } from './app/cold.ts'
import { measureHeap } from './app/heap.ts'
import { launch, loginTo } from './app/page.ts'
import { measureTopBar } from './app/topBar.ts'
import { serveFront } from './floor/serve.ts'
import { printTable, type Row } from './table.ts'

const password = 'nada-demo'

/** Measures the app in the browser; yields each result row as soon as it has been measured. */
export const benchApp = async function* (): AsyncGenerator<Row> {
  await Promise.all([buildApp(), buildServer()])
  const folder = mkdtempSync(join(tmpdir(), 'nada-bench-'))
  const server = await startServer(
    { DATA_DIR: folder, DATABASE_URL: undefined, LOG_LEVEL: 'error' },
    ['--demo'],
  )
  const front = await serveFront(server.url)
  const browser = await launch()
  try {
    const key = await loginTo(server.url, password)
    yield* await measureBytes(browser, server.url, password)
    yield await measureTopBar(browser)
    yield await measureHeap(server.url, key)
    yield await measureCold(browser, server.url, front, key)
    yield* await measureCalendar(browser, server.url, key)
    yield* measureClicks(browser, front, key)
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
