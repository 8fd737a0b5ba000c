/**
 * Moves a school's data from SQLite to PostgreSQL in one transaction. Before the commit, all copied
 * rows are compared with the originals.
 */
import Sqlite from 'better-sqlite3'
import { BackupError } from '#server/backup/container.ts'
import { missingKeys, problemsOf } from '#server/backup/examine.ts'
import { loadInto, partsOf } from '#server/backup/load.ts'
import { existingFile, openServer, type Place } from '#server/backup/place.ts'
import { analyze, checkDatabaseEmpty } from '#server/backup/restore.ts'
import { lineOf, Tally, type TableSum } from '#server/backup/rows.ts'
import { sqliteSource, type Source, type Table } from '#server/backup/source.ts'
import { openSqlite } from '#server/db/engine.ts'
import { migrate } from '#server/db/migrate/migrate.ts'
import { ConfigError } from '#server/runtime/config.ts'

export interface Moved {
  tables: number
  rows: number
  sums: TableSum[]
  problems: string[]
  keysMissing: string[]
}

/**
 * Yields the rows of a table one by one, each with its text form, which is a line of a backup file.
 */
async function* linesOf(source: Source, table: Table) {
  for await (const rows of source.rows(table))
    for (const row of rows) yield { row, line: lineOf(table, row) }
}

/**
 * Compares a table of two databases row by row. Returns the checksum of the table, or throws
 * BackupError at the first difference.
 */
const compareTable = async (from: Source, to: Source, table: Table): Promise<TableSum> => {
  const tally = new Tally(table)
  const targetLines = linesOf(to, table)
  try {
    for await (const { row, line } of linesOf(from, table)) {
      const targetLine = await targetLines.next()
      if (targetLine.done || targetLine.value.line !== line) {
        const place = table.key.map((k) => row[table.columns.findIndex((c) => c.name === k)])
        throw new BackupError(`${table.name}: baris ${place.join(', ')} berbeda di tujuan.`)
      }
      tally.add(row, line)
    }
    if (!(await targetLines.next()).done)
      throw new BackupError(`${table.name}: ada baris lebih di tujuan.`)
  } finally {
    // Closes the cursor of the target, because a connection with an unread result cannot be closed.
    await targetLines.return(undefined)
  }
  return tally.end(await from.nextId(table))
}

/**
 * Compares all tables of two databases row by row. Returns the checksums of the tables, or throws a
 * BackupError that names the first difference.
 */
export const compareSources = async (from: Source, to: Source): Promise<TableSum[]> => {
  const sums: TableSum[] = []
  const targetTables = new Map((await to.tables()).map((table) => [table.name, table]))
  for (const table of await from.tables()) {
    if (!targetTables.delete(table.name))
      throw new BackupError(`${table.name}: tidak ada di tujuan.`)
    sums.push(await compareTable(from, to, table))
  }
  const [extra] = targetTables.keys()
  if (extra !== undefined) throw new BackupError(`${extra}: lebih di tujuan.`)
  return sums
}

/**
 * Opens the SQLite database file exclusively, because rows that a server wrote during the move
 * would be lost. Throws ConfigError when another process uses the file: SQLite can only leave WAL
 * mode while no other connection exists.
 */
export const openAlone = (file: string): Sqlite.Database => {
  const raw = new Sqlite(file, { timeout: 1000 })
  try {
    raw.pragma('journal_mode = DELETE')
    raw.pragma('locking_mode = EXCLUSIVE')
    raw.exec('begin exclusive')
    return raw
  } catch (error) {
    raw.close()
    const busy = error instanceof Error && 'code' in error && error.code === 'SQLITE_BUSY'
    if (!busy) throw error
    throw new ConfigError(
      `${file} sedang dipakai. Hentikan server dan perintah lain yang memakainya, lalu ulangi.`,
      { cause: error },
    )
  }
}

/**
 * Copies the school's data into an empty PostgreSQL database at `url`. The SQLite file is migrated
 * to the current schema; its data stays unchanged. Throws ConfigError or BackupError with a message
 * for the operator.
 */
export const moveToPostgres = async (place: Place, url: string): Promise<Moved> => {
  const file = existingFile(place)
  // Migrates the SQLite file first, so that both databases have the same schema.
  const old = openSqlite(file)
  await migrate(old.db).finally(() => old.db.destroy())
  const target = await openServer(url)
  let raw: Sqlite.Database | undefined
  try {
    await checkDatabaseEmpty(target)
    raw = openAlone(file)
    const from = sqliteSource(raw)
    let sums: TableSum[] = []
    await loadInto(target, partsOf(from), async (to) => {
      sums = await compareSources(from, to)
    })
    await analyze(target)
    return {
      tables: sums.length,
      rows: sums.reduce((n, sum) => n + sum.baris, 0),
      sums,
      problems: await problemsOf(target),
      keysMissing: await missingKeys(target, place.dataKeys),
    }
  } finally {
    raw?.exec('rollback')
    raw?.close()
    await target.close()
  }
}
