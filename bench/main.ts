/**
 * Program behind `npm run bench`. Measures the product and its floors (minimal reference
 * implementations, such as handwritten SQL) in the same run, and prints one table with the ratios.
 * `npm run bench -- --small` uses a tenth of the rows. `npm run bench -- sqlite app` runs only the
 * benchmarks with these names.
 */
import { stopAll } from '../scripts/process.ts'
import { benchPostgres, benchSqlite } from './api.ts'
import { postgresOfRun } from './data.ts'
import { benchExport } from './export.ts'
import { benchGenerate } from './generate.ts'
import { benchPdf } from './pdf.ts'
import { benchPublic } from './public.ts'
import { benchRates } from './rates.ts'
import { benchReminders } from './reminders.ts'
import { benchReport } from './report.ts'
import { benchSchedule } from './schedule.ts'
import { benchSearch } from './search.ts'
import { benchStarve } from './starve.ts'
import { printTable, type Row } from './table.ts'

const small = process.argv.includes('--small')
const size = small ? { students: 2000, months: 44 } : { students: 20_000, months: 46 }
const requestedNames = process.argv.slice(2).filter((a) => !a.startsWith('--'))
const benchmarks: Record<string, () => Promise<Row[]> | AsyncIterable<Row>> = {
  sqlite: () => benchSqlite(size),
  generate: async () => {
    const server = await postgresOfRun()
    try {
      return await benchGenerate(small ? 2000 : 20_000, server.url)
    } finally {
      await server.stop()
    }
  },
  reminders: async () => {
    const server = await postgresOfRun()
    try {
      return await benchReminders(small ? 2000 : 20_000, server.url)
    } finally {
      await server.stop()
    }
  },
  schedule: async () => {
    const server = await postgresOfRun()
    const rows = small
      ? { lessons: 10_000, students: 2000 }
      : { lessons: 100_000, students: 20_000 }
    try {
      return await benchSchedule(server.url, rows)
    } finally {
      await server.stop()
    }
  },
  postgres: async () => {
    const server = await postgresOfRun()
    try {
      return await benchPostgres(server.url, size)
    } finally {
      await server.stop()
    }
  },
  search: async () => {
    const server = await postgresOfRun()
    try {
      return await benchSearch(server.url, size)
    } finally {
      await server.stop()
    }
  },
  rates: async () => {
    const server = await postgresOfRun()
    try {
      return await benchRates(server.url, size)
    } finally {
      await server.stop()
    }
  },
  export: async () => {
    const server = await postgresOfRun()
    try {
      return await benchExport(server.url, size)
    } finally {
      await server.stop()
    }
  },
  pdf: async () => {
    const server = await postgresOfRun()
    try {
      return await benchPdf(server.url, size)
    } finally {
      await server.stop()
    }
  },
  public: async () => {
    const server = await postgresOfRun()
    try {
      return await benchPublic(server.url, size)
    } finally {
      await server.stop()
    }
  },
  async *report() {
    const server = await postgresOfRun()
    try {
      yield* benchReport(server.url, small ? 2000 : 20_000)
    } finally {
      await server.stop()
    }
  },
  starve: async () => {
    const server = await postgresOfRun()
    try {
      return await benchStarve(server.url, size)
    } finally {
      await server.stop()
    }
  },
  async *app() {
    yield* (await import('./app.ts')).benchApp()
  },
}
const rows: Row[] = []
try {
  for (const [name, part] of Object.entries(benchmarks)) {
    if (requestedNames.length > 0 && !requestedNames.includes(name)) continue
    console.error(`${name} …`)
    const measured = part()
    if ('then' in measured) rows.push(...(await measured))
    else for await (const row of measured) rows.push(row)
  }
} finally {
  // Prints the results so far even when a benchmark has failed.
  printTable(rows)
  await stopAll()
}
process.exit(0)
