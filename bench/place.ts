/**
 * Makes an empty SQLite or PostgreSQL database for benchmarks that fill the database themselves.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Sqlite from 'better-sqlite3'
import { sql } from 'kysely'
import pg from 'pg'
import { openSqlite } from '#server/db/engine.ts'
import { openPatiently } from '#server/db/postgres.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { freshDatabase, query } from '../scripts/postgres.ts'
import { handOfPostgres, handOfSqlite, type Hand } from './api.ts'

/**
 * Database for a benchmark, with functions to use and to delete the database. It is empty at first.
 */
export interface Place {
  db: Db
  /** Environment variables with which a server uses the database. */
  env: Record<string, string>
  /** Opens a connection for handwritten SQL through the driver that the server uses. */
  hand: () => Promise<{ hand: Hand; close: () => Promise<void> }>
  analyze: () => Promise<void>
  /** Closes and deletes the database. */
  end: () => Promise<void>
}
export const sqlitePlace = async (): Promise<Place> => {
  const dir = mkdtempSync(join(tmpdir(), 'nada-bench-'))
  const file = join(dir, 'nada.db')
  const { db } = openSqlite(file)
  return {
    db,
    env: { DATA_DIR: dir },
    hand: async () => {
      const raw = new Sqlite(file)
      return { hand: handOfSqlite(raw), close: async () => void raw.close() }
    },
    analyze: async () => void (await sql`analyze`.execute(db)),
    end: async () => {
      await db.destroy()
      rmSync(dir, { recursive: true })
    },
  }
}
/** Makes an empty database on the PostgreSQL server whose URL is `server`. */
export const postgresPlace = async (server: string): Promise<Place> => {
  const { url, drop } = await freshDatabase(server)
  const db = openPatiently(url)
  return {
    db,
    env: { DATABASE_URL: url },
    hand: async () => {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      return { hand: handOfPostgres(client), close: () => client.end() }
    },
    analyze: () => query(url, 'vacuum analyze'),
    end: async () => {
      await db.destroy()
      await drop()
    },
  }
}

/** Deletes the rows of a table; returns the time in ms to insert them again with one statement. */
export const copyRows = async (db: Db, table: string): Promise<number> => {
  await sql`create table salinan as select * from ${sql.table(table)}`.execute(db)
  await sql`delete from ${sql.table(table)}`.execute(db)
  const start = performance.now()
  await transaction(db, async (trx) => {
    await sql`insert into ${sql.table(table)} select * from salinan`.execute(trx)
  })
  const took = performance.now() - start
  await sql`drop table salinan`.execute(db)
  return took
}
