/** Thread that moves pages of SQLite's log into the database file for checkpoint.ts. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { standBack } from '#server/db/sqlite/background.ts'
import type { Moved } from '#server/db/sqlite/checkpoint.ts'

const serveMoves = (port: MessagePort, file: string): void => {
  standBack()
  const db = new Sqlite(file, { fileMustExist: true })
  port.on('message', () => {
    // Passive mode never waits for readers or writers and never blocks them. It leaves in the log
    // the pages that a reader still uses.
    const [done] = db.pragma('wal_checkpoint(passive)') as { log: number; checkpointed: number }[]
    const { log = 0, checkpointed = 0 } = done ?? {}
    port.postMessage({ log, left: log - checkpointed } satisfies Moved)
  })
}
// Does nothing on the main thread, which imports this module only to compile it (server/main.ts).
if (parentPort) serveMoves(parentPort, workerData as string)
