import { AsyncLocalStorage } from 'node:async_hooks'

/**
 * Set while a transaction() callback runs; `connected` once the transaction holds its connection;
 * `step`: one that follows will make it last.
 */
export const inTransaction = new AsyncLocalStorage<{ connected: boolean; step: boolean }>()

/**
 * Throws inside a transaction; called first by slow work that is no query, because all writers
 * would wait for it.
 */
export const assertNotInTransaction = (): void => {
  if (inTransaction.getStore())
    throw new Error('Inside transaction() nothing slow is done: prepare it before')
}

/**
 * Throws for a query outside the running transaction: on SQLite it would wait for its own lock, on
 * PostgreSQL it would not see the transaction's writes. The first connection requested is the
 * transaction's own.
 */
export const assertTransactionConnection = (): void => {
  const store = inTransaction.getStore()
  if (!store) return
  if (store.connected) throw new Error('Inside transaction() only trx may be used')
  store.connected = true
}
