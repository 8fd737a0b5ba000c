/** Thread that runs statements for server/db/sqlite/reader.ts. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { standBack } from '#server/db/sqlite/background.ts'
import type { ReadAnswer, ReadRequest } from '#server/db/sqlite/reader.ts'

/**
 * Maximum number of values in a message, which the main thread can process within a few
 * milliseconds.
 */
const values = 5000

/**
 * Returns a function that runs a requested statement on the connection and returns its rows part by
 * part.
 */
const answerFrom = (db: Sqlite.Database): ((request: ReadRequest) => ReadAnswer) => {
  /** Last prepared statement, kept because an export repeats it for each batch. */
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
  // Cache of 8 MB: reports look up tens of thousands of rows, and a smaller cache would read each
  // page repeatedly. An idle thread ends, which frees its cache.
  db.pragma('cache_size = -8000')
  db.pragma('busy_timeout = 5000')
  const answer = answerFrom(db)
  port.on('message', (request: ReadRequest) => port.postMessage(answer(request)))
}
// The main thread only imports this module to compile it (server/main.ts).
if (parentPort) serveReads(parentPort, workerData as string)
