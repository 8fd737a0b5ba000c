/**
 * A mark of each table that is another one as soon as a row has been added, changed or removed: so
 * that who compares all tables again and again reads only those that have moved.
 */
import { sql } from 'kysely'
import { engineOf } from '#server/db/engine.ts'
import type { Db } from '#server/db/tables.ts'

/** Connections that count what is written, of SQLite. */
const counting = new WeakMap<Db, Promise<void>>()
/** What SQLite does not keep: triggers of this connection alone count it, and roll back with it. */
const count = async (db: Db, tables: readonly string[]): Promise<void> => {
  await sql`create temp table gerak (tabel text primary key, n integer not null)`.execute(db)
  for (const name of tables) {
    await sql`insert into gerak values (${name}, 0)`.execute(db)
    for (const what of ['insert', 'update', 'delete'])
      await sql`create temp trigger ${sql.id(`gerak_${name}_${what}`)}
        after ${sql.raw(what)} on ${sql.id('main', name)}
        begin update gerak set n = n + 1 where tabel = ${sql.lit(name)}; end`.execute(db)
  }
}

/** A mark of each table. */
export const marksOf = async (
  db: Db,
  tables: readonly string[],
): Promise<ReadonlyMap<string, string>> => {
  if (engineOf(db) === 'sqlite') {
    let ready = counting.get(db)
    if (!ready) counting.set(db, (ready = count(db, tables)))
    await ready
    const { rows } = await sql<{ tabel: string; n: number }>`select * from gerak`.execute(db)
    return new Map(rows.map(({ tabel, n }) => [tabel, String(n)]))
  }
  // A row that is written bears the number of the transaction, which is larger than all before.
  const xid = sql`xmin::text::bigint`
  const each = tables.map(
    (name) => sql`select ${sql.lit(name)} as tabel,
      concat_ws(' ', count(*), max(${xid}), sum(${xid})) as mark from ${sql.table(name)}`,
  )
  const { rows } = await sql<{ tabel: string; mark: string }>`${sql.join(
    each,
    sql` union all `,
  )}`.execute(db)
  return new Map(rows.map(({ tabel, mark }) => [tabel, mark]))
}
