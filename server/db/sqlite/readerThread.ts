/** Thread that runs read-only SQL statements for reader.ts. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { standBack } from '#server/db/sqlite/background.ts'
import type { ReadAnswer, ReadRequest } from '#server/db/sqlite/reader.ts'

/**
 * Approximate maximum number of values in one message, so that the main thread converts it within a
 * few milliseconds.
 */
const values = 5000

/**
 * Returns a function that handles the requests. For a statement, the function runs it and returns
 * its first rows; for `next`, it returns further rows. Errors are returned, not thrown.
 */
const answerFrom = (db: Sqlite.Database): ((request: ReadRequest) => ReadAnswer) => {
  /** Last prepared statement. It is stored because an export repeats it for each batch. */
  let last: { sql: string; statement: Sqlite.Statement<unknown[], unknown[]> } | undefined
  /** Rows that have not been sent yet. */
  let unsentRows: unknown[][] = []
  return (request) => {
    try {
      if (request !== 'next') {
        const { sql, parameters } = request
        if (last?.sql !== sql)
          last = { sql, statement: db.prepare<unknown[], unknown[]>(sql).raw() }
        unsentRows = last.statement.all(...parameters)
      }
      const columns = last?.statement.columns().map((column) => column.name) ?? []
      const part = Math.ceil(values / columns.length)
      const rows = unsentRows.length > part ? unsentRows.splice(0, part) : unsentRows
      if (rows === unsentRows) unsentRows = []
      return { columns, rows, more: unsentRows.length > 0 }
    } catch (error) {
      const code = error instanceof Error && 'code' in error ? String(error.code) : ''
      return { error: error instanceof Error ? error.message : String(error), code }
    }
  }
}

const serveReads = (port: MessagePort, file: string): void => {
  standBack()
  const db = new Sqlite(file, { readonly: true })
  // Sets a page cache of 8 MB, which is freed when the idle thread ends. Reports look up tens of
  // thousands of rows, and with a smaller cache they would read pages repeatedly.
  db.pragma('cache_size = -8000')
  db.pragma('busy_timeout = 5000')
  const answer = answerFrom(db)
  port.on('message', (request: ReadRequest) => port.postMessage(answer(request)))
}
// Does nothing on the main thread, which imports this module only to compile it (server/main.ts).
if (parentPort) serveReads(parentPort, workerData as string)
