/** Finds the rows that the columns of a file refer to, and their names in the file. */
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
 * Text for an outlet whose name the reader may not see. In an imported file it leaves such outlets
 * unchanged.
 */
export const otherOutlet = 'Outlet lain'
/** Returns the name of a row whose name alone is ambiguous: the name with the code. */
export const nameWithCode = (nama: string, kode: string): string => `${nama} (${kode})`

/**
 * Table of referenced rows, the column with their ids (`on`), and their name (`by`): a column or an
 * expression.
 */
export interface Target {
  table: string
  on: string
  by: string | NameInFile
  /** Rows whose name another row also has: id, and a text that identifies the row. */
  ambiguous: readonly (readonly [number, string])[]
  /** Condition for the rows whose names the reader may see; set only for outlets. */
  told: Condition | undefined
}

/**
 * Returns the rows of an importable resource whose name another row also has, with their
 * distinguishing text.
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

/** Returns the name of the row that a value refers to, as SQL. */
export const nameOf = (
  { table, on, by, ambiguous, told }: Target,
  value: Value,
  put: Put,
): Value => {
  // The alias `acuan` allows a row to refer to its own table. A scope names the table itself, so it
  // needs the table name as alias.
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

/** Requested export: the list, the caller and the format. */
export interface Asked {
  db: Db
  actor: Actor
  module: AnyModule
  moduleOf: (name: string) => AnyModule | undefined
  /** Query parameters with the filters of the list. */
  params: URLSearchParams
  fields: string[] | undefined
  format: 'csv' | 'xlsx'
}

const nameColumns = ['nama', 'name']
/**
 * Whether a field refers to a row of another resource. A role is excluded, because its labels come
 * from its options.
 */
const isReferring = (meta: FieldMeta | undefined): boolean =>
  meta?.resource !== undefined && meta.control !== 'select'
/** Name of a document: its number, or for a draft, which has none, its label. */
const numberOrName = (choice: AnyModule['resource']['choice']): NameInFile | undefined =>
  choice && ((column) => sql`coalesce(${column('nomor')}, ${column(choice.label)})`)
/**
 * Returns the table of a referenced row and the column or expression with its name; undefined if it
 * has no name.
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
 * Returns the rows that a column refers to, from its expand or its field; undefined for a column
 * that is no reference or whose rows have no name.
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
