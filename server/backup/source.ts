/**
 * Reads all tables of a database for a backup, a comparison or a check. The tables are looked up in
 * the engine's catalogue, so that no table can be forgotten. Rows have the same order on SQLite and
 * PostgreSQL.
 */
import type Sqlite from 'better-sqlite3'

type Kind = 'int' | 'text' | 'bytes'
export interface Column {
  name: string
  kind: Kind
}
export interface Table {
  name: string
  /**
   * Columns sorted by name, because migrations may have added them in different orders in two
   * databases.
   */
  columns: Column[]
  /** Columns of the primary key; all columns if the table has none. */
  key: string[]
  /** Whether the database assigns the ids of new rows. */
  identity: boolean
}
export type Value = string | number | Uint8Array | null
export interface Migration {
  nama: string
  /** Hash of the migration's text when it ran; empty if a crash prevented recording the hash. */
  sidik: string
}
/** Reader of a whole database in one snapshot. */
export interface Source {
  engine: 'sqlite' | 'postgres'
  tables(): Promise<Table[]>
  migrations(): Promise<Migration[]>
  /** Yields all rows in the order of the primary key, in batches of limited size. */
  rows(table: Table): AsyncGenerator<Value[][]>
  /**
   * Returns the id that the next new row gets; no deleted row ever had this id. Returns 1 if the
   * database does not assign the ids of the table.
   */
  nextId(table: Table): Promise<number>
}
/** Source that holds its snapshot until `close` is called. */
export interface OpenSource extends Source {
  close(): Promise<void>
}

/**
 * Matches internal tables of the engine, of its search indexes, and of migrations. A backup does
 * not contain these tables; the first line of the backup lists the migrations.
 */
export const ledgers = /^(kysely_|sqlite_|migrasi_sidik$)|_trigram(_|$)/
const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`
/** Returns a text as an SQL literal. */
const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

const kinds: Record<string, Kind> = {
  integer: 'int',
  bigint: 'int',
  smallint: 'int',
  text: 'text',
  'character varying': 'text',
  blob: 'bytes',
  bytea: 'bytes',
}
const kindOf = (table: string, column: string, type: string): Kind => {
  const kind =
    kinds[
      type
        .toLowerCase()
        .replace(/\(\d+\)$/, '')
        .replace(/^varchar$/, 'text')
    ]
  if (!kind) throw new Error(`Unknown type of column ${table}.${column}: ${type}`)
  return kind
}

interface RawColumn {
  table: string
  name: string
  type: string
  /**
   * Position of the column in the primary key, counted from 1; 0 for a column that is not in the
   * primary key.
   */
  pk: number
  identity: boolean
}
/**
 * Makes tables from the columns in an engine's catalogue. Sorts the tables, and the columns of each
 * table, by name.
 */
const tablesOf = (rows: readonly RawColumn[]): Table[] =>
  [...Map.groupBy(rows, (row) => row.table)]
    .filter(([name]) => !ledgers.test(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, columnRows]) => {
      const columns = columnRows
        .map((c) => ({ name: c.name, kind: kindOf(name, c.name, c.type) }))
        .toSorted((a, b) => (a.name < b.name ? -1 : 1))
      const keyed = columnRows.filter((c) => c.pk > 0).toSorted((a, b) => a.pk - b.pk)
      const key = keyed.length > 0 ? keyed.map((c) => c.name) : columns.map((c) => c.name)
      return { name, columns, key, identity: columnRows.some((c) => c.identity) }
    })

const listOf = (table: Table): string => table.columns.map((c) => quoted(c.name)).join(', ')
/**
 * Returns the `order by` list of the primary key. `collate` is the clause with which the engine
 * compares texts by their bytes, so that both engines sort rows alike.
 */
const orderOf = (table: Table, collate: string): string =>
  table.key
    .map((name) => {
      const text = table.columns.find((c) => c.name === name)?.kind === 'text'
      return quoted(name) + (text ? collate : '')
    })
    .join(', ')

const sqliteColumns = `select m.name as "table", p.name, p.type, p.pk,
    p.pk = 1 and m.sql like '%autoincrement%' as identity
  from sqlite_schema m, pragma_table_info(m.name) p where m.type = 'table'`

const ranMigrations = `select m.name as nama, coalesce(s.sidik, '') as sidik
  from kysely_migration m left join migrasi_sidik s on s.nama = m.name`

/** Limits of a batch: a batch ends at this number of rows, or at this approximate size in bytes. */
const sqliteBatch = { rows: 200, size: 256 * 1024 }
/** Returns the approximate size of a row in bytes; a character counts as one byte. */
export const sizeOf = (row: readonly Value[]): number =>
  row.reduce<number>((n, v) => n + (typeof v === 'number' ? 8 : (v?.length ?? 0)), 0)

/**
 * Returns a source for a SQLite connection. The caller must have begun a transaction on the
 * connection.
 */
export const sqliteSource = (raw: Sqlite.Database): Source => ({
  engine: 'sqlite',
  tables: async () => tablesOf(raw.prepare<[], RawColumn>(sqliteColumns).all()),
  migrations: async () =>
    raw.prepare<[], Migration>(`${ranMigrations} order by m.name collate binary`).all(),
  async *rows(table) {
    const text = `select ${listOf(table)} from ${quoted(table.name)}
      order by ${orderOf(table, ' collate binary')}`
    let batch: Value[][] = []
    let size = 0
    for (const row of raw.prepare<[], Value[]>(text).raw().iterate()) {
      batch.push(row)
      size += sizeOf(row)
      if (batch.length < sqliteBatch.rows && size < sqliteBatch.size) continue
      yield batch
      batch = []
      size = 0
    }
    if (batch.length > 0) yield batch
  },
  nextId: async (table) => {
    if (!table.identity) return 1
    const text = 'select seq from sqlite_sequence where name = ?'
    const seq: unknown = raw.prepare(text).pluck().get(table.name)
    return (typeof seq === 'number' ? seq : 0) + 1
  },
})

// Reads the tables pg_class and pg_attribute, because the same query on information_schema takes
// seconds.
const postgresColumns = `select t.relname as "table", a.attname as name,
    format_type(a.atttypid, null) as type, a.attidentity <> '' as identity,
    coalesce((select k.place from unnest(i.indkey) with ordinality k(column_number, place)
      where k.column_number = a.attnum), 0) as pk
  from pg_class t
  join pg_attribute a on a.attrelid = t.oid and a.attnum > 0 and not a.attisdropped
  left join pg_index i on i.indrelid = t.oid and i.indisprimary
  where t.relkind in ('r', 'p') and t.relnamespace = current_schema()::regnamespace`

/** Maximum number of bytes that one `fetch` of the cursor returns. */
const fetchBytes = 4 * 1024 * 1024
/** Maximum number of rows that one `fetch` of the cursor returns. */
const fetchRows = 500

type Ask = (text: string) => Promise<Record<string, unknown>[]>
const valueOf = (value: unknown): Value =>
  typeof value === 'string' || typeof value === 'number' || value instanceof Uint8Array
    ? value
    : null

/**
 * Returns a source for a PostgreSQL connection. The caller must have begun a transaction on the
 * connection.
 */
export const postgresSource = (ask: Ask): Source => {
  /** Returns how many rows to fetch at once, so that even the widest rows fit in `fetchBytes`. */
  const rowsAtOnce = async (table: Table): Promise<number> => {
    const wide = table.columns.filter((c) => c.kind !== 'int').map((c) => quoted(c.name))
    const length = wide.map((c) => `coalesce(octet_length(${c}), 0)`).join(' + ') || '0'
    const [row] = await ask(
      `select coalesce(max(${length}), 0)::text as widest from ${quoted(table.name)}`,
    )
    return Math.max(1, Math.min(fetchRows, Math.floor(fetchBytes / (Number(row?.widest) + 100))))
  }
  return {
    engine: 'postgres',
    tables: async () =>
      tablesOf(
        (await ask(postgresColumns)).map((row) => ({
          table: String(row.table),
          name: String(row.name),
          type: String(row.type),
          pk: Number(row.pk),
          identity: row.identity === true,
        })),
      ),
    migrations: async () =>
      (await ask(`${ranMigrations} order by m.name collate "C"`)).map((row) => ({
        nama: String(row.nama),
        sidik: String(row.sidik),
      })),
    async *rows(table) {
      const size = await rowsAtOnce(table)
      await ask(`declare nada_baris no scroll cursor for select ${listOf(table)}
        from ${quoted(table.name)} order by ${orderOf(table, ' collate "C"')}`)
      for (;;) {
        const rows = await ask(`fetch ${size} from nada_baris`)
        if (rows.length > 0) yield rows.map((row) => table.columns.map((c) => valueOf(row[c.name])))
        if (rows.length < size) break
      }
      await ask('close nada_baris')
    },
    nextId: async (table) => {
      if (!table.identity) return 1
      const [name] = await ask(
        `select pg_get_serial_sequence(${literal(quoted(table.name))}, 'id') as name`,
      )
      const [row] = await ask(
        `select last_value + is_called::int as next from ${String(name?.name)}`,
      )
      return Number(row?.next ?? 1)
    },
  }
}
