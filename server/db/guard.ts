import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Holds the state of the transaction() in which the current async call runs. `connected` is true
 * once the transaction has its connection. `step` is true when the commit of the transaction does
 * not wait for the disk, because a later commit syncs its writes. `queueFor` names the tables that
 * PostgreSQL locks at the start of the transaction.
 */
export const inTransaction = new AsyncLocalStorage<{
  connected: boolean
  step: boolean
  queueFor: readonly string[]
}>()

/**
 * Throws inside a transaction. Slow functions without queries, such as hashing, call this first:
 * during a slow transaction all other writers would have to wait.
 */
export const assertNotInTransaction = (): void => {
  if (inTransaction.getStore())
    throw new Error('Inside transaction() nothing slow is done: prepare it before')
}

/**
 * Throws when code inside a transaction requests a second connection, by using `db` instead of
 * `trx`. On SQLite, such a request would wait forever for the end of the transaction. On
 * PostgreSQL, it would not see the writes of the transaction. The first call inside a transaction
 * does not throw, because the transaction itself requests its connection.
 */
export const assertTransactionConnection = (): void => {
  const store = inTransaction.getStore()
  if (!store) return
  if (store.connected) throw new Error('Inside transaction() only trx may be used')
  store.connected = true
}
