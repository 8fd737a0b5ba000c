/** The thread behind server/db/reader.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import type { ReadAnswer, ReadRequest } from '#server/db/reader.ts'

const db = new Sqlite(workerData as string, { readonly: true })
db.pragma('cache_size = -2000')
/** The last statement: an export asks the same for each batch. */
let last: { sql: string; statement: Sqlite.Statement<unknown[], unknown[]> } | undefined
parentPort?.on('message', ({ id, sql, parameters }: ReadRequest) => {
  let answer: ReadAnswer
  try {
    if (last?.sql !== sql) last = { sql, statement: db.prepare<unknown[], unknown[]>(sql).raw() }
    const { statement } = last
    answer = { id, columns: statement.columns().map((c) => c.name), rows: statement.all(...parameters) }
  } catch (error) { answer = { id, error: error instanceof Error ? error.message : String(error), code: error instanceof Error && 'code' in error ? String(error.code) : '' } }
  parentPort?.postMessage(answer)
})
