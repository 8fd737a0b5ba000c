/** Thread that moves pages of the log for server/db/sqlite/checkpoint.ts. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { standBack } from '#server/db/sqlite/background.ts'
import type { Moved } from '#server/db/sqlite/checkpoint.ts'

const serveMoves = (port: MessagePort, file: string): void => {
  standBack()
  const db = new Sqlite(file, { fileMustExist: true })
  port.on('message', () => {
    // Passive mode neither waits for readers and writers nor blocks them. Pages that a reader still
    // uses stay in the log.
    const [done] = db.pragma('wal_checkpoint(passive)') as { log: number; checkpointed: number }[]
    const { log = 0, checkpointed = 0 } = done ?? {}
    port.postMessage({ log, left: log - checkpointed } satisfies Moved)
  })
}
// The main thread only imports this module to compile it (server/main.ts).
if (parentPort) serveMoves(parentPort, workerData as string)
