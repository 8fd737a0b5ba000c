/**
 * Adds the related rows that the parameter `expand` names. Runs one query for each name, which
 * reads the related rows of all rows of a page.
 */
import { sql } from 'kysely'
import type { AnyResource } from '#contract/resource.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { decodeRow, decodersOf } from '#server/resource/columns.ts'
import type { AnyModule } from '#server/resource/module.ts'

type Row = Record<string, unknown>
type Expand = AnyResource['expand'][string]
/**
 * Arguments for reading expands: the database, the module of the rows to expand, and the caller.
 */
interface Reading {
  db: Db | Trx
  module: AnyModule
  actor: Actor
}

/**
 * Adds an expand whose values are read by a function of the module. Rows without a value get null
 * (kind `own`) or an empty list (kind `owns`).
 */
const addOwn = async (
  { db, module, actor }: Reading,
  rows: readonly Row[],
  name: string,
  kind: string,
): Promise<void> => {
  const ids = rows.map((r) => r.id as number)
  const valuesById = await module.expands![name]!({ db, actor, ids })
  for (const row of rows)
    row[name] = valuesById.get(row.id as number) ?? (kind === 'own' ? null : [])
}

/** Reads the rows of an expand's table whose column `key` holds one of the values. */
const readExpanded = async (
  db: Db | Trx,
  { from, order, schema }: Expand,
  key: string,
  values: readonly unknown[],
): Promise<Row[]> => {
  if (values.length === 0) return []
  const shape = schema.shape as Record<string, object>
  const columns = [...new Set([key, ...Object.keys(shape)])].map((c) => sql.ref(c))
  const { rows } =
    await sql<Row>`select ${sql.join(columns)} from ${sql.table(from)} where ${sql.ref(key)} in (${sql.join(values)}) order by ${sql.ref(order ?? key)}`.execute(
      db,
    )
  const decoders = decodersOf(shape)
  return rows.map((row) => decodeRow(row, decoders))
}

/**
 * Adds to each row the row that it refers to (kind `one`), or the list of rows that refer to it
 * (kind `many`).
 */
const addRelated = async (
  { db, module, actor }: Reading,
  rows: readonly Row[],
  name: string,
  expand: Expand,
): Promise<void> => {
  const isOne = expand.kind === 'one'
  // The column `ownColumn` of a row has the same value as the column `key` of its related rows.
  const [ownColumn, key] = isOne ? [expand.by, expand.on] : ['id', expand.by]
  const values = rows.map((r) => r[ownColumn]).filter((v) => v !== null && v !== undefined)
  const expandedRows = await readExpanded(db, expand, key, [...new Set(values)])
  const byKey = Map.groupBy(expandedRows, (f) => f[key])
  for (const hidden of module.conceal?.(actor) ?? [])
    for (const field of hidden.expands?.[name] ?? [])
      for (const row of expandedRows) row[field] = null
  // Removes the column `key` from the related rows if the expand does not declare this column. It
  // was read only to find the row to which each related row belongs.
  if (!Object.hasOwn(expand.schema.shape, key)) for (const row of expandedRows) delete row[key]
  for (const row of rows) {
    const related = byKey.get(row[ownColumn]) ?? []
    row[name] = isOne ? (related[0] ?? null) : related
  }
}

/** Adds the expands with the given names to the rows. */
export const addExpands = async (
  reading: Reading,
  rows: readonly Row[],
  names: readonly string[],
): Promise<void> => {
  if (rows.length === 0) return
  for (const name of names) {
    const expand = reading.module.resource.expand[name]!
    if (expand.kind === 'own' || expand.kind === 'owns')
      await addOwn(reading, rows, name, expand.kind)
    else await addRelated(reading, rows, name, expand)
  }
}
