/**
 * Makes an empty database of the tested engine, for tests that begin before the first migration.
 */
import { inject } from 'vitest'
import { openSqlite } from '#server/db/engine.ts'
import { openPatiently } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { freshDatabase } from './postgres.ts'

/** Makes and opens an empty database; `drop` closes and deletes it. */
export const emptyDatabase = async (): Promise<{ db: Db; drop: () => Promise<void> }> => {
  if (process.env.ENGINE !== 'postgres') {
    const { db } = openSqlite(':memory:')
    return { db, drop: () => db.destroy() }
  }
  const database = await freshDatabase(inject('postgres'))
  const db = openPatiently(database.url)
  return {
    db,
    drop: async () => {
      await db.destroy()
      await database.drop()
    },
  }
}
