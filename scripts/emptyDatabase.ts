/**
 * Makes an empty database for tests that run the migrations themselves. The engine is that of the
 * Vitest project.
 */
import { inject } from 'vitest'
import { openSqlite } from '#server/db/engine.ts'
import { openPatiently } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { freshDatabase } from './postgres.ts'

/** Makes and opens a database without tables; `drop` closes and deletes it. */
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
