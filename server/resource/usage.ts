/**
 * Prevents the deletion of a row to which other rows refer; the error names the referring rows.
 * References are found by the fields in the contract and by the further tables (`parts`) of
 * modules.
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

/** Rows of one resource that refer to the row to be deleted. */
interface Usage {
  entitas: string
  label: string
  /** Number of referring rows, at most `counted`. */
  jumlah: number
  /** Whether there are more than `counted` referring rows. */
  lebih: boolean
  /** First referring rows that the actor may see, at most `named`. */
  contoh: { id: number; nama: string }[]
}

/** Maximum number of referring rows per resource that the error names. */
const named = 5
/** Maximum number of referring rows that are counted for each resource. */
const counted = 1000

/**
 * Columns by which rows of a resource refer to another resource, in the resource's own table or in
 * a further table of its module (`parts`).
 */
interface Reference {
  resource: AnyResource
  label: string
  columns: {
    table: string
    name: string
    list: boolean
    /**
     * Column of a further table with the id of the resource row to which a row of the further table
     * belongs. Absent if `table` is the resource's own table.
     */
    by?: string
  }[]
}
/**
 * Whether `field` refers from a part to its owner. An owner is a row of the resource `of` that
 * lists its parts in an expand. Parts are deleted together with their owner, so they do not prevent
 * the deletion of the owner.
 */
const isPart = (of: string, resource: AnyResource, field: string): boolean =>
  Object.values((resources as Record<string, AnyResource>)[of]?.expand ?? {}).some(
    ({ kind, from, by }) => kind === 'many' && from === tableOf(resource.name) && by === field,
  )
/** Returns the references of all resources to the resource `name`, grouped by label. */
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

/** Returns the column that holds the name of a row. */
export const nameColumn = ({ choice, fields, computed, defaultSort }: AnyResource): string =>
  choice?.label ??
  Object.entries({ ...computed, ...fields }).find(([, schema]) => metaOf(schema)?.folded)?.[0] ??
  defaultSort.replace(/^-/, '')

/**
 * Returns the name of a row. It is the result of the module's `displayName`, if the module has this
 * function, otherwise the column that the query selected as `#nama`.
 */
export const calledOf = (
  module: AnyModule | undefined,
  row: Readonly<Record<string, unknown>>,
): unknown => module?.displayName?.(row as never) ?? row['#nama']

/** Row to be deleted, and the actor who deletes it. */
interface Used {
  trx: Trx
  actor: Actor
  resource: string
  id: number
}

/**
 * Returns conditions for the rows of a resource that refer to the row to be deleted, one for each
 * column that contains such a reference.
 */
const referringConditions = async (
  { trx, id }: Used,
  { resource, columns }: Reference,
): Promise<Condition[]> => {
  const conditions: Condition[] = []
  for (const { table: from, name, list, by } of columns) {
    const target = sql.ref(`${from}.${name}`)
    // Runs a separate query for each column, so that the database can use the index on the column.
    // Finds an id in a list of ids by text search: the list is stored as JSON without spaces
    // (`[1,2]`).
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

/** Counts the rows of a table that meet a condition, but at most `counted` + 1 rows. */
const countUpTo = async (trx: Trx, table: string, using: Condition): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (select 1 from ${sql.table(table)} where ${using} limit ${counted + 1}) t`.execute(
    trx,
  )
  return rows[0]?.n ?? 0
}

/**
 * Returns the ids and names of the first referring rows that the actor may see; an empty list when
 * the actor may not open rows of `resource`. If two of these rows have the same name, appends to
 * each name the note that a picker shows beside the row.
 */
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

/**
 * Returns the number and examples of the rows of one resource that refer to the row to be deleted;
 * undefined if there are no such rows.
 */
const usageIn = async (
  used: Used,
  module: AnyModule | undefined,
  reference: Reference,
): Promise<Usage | undefined> => {
  const { resource, label } = reference
  const conditions = await referringConditions(used, reference)
  if (conditions.length === 0) return undefined
  // Omits the row to be deleted, because its reference to itself does not prevent the deletion.
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
 * Throws 409 when other rows refer to `row`. The error contains `row` itself (`current`), so that
 * the client can offer to deactivate it. It also contains the total number of referring rows and
 * the names of those that the actor may see (`pemakai`).
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
