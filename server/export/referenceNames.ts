/** Finds the tables to which exported columns refer, and builds the SQL of the rows' names. */
import { sql } from 'kysely'
import type { FieldMeta } from '#contract/fields.ts'
import { importable } from '#contract/import/importKeys.ts'
import type { Expand } from '#contract/resource.ts'
import { fold } from '#server/db/fold.ts'
import { tableOf, type Db } from '#server/db/schema/tables.ts'
import type { NameInFile, Put, Value } from '#server/export/cellTypes.ts'
import type { Actor } from '#server/http/context.ts'
import type { AnyModule } from '#server/resource/module.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/**
 * Text shown instead of an outlet whose name the user may not see. An import that finds this text
 * leaves the outlet of the row unchanged.
 */
export const otherOutlet = 'Outlet lain'
/** Returns name and code, which together identify a row whose name alone is ambiguous. */
export const nameWithCode = (nama: string, kode: string): string => `${nama} (${kode})`

/** Table to which a column refers. */
export interface Target {
  table: string
  /** Column that contains the ids of the table's rows. */
  on: string
  /** Column or expression that gives the names of the table's rows. */
  by: string | NameInFile
  /**
   * Rows whose name is also the name or code of another row. Each entry is the id of such a row and
   * a text that identifies the row.
   */
  ambiguous: readonly (readonly [number, string])[]
  /**
   * Condition that is true for rows whose names the user may see. Only outlets have this condition.
   */
  told: Condition | undefined
}

/**
 * Returns the rows whose name is also the name or code of another row, each as id and name with
 * code. Returns an empty list for resources that cannot be imported or have no codes.
 */
const ambiguousOf = async (db: Db, { resource }: AnyModule): Promise<Target['ambiguous']> => {
  const { shape } = resource.entity
  if (!Object.hasOwn(importable, resource.name) || !('kode' in shape) || !('nama' in shape))
    return []
  const { rows } = await sql<{ id: number; kode: string; nama: string }>`
    select id, kode, nama from ${sql.table(tableOf(resource.name))}`.execute(db)
  const owners = Map.groupBy(
    rows.flatMap(({ id, kode, nama }) =>
      [...new Set([fold(kode), fold(nama)])].map((key) => ({ id, key })),
    ),
    (name) => name.key,
  )
  return rows
    .filter(({ nama }) => (owners.get(fold(nama))?.length ?? 0) > 1)
    .map(({ id, kode, nama }) => [id, nameWithCode(nama, kode)])
}

/**
 * Builds the SQL of the name of the row that `value` refers to. `put` encodes the name for the file
 * format.
 */
export const nameOf = (
  { table, on, by, ambiguous, told }: Target,
  value: Value,
  put: Put,
): Value => {
  // Gives the table the alias `acuan`, so that column names stay unambiguous when the exported rows
  // are in the same table. A table with a condition for visible rows keeps its own name, because
  // the condition uses this name.
  const as = told ? table : 'acuan'
  const column = (of: string) => sql.ref(`${as}.${of}`)
  const [id, name] = [column(on), typeof by === 'string' ? column(by) : by(column)]
  const cases = ambiguous.map(([row, text]) => sql`when ${sql.lit(row)} then ${sql.lit(text)}`)
  const called =
    cases.length > 0 ? sql`case ${id} ${sql.join(cases, sql` `)} else ${name} end` : name
  const nameQuery = sql`select ${put(called)} from ${sql.table(table)} as ${sql.ref(as)} where ${id} = ${value}`
  return told
    ? sql`case when ${value} is not null then coalesce((${nameQuery} and ${told}), ${put(sql.lit(otherOutlet))}) end`
    : sql`(${nameQuery})`
}

/** Export request: the list's module, the user and the format. */
export interface Asked {
  db: Db
  actor: Actor
  module: AnyModule
  moduleOf: (name: string) => AnyModule | undefined
  /** Query parameters with the filters of the list. */
  params: URLSearchParams
  fields: string[] | undefined
  /** Columns of the screen in their order. Columns that cannot be exported are skipped. */
  shown: string[] | undefined
  format: 'csv' | 'xlsx'
}

const nameColumns = ['nama', 'name']
/**
 * Returns whether a field refers to rows of another resource. Returns false for a field with a
 * select control, such as a role, because the options of the field already contain the labels.
 */
const isReferring = (meta: FieldMeta | undefined): boolean =>
  meta?.resource !== undefined && meta.control !== 'select'
/**
 * Builds the SQL of the name of a document: its number, or its label for a draft, which has no
 * number.
 */
const numberOrName = (choice: AnyModule['resource']['choice']): NameInFile | undefined =>
  choice && ((column) => sql`coalesce(${column('nomor')}, ${column(choice.label)})`)
/**
 * Returns the table of referenced rows and the column or expression with their names; undefined if
 * the table is unknown or its rows have no names.
 */
const referencedColumn = (
  expand: Expand | undefined,
  target: AnyModule | undefined,
  isDocument: boolean | undefined,
) => {
  const table = expand?.from ?? (target && tableOf(target.resource.name))
  const by =
    target?.nameInFile ??
    (isDocument ? numberOrName(target?.resource.choice) : undefined) ??
    target?.resource.choice?.label ??
    nameColumns.find((n) => expand && n in expand.schema.shape)
  return table === undefined || by === undefined ? undefined : { table, by }
}
/**
 * Returns the table to which the column `name` refers, according to the `expand` of the resource or
 * the metadata of the field. Returns undefined if the column refers to no table, or if the rows of
 * the table have no names. `targets` caches the tables of one export.
 */
export const targetOf = async (
  { db, actor, module, moduleOf }: Asked,
  name: string,
  meta: FieldMeta | undefined,
  targets: Map<string, Target>,
): Promise<Target | undefined> => {
  const expand = Object.values(module.resource.expand).find(
    (e) => e.kind === 'one' && e.by === name && name !== 'id',
  )
  const refers = expand !== undefined || isReferring(meta)
  const target = refers ? moduleOf(meta?.resource ?? '') : undefined
  const place = referencedColumn(expand, target, meta?.document)
  if (!place) return undefined
  const { table, by } = place
  const tableTarget = targets.get(table) ?? {
    table,
    on: expand?.on ?? 'id',
    by,
    ambiguous: target ? await ambiguousOf(db, target) : [],
    told: target?.resource.name === 'gedung' ? target.scope?.(actor) : undefined,
  }
  targets.set(table, tableTarget)
  return tableTarget
}
