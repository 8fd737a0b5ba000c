/** The thread behind server/db/reader.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import type { ReadAnswer, ReadRequest } from '#server/db/reader.ts'

const db = new Sqlite(workerData as string, { readonly: true })
db.pragma('cache_size = -2000')
parentPort?.on('message', ({ id, sql, parameters }: ReadRequest) => {
  let answer: ReadAnswer
  try {
    const statement = db.prepare<unknown[], unknown[]>(sql).raw()
    answer = { id, columns: statement.columns().map((c) => c.name), rows: statement.all(...parameters) }
  } catch (error) { answer = { id, error: error instanceof Error ? error.message : String(error) } }
  parentPort?.postMessage(answer)
})
