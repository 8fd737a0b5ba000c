/**
 * Finds the users of a row: rows of other resources that refer to the row by a field, found from
 * the contract, or by a part, as their modules declare. A row in use is not deleted, and the error
 * names its users.
 */
import { sql } from 'kysely'
import { metaOf } from '#contract/fields.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { tableOf, type Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import { allows, type Actor, type Ctx } from '#server/http/context.ts'
import type { AnyRow } from '#server/resource/columns.ts'
import type { AnyModule, ModuleOf } from '#server/resource/module.ts'
import { column, type Condition } from '#server/resource/query/conditions.ts'

/**
 * Rows of one resource that use another row. `contoh`: the first of them that the actor may see;
 * `jumlah` counts all, `lebih` says that there are more than were counted.
 */
interface Usage {
  entitas: string
  label: string
  jumlah: number
  lebih: boolean
  contoh: { id: number; nama: string }[]
}

/** Rows that a refusal names, and rows that it counts, of each resource. */
const named = 5
const counted = 1000

/**
 * A way in which rows of a resource use another row: the columns that refer to that row, in their
 * own table or in a part's table.
 */
interface Reference {
  resource: AnyResource
  label: string
  columns: {
    table: string
    name: string
    list: boolean
    /** Column of a part that holds whose it is. */
    by?: string
  }[]
}
/** Rows that are part of another, as its expand shows them, go with it and do not use it. */
const isPart = (of: string, resource: AnyResource, field: string): boolean =>
  Object.values((resources as Record<string, AnyResource>)[of]?.expand ?? {}).some(
    ({ kind, from, by }) => kind === 'many' && from === tableOf(resource.name) && by === field,
  )
/** How rows of each resource refer to rows of this one. */
const referencesTo = (name: string, moduleOf: ModuleOf): Reference[] =>
  Object.values<AnyResource>(resources).flatMap((resource) => {
    const table = tableOf(resource.name)
    const ownColumns = Object.entries({ ...resource.fields, ...resource.computed }).flatMap(
      ([field, schema]) => {
        const meta = metaOf(schema)
        return meta?.resource === name && !isPart(name, resource, field)
          ? [{ label: resource.label[0], table, name: field, list: meta.control === 'pickers' }]
          : []
      },
    )
    const parts = (moduleOf(resource.name)?.parts ?? []).flatMap((part) =>
      Object.entries(part.references).flatMap(([field, to]) =>
        to === name
          ? [
              {
                label: part.label ?? resource.label[0],
                table: part.table,
                name: field,
                list: part.list === true,
                by: part.by,
              },
            ]
          : [],
      ),
    )
    return [...Map.groupBy([...ownColumns, ...parts], (c) => c.label)].map(([label, columns]) => ({
      resource,
      label,
      columns,
    }))
  })

/** Column that a row is called by. */
export const nameColumn = ({ choice, fields, computed, defaultSort }: AnyResource): string =>
  choice?.label ??
  Object.entries({ ...computed, ...fields }).find(([, schema]) => metaOf(schema)?.folded)?.[0] ??
  defaultSort.replace(/^-/, '')

/** Returns the name of a row: from its module, else from the column selected as `#nama`. */
export const calledOf = (
  module: AnyModule | undefined,
  row: Readonly<Record<string, unknown>>,
): unknown => module?.displayName?.(row as never) ?? row['#nama']

/** The row that is asked about, and for whom. */
interface Used {
  trx: Trx
  actor: Actor
  resource: string
  id: number
}

/** Conditions on the table of a resource, one for each column that refers to the row. */
const referringConditions = async (
  { trx, id }: Used,
  { resource, columns }: Reference,
): Promise<Condition[]> => {
  const conditions: Condition[] = []
  for (const { table: from, name, list, by } of columns) {
    const target = sql.ref(`${from}.${name}`)
    // Each column has its own condition, so that its index is used; a list is JSON as the server
    // writes JSON, without spaces.
    const condition: Condition = list
      ? sql`',' || trim(${target}, '[]') || ',' like ${`%,${id},%`}`
      : sql`${target} = ${id}`
    const { rows } = await sql`select 1 from ${sql.table(from)} where ${condition} limit 1`.execute(
      trx,
    )
    if (rows.length === 0) continue
    const owners = sql`select ${sql.ref(by ?? 'id')} from ${sql.table(from)} where ${condition}`
    conditions.push(by === undefined ? condition : sql`${column(resource, 'id')} in (${owners})`)
  }
  return conditions
}

/** How many rows of a table meet a condition; counting ends one above `counted`. */
const countUpTo = async (trx: Trx, table: string, using: Condition): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (select 1 from ${sql.table(table)} where ${using} limit ${counted + 1}) t`.execute(
    trx,
  )
  return rows[0]?.n ?? 0
}

/** The first of the rows, by name, that the actor may open and that are in their scope. */
const exampleRows = async (
  { trx, actor }: Used,
  module: AnyModule | undefined,
  { resource }: Reference,
  using: Condition,
): Promise<Usage['contoh']> => {
  const mayOpen = ['index', 'view', 'pilihan'].some((operation) =>
    allows(actor, `${resource.name}/${operation}`),
  )
  if (!mayOpen) return []
  const note =
    module?.choiceNote ?? (resource.choice?.note ? sql.ref(resource.choice.note) : sql`null`)
  const selected = module?.displayName
    ? sql`*`
    : sql`id, ${sql.ref(nameColumn(resource))} as "#nama"`
  const scope = module?.scope?.(actor)
  const { rows } =
    await sql<AnyRow>`select ${selected}, ${note} as "#note" from ${sql.table(tableOf(resource.name))} where ${using}${scope ? sql` and ${scope}` : sql``} order by id limit ${named}`.execute(
      trx,
    )
  const names = rows.map((row) => calledOf(module, row))
  const distinct = new Set(names).size === names.length
  return rows.map((row, i) => {
    const parts = [names[i], distinct ? null : row['#note']]
    const nama = parts.filter((t) => t !== null && t !== '').join(' – ')
    return { id: row.id, nama: nama || `#${row.id}` }
  })
}

/** The rows of one resource that use the row; undefined when there are none. */
const usageIn = async (
  used: Used,
  module: AnyModule | undefined,
  reference: Reference,
): Promise<Usage | undefined> => {
  const { resource, label } = reference
  const conditions = await referringConditions(used, reference)
  if (conditions.length === 0) return undefined
  // A row that refers to itself does not block its own deletion.
  const notItself =
    resource.name === used.resource ? sql` and ${column(resource, 'id')} <> ${used.id}` : sql``
  const using: Condition = sql`(${sql.join(conditions, sql` or `)})${notItself}`
  const jumlah = await countUpTo(used.trx, tableOf(resource.name), using)
  if (jumlah === 0) return undefined
  return {
    entitas: resource.name,
    label,
    jumlah: Math.min(jumlah, counted),
    lebih: jumlah > counted,
    contoh: await exampleRows(used, module, reference, using),
  }
}

const inWords = ({ label, jumlah, lebih, contoh }: Usage): string => {
  const count = `${lebih ? 'lebih dari ' : ''}${jumlah.toLocaleString('id-ID')} ${label}`
  if (contoh.length === 0) return count
  const rest = jumlah - contoh.length
  return `${count}: ${contoh.map((c) => c.nama).join(', ')}${rest > 0 ? ` dan ${rest.toLocaleString('id-ID')} lainnya` : ''}`
}

/**
 * Throws 409 when other rows refer to this one, with `pemakai` (names only of rows that the actor
 * may see, others as a count) and the row as `current`, so that it can be deactivated instead.
 */
export const checkUnused = async (
  trx: Trx,
  ctx: Ctx,
  { resource }: Pick<AnyModule, 'resource'>,
  moduleOf: ModuleOf,
  row: AnyRow,
): Promise<void> => {
  const used = { trx, actor: ctx.actor, resource: resource.name, id: row.id }
  const usages: Usage[] = []
  for (const reference of referencesTo(resource.name, moduleOf)) {
    const usage = await usageIn(used, moduleOf(reference.resource.name), reference)
    if (usage) usages.push(usage)
  }
  if (usages.length === 0) return
  const rowLabel = [resource.label[0], row[nameColumn(resource)]].filter(Boolean).join(' ')
  throw conflict(
    `${rowLabel} dipakai ${usages.map(inWords).join('; ')}.${row.status === 'aktif' ? ' Nonaktifkan saja.' : ''}`,
    { current: row, pemakai: usages, entitas: resource.name, sebutan: rowLabel },
  )
}
