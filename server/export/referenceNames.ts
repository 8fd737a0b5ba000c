/** Rows that the columns of a file refer to, and what they are called in it. */
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

/** How an outlet is called whose name is not for the reader; in a file that comes in it is left. */
export const otherOutlet = 'Outlet lain'
/** A name and a code, of rows that share their name with others. */
export const nameWithCode = (nama: string, kode: string): string => `${nama} (${kode})`

/** A row that others refer to: where it is, and what it is called. */
export interface Target {
  table: string
  on: string
  by: string | NameInFile
  /** Rows that share their name with another row, each with a text that distinguishes the row. */
  ambiguous: readonly (readonly [number, string])[]
  /** Condition for the rows whose names the reader may see, for outlets. */
  told: Condition | undefined
}

/** Rows of a resource that an import refers to by name, but whose name another row has, too. */
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

/** The name of the row that a value refers to. */
export const nameOf = (
  { table, on, by, ambiguous, told }: Target,
  value: Value,
  put: Put,
): Value => {
  // A row may refer to another of its own table. A scope names its table.
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

/** Request for a file. */
export interface Asked {
  db: Db
  actor: Actor
  module: AnyModule
  moduleOf: (name: string) => AnyModule | undefined
  /** Filters of the list, as requested. */
  params: URLSearchParams
  fields: string[] | undefined
  format: 'csv' | 'xlsx'
}

const nameColumns = ['nama', 'name']
/** Whether a field names a row of another resource; a role is a choice with words of its own. */
const isReferring = (meta: FieldMeta | undefined): boolean =>
  meta?.resource !== undefined && meta.control !== 'select'
/** The number of a document; the name of a draft, which has none yet. */
const numberOrName = (choice: AnyModule['resource']['choice']): NameInFile | undefined =>
  choice && ((column) => sql`coalesce(${column('nomor')}, ${column(choice.label)})`)
/** Table of a row that is referred to, and the column with its name. */
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
 * Returns the target of a column, from its expand or field; undefined where the column refers to no
 * row that has a name.
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
