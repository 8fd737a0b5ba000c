/** Fills an empty database from a backup or from another database, in one transaction. */
import { sql, type RawBuilder } from 'kysely'
import { BackupError, type ReadRules } from '#server/backup/container.ts'
import { readBackup, type Part } from '#server/backup/read.ts'
import { differences, sumsOf, type TableSum } from '#server/backup/rows.ts'
import { postgresSource, sizeOf, sqliteSource } from '#server/backup/source.ts'
import type { Column, Migration, Source, Table, Value } from '#server/backup/source.ts'
import { restartIds } from '#server/db/ddl.ts'
import { engineOf, type openSqlite } from '#server/db/engine.ts'
import { insertMany } from '#server/db/insertMany.ts'
import { formerFirst, knownMigrations, migrateWithin } from '#server/db/migrate/migrate.ts'
import { tableOf, type Db, type Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'

/**
 * Function that yields the content of a whole database in the order of a backup file: opening,
 * tables with their rows, checksums. The content comes from a backup or from another database.
 */
export type Parts = () => AsyncGenerator<Part>

/**
 * Returns a function that yields the content of a database in the form of a backup file. Each
 * checksum contains only the table and its next id; the number of rows, hash and sums are empty.
 */
export const partsOf = (source: Source): Parts =>
  async function* () {
    const migrations = await source.migrations()
    const opening = {
      nada: 1,
      versi: '',
      mesin: source.engine,
      dibuat: '',
      migrasi: migrations,
      kunci: null,
    }
    yield { opening: { ...opening, nada: 1 } }
    const nexts: { table: string; next: number }[] = []
    for (const table of await source.tables()) {
      yield { table: { name: table.name, columns: table.columns } }
      for await (const rows of source.rows(table)) yield { rows }
      nexts.push({ table: table.name, next: await source.nextId(table) })
    }
    yield {
      sums: nexts.map(({ table, next }) => ({
        tabel: table,
        baris: 0,
        sha256: '',
        jumlah: {},
        berikut: next,
      })),
    }
  }

/**
 * Returns the name of the last migration that ran on the data. Throws BackupError if the data comes
 * from a newer version of the program or from a version before the first release. Also throws
 * BackupError if the migrations of the data differ from this program's.
 */
const lastMigration = async (ran: readonly Migration[]): Promise<string> => {
  const knownByName = new Map((await knownMigrations()).map((m) => [m.name, m]))
  const last = ran.at(-1)?.nama
  if (last === undefined) throw new BackupError('Isinya tidak menyebut migrasi mana pun.')
  if (ran.some(({ nama }) => nama === formerFirst))
    throw new BackupError('Data ini dari versi sebelum rilis pertama dan tidak dapat dipulihkan.')
  const newer = ran.filter((m) => !knownByName.has(m.nama)).map((m) => m.nama)
  if (newer.length > 0)
    throw new BackupError(
      `Data ini dari versi yang lebih baru (${newer.join(', ')}). Pasang versi itu dahulu.`,
    )
  const changedMigrations = ran.filter(
    (m) => m.sidik !== '' && knownByName.get(m.nama)?.hash !== m.sidik,
  )
  const unknown = [...knownByName.keys()].filter((n) => n <= last && !ran.some((m) => m.nama === n))
  const wrong = [...changedMigrations.map((m) => m.nama), ...unknown]
  if (wrong.length > 0)
    throw new BackupError(`Riwayat migrasi tidak cocok dengan versi ini: ${wrong.join(', ')}.`)
  return last
}

/**
 * Returns a source that reads through the given database or transaction, including the
 * transaction's own writes. `raw` is the SQLite connection; undefined means PostgreSQL.
 */
export const sourceWithin = (db: Db | Trx, raw: Raw | undefined): Source => {
  if (raw) return sqliteSource(raw)
  const ask = (text: string) => sql<Record<string, unknown>>`${sql.raw(text)}`.execute(db)
  return postgresSource(async (text) => (await ask(text)).rows)
}

type Raw = ReturnType<typeof openSqlite>['raw']
interface Constraint {
  table: string
  name: string
  text: string
}

/**
 * Runs `fill` while foreign keys are not enforced, because tables are filled in the order of their
 * names, often before the tables that they refer to. On PostgreSQL, drops the foreign keys before
 * `fill` and adds them again afterwards, which checks every row. On SQLite, the caller has already
 * turned the foreign keys off, and this function checks them after `fill`.
 */
const withoutForeignKeys = async (trx: Trx, fill: () => Promise<void>): Promise<void> => {
  if (engineOf(trx) === 'sqlite') {
    await fill()
    const { rows } = await sql<{ table: string; parent: string }>`pragma foreign_key_check`.execute(
      trx,
    )
    if (rows.length > 0)
      throw new BackupError(`${rows.length} baris menunjuk yang tidak ada, di ${rows[0]?.table}.`)
    return
  }
  const keys = sql<Constraint>`select c.conrelid::regclass::text as "table",
      c.conname as name, pg_get_constraintdef(c.oid) as text
    from pg_constraint c where c.contype = 'f' and c.connamespace = current_schema()::regnamespace`
  const { rows } = await keys.execute(trx)
  const alter = (table: string, change: RawBuilder<unknown>) =>
    sql`alter table ${sql.raw(table)} ${change}`.execute(trx)
  for (const { table, name } of rows) await alter(table, sql`drop constraint ${sql.ref(name)}`)
  await fill()
  for (const { table, name, text } of rows)
    await alter(table, sql`add constraint ${sql.ref(name)} ${sql.raw(text)}`)
}

/** Rebuilds the search indexes of SQLite, which triggers keep otherwise. */
const rebuildSearch = async (trx: Trx): Promise<void> => {
  const { rows } = await sql<{
    name: string
  }>`select name from sqlite_master where sql like 'create virtual table %using fts5%'`.execute(trx)
  for (const { name } of rows)
    await sql`insert into ${sql.table(name)} (${sql.ref(name)}) values ('rebuild')`.execute(trx)
}

/**
 * Runs `fill` without the triggers that reject double booking (decision 0131), because the triggers
 * would fail while only some tables are filled. A later check of the whole database reports double
 * bookings.
 */
const withoutGuards = async (trx: Trx, fill: () => Promise<void>): Promise<void> => {
  if (engineOf(trx) === 'sqlite') {
    const guards = await sql<{
      name: string
      sql: string
    }>`select name, sql from sqlite_master where type = 'trigger'`.execute(trx)
    for (const { name } of guards.rows) await sql`drop trigger ${sql.ref(name)}`.execute(trx)
    await fill()
    for (const guard of guards.rows) await sql.raw(guard.sql).execute(trx)
    await rebuildSearch(trx)
    return
  }
  const guarded = await sql<{
    name: string
  }>`select distinct c.oid::regclass::text as name from pg_trigger t join pg_class c on c.oid = t.tgrelid
    where not t.tgisinternal and c.relnamespace = current_schema()::regnamespace`.execute(trx)
  const set = async (state: 'disable' | 'enable') => {
    for (const { name } of guarded.rows)
      await sql.raw(`alter table ${name} ${state} trigger user`).execute(trx)
  }
  await set('disable')
  await fill()
  await set('enable')
}

/**
 * Returns the table `name` of the target database. Throws BackupError when it is missing or has
 * other columns than the backup.
 */
const matching = (tables: readonly Table[], name: string, columns: readonly Column[]): Table => {
  const table = tables.find((t) => t.name === name)
  const isSame = JSON.stringify(table?.columns) === JSON.stringify(columns)
  if (!table || !isSame) throw new BackupError(`Tabel ${name} di sini berbentuk lain.`)
  return table
}

const setNextId = async (trx: Trx, table: Table, next: number): Promise<void> => {
  if (!table.identity) return
  if (engineOf(trx) === 'postgres') return restartIds(trx as never, table.name, next)
  await sql`delete from sqlite_sequence where name = ${table.name}`.execute(trx)
  await sql`insert into sqlite_sequence (name, seq) values (${table.name}, ${next - 1})`.execute(
    trx,
  )
}

/** Inserts rows whose values are in the order of the table's columns. */
const insertRows = async (trx: Trx, table: Table, rows: readonly Value[][]): Promise<void> => {
  const names = table.columns.map((c) => c.name)
  const objects = rows.map((row) => Object.fromEntries(names.map((name, i) => [name, row[i]])))
  await insertMany(trx, tableOf(table.name), objects)
}

/**
 * Limits of a batch: the collected rows are inserted at this number of rows, or at this total size
 * in bytes.
 */
const statement = { rows: 300, size: 1024 * 1024 }

const fill = async (trx: Trx, target: Source, parts: Parts): Promise<void> => {
  const tables = await target.tables()
  // Deletes the rows that migrations inserted into the empty database. The backup contains these
  // rows as they were last changed.
  for (const { name } of tables) await sql`delete from ${sql.table(name)}`.execute(trx)
  let table: Table | undefined
  let waiting: Value[][] = []
  let size = 0
  const flush = async () => {
    if (table) await insertRows(trx, table, waiting)
    waiting = []
    size = 0
  }
  for await (const part of parts()) {
    if (!('rows' in part)) await flush()
    if ('table' in part) table = matching(tables, part.table.name, part.table.columns)
    for (const row of 'rows' in part ? part.rows : []) {
      waiting.push(row)
      size += sizeOf(row)
      if (waiting.length >= statement.rows || size >= statement.size) await flush()
    }
    if (!('sums' in part)) continue
    for (const { tabel, berikut } of part.sums) {
      const targetTable = tables.find((t) => t.name === tabel)
      if (targetTable) await setNextId(trx, targetTable, berikut)
    }
  }
}

const openingOf = async (parts: Parts): Promise<Migration[]> => {
  for await (const part of parts()) if ('opening' in part) return part.opening.migrasi
  throw new BackupError('Berkas ini bukan cadangan Nada.')
}

/**
 * Fills an empty database in one transaction: creates the schema of the program version that wrote
 * the data, inserts the rows, and sets the next ids. Then calls `check`, which reads the result in
 * the same transaction. If `check` throws, everything is rolled back.
 */
export const loadInto = async (
  { db, raw }: { db: Db; raw?: Raw },
  parts: Parts,
  check: (target: Source) => Promise<void>,
): Promise<void> => {
  const until = await lastMigration(await openingOf(parts))
  raw?.pragma('foreign_keys = OFF')
  await transaction(db, async (trx) => {
    const target = sourceWithin(trx, raw)
    await migrateWithin(trx, until)
    await withoutForeignKeys(trx, () => withoutGuards(trx, () => fill(trx, target, parts)))
    await check(target)
  })
  raw?.pragma('foreign_keys = ON')
}

/**
 * Fills an empty database from a backup file. Throws BackupError, and rolls back, when the result
 * differs from `sums`, the checksums of the backup.
 */
export const loadBackup = (
  target: { db: Db; raw?: Raw },
  file: string,
  rules: ReadRules,
  sums: readonly TableSum[],
): Promise<void> =>
  loadInto(
    target,
    () => readBackup(file, rules),
    async (source) => {
      const wrong = differences(sums, await sumsOf(source))
      if (wrong.length > 0) throw new BackupError(`Hasilnya berbeda: ${wrong.join('; ')}`)
    },
  )
