/**
 * Measures reports and the dashboard. Five reports of one month are read over HTTP: a school with
 * ten years of bills is compared with a school with three years. The dashboard is loaded in a
 * browser and compared with a list. The test server/modules/report/figures.test.ts checks the
 * figures of the reports.
 */
import { addMonths, firstDay, lastDay } from '#contract/values/tanggal.ts'
import { buildApp, buildServer } from '../scripts/build.ts'
import { compare } from './api.ts'
import { measureDashboard } from './app/cold.ts'
import { launch } from './app/page.ts'
import { serve, type Server } from './client.ts'
import { lastMonth, type ReportSize } from './reportAround.ts'
import { postgresReportData, sqliteReportData } from './reportData.ts'
import type { Row } from './table.ts'

/** Last complete month of the data. The data end within the following month (`lastMonth`). */
const month = addMonths(lastMonth, -1)
const span = `dari=${firstDay(month)}&sampai=${lastDay(month)}`
const reports = [
  `pendapatan?${span}&kelompok=jenis`,
  `piutang?pada=${lastDay(month)}`,
  `pengeluaran?${span}`,
  `laba-rugi?bulan=${month}`,
  `performa-sales?${span}`,
]

const ask = async (server: Server, report: string): Promise<void> => {
  const path = `/laporan/${report}`
  // Retries once after a connection error. The server may have closed the idle connection while the
  // server of the other school was measured.
  const { status, text } = await server.get(path).catch(() => server.get(path))
  if (status !== 200) throw new Error(`${path}: ${text}`)
}
const measureAge = async (engine: string, old: Server, young: Server): Promise<Row[]> => {
  const rows: Row[] = []
  for (const report of reports)
    rows.push(
      await compare(
        `${engine}: report ${report.replace(/\?.*/, '')}, 10 years (3 years)`,
        '≤ 1.3',
        () => ask(old, report),
        () => ask(young, report),
        { times: 9, warm: 4 },
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

/** Function that makes a school of the given size and starts a server with it. */
type Open = (size: ReportSize) => Promise<Server>
const onSqlite: Open = async (size) => serve({ DATA_DIR: await sqliteReportData(size) })
const onPostgres =
  (postgres: string): Open =>
  async (size) =>
    serve({ DATABASE_URL: await postgresReportData(postgres, size) })

/**
 * Measures the reports and the dashboard on SQLite and PostgreSQL. `postgres` is the URL of a
 * PostgreSQL server. The dashboard is measured in a school with `students` students. The reports
 * are measured in two schools with a quarter as many students, because making ten years of bills
 * for all students would take too long.
 */
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
    yield await measureTiles(engine, whole)
    await whole.stop()
    const aged = (months: number) =>
      open({ students: Math.round(students / 4), months, lessons: false })
    const [old, young] = [await aged(120), await aged(36)]
    yield* await measureAge(engine, old, young)
    await old.stop()
    await young.stop()
  }
}
