/** The thread behind server/db/checkpoint.ts. */
import { parentPort, workerData, type MessagePort } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { standBack } from '#server/db/background.ts'
import type { Moved } from '#server/db/checkpoint.ts'

const serveMoves = (port: MessagePort, file: string): void => {
  standBack()
  const db = new Sqlite(file, { fileMustExist: true })
  port.on('message', () => {
    // Passive: waits for nobody, and nobody waits for it. What somebody still reads stays in the
    // log.
    const [done] = db.pragma('wal_checkpoint(passive)') as { log: number; checkpointed: number }[]
    const { log = 0, checkpointed = 0 } = done ?? {}
    port.postMessage({ log, left: log - checkpointed } satisfies Moved)
  })
}
// Elsewhere it is only compiled (server/main.ts).
if (parentPort) serveMoves(parentPort, workerData as string)
