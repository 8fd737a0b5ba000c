/**
 * Measures the time to export many bills and the memory of the server during the export. The time
 * is compared with the time in which handwritten SQL only reads the same rows.
 */
import { billingColumns, onPostgres, onSqlite, type Hand } from './api.ts'
import type { Server } from './client.ts'
import type { Size } from './data.ts'
import { against, alone, median, type Row } from './table.ts'

const rounds = 3
/**
 * Maximum memory of the server in MB during an export, by database engine. The maximum for SQLite
 * is higher, because the server then has an additional thread that reads the database.
 */
const memoryLimits: Record<string, string> = {
  SQLite: '≤ 175',
  PostgreSQL: '≤ 150',
}

/**
 * Returns the peak memory of the server in MB while `run` runs. The memory is sampled every 50 ms.
 */
export const peak = async (server: Server, run: () => Promise<unknown>): Promise<number> => {
  let most = server.rss()
  const timer = setInterval(() => {
    most = Math.max(most, server.rss())
  }, 50)
  await run()
  clearInterval(timer)
  return most
}

const measure =
  (rows: number) =>
  async (engine: string, server: Server, hand: Hand): Promise<Row[]> => {
    // Reads the issue date for the filter of the export, because users also export with a filter.
    // At least `rows` bills were issued on or after this date.
    const [row] = await hand([
      [
        `select tanggal_terbit as sejak from billing where tanggal_terbit is not null order by tanggal_terbit desc limit 1 offset ${rows}`,
      ],
    ])
    const since = String(row?.sejak)
    const took: Record<'csv' | 'xlsx' | 'bare', number[]> = { csv: [], xlsx: [], bare: [] }
    const timed = async (kind: keyof typeof took, run: () => Promise<unknown>) => {
      const start = performance.now()
      await run()
      took[kind].push(performance.now() - start)
    }
    let [lines, most] = [0, 0]
    for (let i = 0; i < rounds; i++) {
      for (const format of ['csv', 'xlsx'] as const)
        most = Math.max(
          most,
          await peak(server, () =>
            timed(format, async () => {
              const { status, size, newlines } = await server.drain(
                `/billing/ekspor?format=${format}&filter[tanggal_terbit][gte]=${since}`,
              )
              if (status !== 200 || size === 0) throw new Error(`Export answers ${status}`)
              if (format === 'csv') lines = newlines
            }),
          ),
        )
      await timed('bare', async () => {
        if (
          (
            await hand([
              [
                `select ${billingColumns} from billing where tanggal_terbit >= ? order by created_at desc, id desc`,
                since,
              ],
            ])
          ).length < rows
        )
          throw new Error('Too few rows')
      })
    }
    if (lines < rows) throw new Error(`The file has ${lines} lines`)
    return [
      against(
        `${engine}: export of ${lines - 1} bills, CSV (rows read bare)`,
        'ms',
        median(took.csv),
        median(took.bare),
        '≤ 3',
      ),
      against(`${engine}: the same as XLSX`, 'ms', median(took.xlsx), median(took.bare), ''),
      alone(
        `${engine}: most memory of the server meanwhile`,
        'MB',
        most,
        memoryLimits[engine] ?? '',
      ),
    ]
  }
/** Measures the export on SQLite and PostgreSQL. `postgres` is the URL of a PostgreSQL server. */
export const benchExport = async (postgres: string, size: Size): Promise<Row[]> => {
  // Exports 100,000 bills in a school of 20,000 students, and proportionally fewer in a smaller
  // school.
  const rows = size.students * 5
  return [
    ...(await onSqlite(size, measure(rows))),
    ...(await onPostgres(postgres, { ...size, months: 12 }, measure(rows))),
  ]
}
