/**
 * Marks that show which tables have changed. The mark of a table is a number that grows with every
 * write to the table. A test that compares all tables again and again reads only the tables whose
 * mark has changed.
 */
import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/schema/tables.ts'

/** Name of the table in which triggers record every write to another table. */
export const movedTable = 'gerak'

/**
 * Installs triggers on SQLite that count the writes to each table. Triggers and counts are
 * temporary and exist only in this connection. A rolled back write is not counted.
 */
const countOnSqlite = async (db: Db, tables: readonly string[]): Promise<void> => {
  await sql`create temp table gerak (tabel text primary key, n integer not null)`.execute(db)
  for (const name of tables) {
    await sql`insert into gerak values (${name}, 0)`.execute(db)
    for (const operation of ['insert', 'update', 'delete'])
      await sql`create temp trigger ${sql.id(`gerak_${name}_${operation}`)}
        after ${sql.raw(operation)} on ${sql.id('main', name)}
        begin update gerak set n = n + 1 where tabel = ${sql.lit(name)}; end`.execute(db)
  }
}

/**
 * Installs triggers on PostgreSQL that add a row with the table's name for each writing statement.
 * The triggers do not update a counter, because concurrent writers would wait for each other.
 * `enable always` runs the triggers even while a test restores rows with triggers switched off.
 */
const countOnPostgres = async (db: Db, tables: readonly string[]): Promise<void> => {
  await sql`create unlogged table gerak (tabel text not null)`.execute(db)
  await sql`create function gerak() returns trigger language plpgsql as
    'begin insert into gerak values (tg_table_name); return null; end'`.execute(db)
  for (const name of tables) {
    await sql`create trigger gerak after insert or update or delete or truncate
      on ${sql.table(name)} for each statement execute function gerak()`.execute(db)
    await sql`alter table ${sql.table(name)} enable always trigger gerak`.execute(db)
  }
}

/** Number of recorded writes by table, for each database whose triggers are installed. */
const counts = new WeakMap<Db, Promise<Map<string, number>>>()
const start = async (db: Db, tables: readonly string[]): Promise<Map<string, number>> => {
  await (engineOf(db) === 'sqlite' ? countOnSqlite(db, tables) : countOnPostgres(db, tables))
  return new Map(tables.map((name) => [name, 0]))
}

/** Returns the mark of each table. The first call for a database installs the triggers. */
export const marksOf = async (
  db: Db,
  tables: readonly string[],
): Promise<ReadonlyMap<string, number>> => {
  let starting = counts.get(db)
  if (!starting) counts.set(db, (starting = start(db, tables)))
  const counted = await starting
  if (engineOf(db) === 'sqlite') {
    const { rows } = await sql<{ tabel: string; n: number }>`select * from gerak`.execute(db)
    return new Map(rows.map(({ tabel, n }) => [tabel, n]))
  }
  const { rows } = await sql<{ tabel: string }>`delete from gerak returning tabel`.execute(db)
  for (const { tabel } of rows) counted.set(tabel, (counted.get(tabel) ?? 0) + 1)
  return new Map(counted)
}
