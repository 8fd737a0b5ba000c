/**
 * The five reports of a month over HTTP beside their SQL by hand, on a school of three years and
 * some 600,000 bills; the same month's reports with ten years behind it beside three; and the
 * dashboard in a browser beside a list.
 */
import Sqlite from 'better-sqlite3'
import pg from 'pg'
import type { ReportAnswer } from '#contract/report/report.ts'
import { addMonths } from '#contract/values/tanggal.ts'
import { buildApp, buildServer } from '../scripts/build.ts'
import { compare, handOfPostgres, handOfSqlite, type Hand } from './api.ts'
import { measureDashboard } from './app/cold.ts'
import { launch } from './app/page.ts'
import { serve, type Server } from './client.ts'
import { lastMonth, type ReportSize } from './reportAround.ts'
import { postgresReportData, sqliteReportData } from './reportData.ts'
import { byHand, ofOneMonth, type ByHand } from './reportHand.ts'
import type { Row } from './table.ts'

/** The last month that is over. */
const month = addMonths(lastMonth, -1)
const turns = { times: 9, warm: 4 }

const ask = async (server: Server, path: string): Promise<ReportAnswer> => {
  // While the other side took its time the server has closed the connection: asked once more.
  const { status, text } = await server.get(path).catch(() => server.get(path))
  if (status !== 200) throw new Error(`${path}: ${text}`)
  return (JSON.parse(text) as { data: ReportAnswer }).data
}
const readBy =
  (hand: Hand) =>
  ({ run }: ByHand) =>
    run((...statement) => hand([statement]))
/** Both say the same, or what is measured is not the same work. */
const expectSame = async (name: string, server: Server, report: ByHand, hand: Hand) => {
  const { total } = await ask(server, report.path)
  for (const [figure, value] of Object.entries(await readBy(hand)(report)))
    if (total.nilai[figure] !== value)
      throw new Error(`${name} ${figure}: ${total.nilai[figure]} instead of ${value}`)
}
const measureReports = async (engine: string, server: Server, hand: Hand): Promise<Row[]> => {
  const rows: Row[] = []
  for (const [name, report] of Object.entries(byHand(month))) {
    await expectSame(name, server, report, hand)
    rows.push(
      await compare(
        `${engine}: report ${name}`,
        '≤ 3',
        () => ask(server, report.path),
        () => readBy(hand)(report),
        turns,
      ),
    )
  }
  return rows
}
const measureAge = async (engine: string, old: Server, young: Server): Promise<Row[]> => {
  const rows: Row[] = []
  for (const [name, { path }] of Object.entries(ofOneMonth(month)))
    rows.push(
      await compare(
        `${engine}: report ${name}, 10 years (3 years)`,
        '≤ 1.3',
        () => ask(old, path),
        () => ask(young, path),
        turns,
      ),
    )
  return rows
}

const measureTiles = async (engine: string, { url, token }: Server): Promise<Row> => {
  const browser = await launch()
  try {
    return await measureDashboard(browser, url.replace(/\/api$/, ''), token, engine)
  } finally {
    await browser.close()
  }
}

/** A server on a school of some size, and the same school by hand. */
type Open = (
  size: ReportSize,
) => Promise<{ server: Server; hand: Hand; close: () => Promise<void> }>
const onSqlite: Open = async (size) => {
  const path = await sqliteReportData(size)
  const server = await serve({ DATA_DIR: path })
  const db = new Sqlite(`${path}/nada.db`, { readonly: true })
  const close = async () => {
    db.close()
    await server.stop()
  }
  return { server, hand: handOfSqlite(db), close }
}
const onPostgres =
  (postgres: string): Open =>
  async (size) => {
    const url = await postgresReportData(postgres, size)
    const server = await serve({ DATABASE_URL: url })
    const client = new pg.Client({ connectionString: url })
    // A run that fails stops the server under it: the failure itself is told.
    client.on('error', () => {})
    await client.connect()
    const close = async () => {
      await client.end()
      await server.stop()
    }
    return { server, hand: handOfPostgres(client), close }
  }

/** Both engines' rows; `postgres` is the URL of a server. Ages are compared at a quarter. */
export const benchReport = async function* (
  postgres: string,
  students: number,
): AsyncGenerator<Row> {
  await Promise.all([buildApp(), buildServer()])
  for (const [engine, open] of [
    ['SQLite', onSqlite],
    ['PostgreSQL', onPostgres(postgres)],
  ] as const) {
    const whole = await open({ students, months: 36, lessons: true })
    yield* await measureReports(engine, whole.server, whole.hand)
    yield await measureTiles(engine, whole.server)
    await whole.close()
    const aged = (months: number) =>
      open({ students: Math.round(students / 4), months, lessons: false })
    const [old, young] = [await aged(120), await aged(36)]
    yield* await measureAge(engine, old.server, young.server)
    await old.close()
    await young.close()
  }
}
