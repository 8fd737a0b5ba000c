/** Deletes the objects that `berkas_hapus` names, once their time has come (decision 0260). */
import type { Logger } from 'pino'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import type { ObjectStore } from '#server/files/objectStore.ts'

/** Number of objects that are deleted between two transactions. */
const batch = 50
/** Time in ms between two looks for objects to delete. */
const everyMs = 60_000

/**
 * Deletes all objects whose time has come at `now` (ms), and returns their number. Several
 * processes may do so at the same time. Throws when the store does not respond.
 */
export const removeDue = async (db: Db, store: ObjectStore, now: number): Promise<number> => {
  let removed = 0
  for (;;) {
    const rows = await db
      .selectFrom('berkas_hapus')
      .select('kunci')
      .where('mulai', '<=', new Date(now).toISOString())
      .orderBy('mulai')
      .limit(batch)
      .execute()
    if (rows.length === 0) return removed
    const keys = rows.map(({ kunci }) => kunci)
    // Keeps the rows until the objects are deleted, so that a killed process leaves no object.
    for (const key of keys) await store.remove(key)
    await transaction(db, (trx) =>
      trx.deleteFrom('berkas_hapus').where('kunci', 'in', keys).execute(),
    )
    removed += keys.length
  }
}

/**
 * Deletes due objects now and every minute. Returns a function that ends this and waits for the
 * running deletion.
 */
export const startRemovals = (
  db: Db,
  store: ObjectStore,
  log: Pick<Logger, 'warn'>,
): (() => Promise<void>) => {
  let running: Promise<void> | undefined
  const look = () => {
    running ??= removeDue(db, store, Date.now())
      .then(() => {})
      .catch((error: unknown) => log.warn({ err: error }, 'objects not deleted'))
      .finally(() => (running = undefined))
  }
  look()
  const timer = setInterval(look, everyMs).unref()
  return async () => {
    clearInterval(timer)
    await running
  }
}
