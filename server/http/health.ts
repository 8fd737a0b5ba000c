/** Health checks for a supervisor: whether the process runs, and whether it can serve requests. */
import type { Hono } from 'hono'
import type { Logger } from 'pino'
import { answersWithin } from '#server/db/ready.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { createWriteHealth } from '#server/db/sqlite/writeHealth.ts'
import { transaction } from '#server/db/transaction.ts'
import type { ObjectStore } from '#server/files/objectStore.ts'
import { atMostEvery, within } from '#server/runtime/within.ts'

/**
 * Timeout of the write check in ms: longer than a healthy database needs for a write, shorter than
 * a supervisor waits for the response.
 */
const readyMs = 5000

/** Writes a trial row and deletes it again. Throws when the database rejects a write. */
const tryWriting = async (db: Db, content: string): Promise<void> => {
  const { id } = await transaction(db, (trx) =>
    trx.insertInto('uji_tulis').values({ isi: content }).returning('id').executeTakeFirstOrThrow(),
  )
  // Also deletes older rows. A process leaves such a row when it dies between insert and delete.
  await transaction(db, (trx) => trx.deleteFrom('uji_tulis').where('id', '<=', id).execute())
}

/** Minimum interval in ms between two requests to the object store, and their timeout. */
const [storeEveryMs, storeMs] = [10_000, 3000]

/**
 * Adds `/healthz`, which always returns 200, and `/readyz`, which returns 503 when the database
 * does not respond or cannot be written. With an object store, `/readyz` also names its state, but
 * does not return 503 for it, because everything except files works without it.
 */
export const addHealth = (
  app: Hono,
  { db, log, store }: { db: Db; log: Logger; store: Pick<ObjectStore, 'probe'> | undefined },
): void => {
  const writable = createWriteHealth(
    db,
    (cause) => {
      if (cause === undefined) log.info('database can be written again')
      else log.error({ cause }, 'database cannot be written')
    },
    (content) => tryWriting(db, content),
  )
  const storeState = atMostEvery(storeEveryMs, async (): Promise<string | undefined> => {
    if (!store) return undefined
    const reasonOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
    return within(storeMs, store.probe()).then(() => 'siap', reasonOf)
  })
  app.get('/healthz', (c) => c.json({ status: 'ok' }))
  app.get('/readyz', async (c) => {
    if (!(await answersWithin(db, 2000)))
      return c.json({ status: 'basis data tidak menjawab' }, 503)
    const cause = await within(readyMs, writable()).catch(() => 'terlalu lama')
    const status = cause === undefined ? 'siap' : `tidak dapat menulis: ${cause}`
    const berkas = await storeState()
    return c.json({ status, ...(berkas && { berkas }) }, cause === undefined ? 200 : 503)
  })
}
