import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Holds the state of the transaction() that the current async call runs in. `connected` is true
 * once it has its connection. `step` is true when its commit does not wait for the disk, because a
 * later commit syncs its writes.
 */
export const inTransaction = new AsyncLocalStorage<{ connected: boolean; step: boolean }>()

/**
 * Throws inside a transaction. Slow functions without queries, such as hashing, call it first,
 * because in a transaction all writers would wait for them.
 */
export const assertNotInTransaction = (): void => {
  if (inTransaction.getStore())
    throw new Error('Inside transaction() nothing slow is done: prepare it before')
}

/**
 * Throws when code inside a transaction requests a second connection, by using `db` instead of
 * `trx`. On SQLite it would wait forever for the transaction; on PostgreSQL it would not see the
 * transaction's writes. The first request is the transaction's own.
 */
export const assertTransactionConnection = (): void => {
  const store = inTransaction.getStore()
  if (!store) return
  if (store.connected) throw new Error('Inside transaction() only trx may be used')
  store.connected = true
}
