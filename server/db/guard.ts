import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * State of the running transaction(). `connected` is true once the transaction has its connection.
 * `step` is true when its commit need not reach the disk, because a later commit syncs it.
 */
export const inTransaction = new AsyncLocalStorage<{ connected: boolean; step: boolean }>()

/**
 * Throws inside a transaction. Slow work without a query, such as hashing, calls it first, because
 * all writers would wait for that work.
 */
export const assertNotInTransaction = (): void => {
  if (inTransaction.getStore())
    throw new Error('Inside transaction() nothing slow is done: prepare it before')
}

/**
 * Throws for a query that bypasses the running transaction: on SQLite it would wait for the lock of
 * the transaction forever, on PostgreSQL it would not see the writes of the transaction. The first
 * connection requested is the transaction's own and is allowed.
 */
export const assertTransactionConnection = (): void => {
  const store = inTransaction.getStore()
  if (!store) return
  if (store.connected) throw new Error('Inside transaction() only trx may be used')
  store.connected = true
}
