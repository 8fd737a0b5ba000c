import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Set while a transaction() callback runs; `connected` once the transaction holds its connection;
 * `step`: one that follows will make it last.
 */
export const inTransaction = new AsyncLocalStorage<{ connected: boolean; step: boolean }>()

/**
 * Refuses what takes long without asking the database: everybody who writes would wait for it. Call
 * it first.
 */
export const refuseSlowInTransaction = (): void => {
  if (inTransaction.getStore())
    throw new Error('Inside transaction() nothing slow is done: prepare it before')
}

/**
 * Refuses a query outside the transaction that is running: on SQLite it would wait for its own
 * lock, on PostgreSQL it would not see what the transaction wrote. The transaction's own connection
 * is the first that is asked for.
 */
export const refuseInsideTransaction = (): void => {
  const store = inTransaction.getStore()
  if (!store) return
  if (store.connected) throw new Error('Inside transaction() only trx may be used')
  store.connected = true
}
