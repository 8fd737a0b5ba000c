/** The thread behind server/db/checkpoint.ts. */
import { parentPort, workerData } from 'node:worker_threads'
import Sqlite from 'better-sqlite3'
import { standBack } from '#server/db/background.ts'
import type { Moved } from '#server/db/checkpoint.ts'

standBack()
const db = new Sqlite(workerData as string, { fileMustExist: true })
parentPort?.on('message', () => {
  // Passive: waits for nobody, and nobody waits for it. What somebody still reads stays in the log.
  const [done] = db.pragma('wal_checkpoint(passive)') as { log: number; checkpointed: number }[]
  const { log = 0, checkpointed = 0 } = done ?? {}
  parentPort?.postMessage({ log, left: log - checkpointed } satisfies Moved)
})
