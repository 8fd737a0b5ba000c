/** Who uses a row: rows of other resources that refer to it by a field, found from the contract, or by a part, as their modules declare. What is used is not deleted, and the refusal names its users. */
import { sql } from 'kysely'
import { metaOf } from '#contract/fields.ts'
import { resources } from '#contract/registry.ts'
import type { AnyResource } from '#contract/resource.ts'
import { tableOf, type Trx } from '#server/db/tables.ts'
import { conflict } from '#server/errors.ts'
import { allows, type Actor, type Ctx } from '#server/http/context.ts'
import type { AnyModule } from '#server/http/module.ts'
import { column, type Condition } from '#server/http/query.ts'
import type { AnyRow } from '#server/http/rows.ts'

/** Rows of one resource that use another row. `contoh`: the first of them that the actor may see; `jumlah` counts all, `lebih` says that there are more than were counted. */
export interface Pemakai {
  entitas: string
  label: string
  jumlah: number
  lebih: boolean
  contoh: { id: number; nama: string }[]
}

const named = 5
const counted = 1000

/** One way in which rows of a resource use another: the columns that refer to it, of their own table or of a part's. */
interface Reference {
  resource: AnyResource
  label: string
  columns: {
    table: string
    name: string
    list: boolean
    /** Column of a part that holds whose it is. */ by?: string
  }[]
}
type ModuleOf = (name: string) => AnyModule | undefined
/** Rows that are part of another, as its expand shows them, go with it and do not use it. */
const isPart = (of: string, resource: AnyResource, field: string): boolean =>
  Object.values((resources as Record<string, AnyResource>)[of]?.expand ?? {}).some(
    ({ kind, from, by }) => kind === 'many' && from === tableOf(resource.name) && by === field,
  )
/** How rows of each resource refer to rows of this one. */
const referencesTo = (name: string, moduleOf: ModuleOf): Reference[] =>
  Object.values<AnyResource>(resources).flatMap((resource) => {
    const table = tableOf(resource.name)
    const own = Object.entries({ ...resource.fields, ...resource.computed }).flatMap(
      ([field, schema]) => {
        const meta = metaOf(schema)
        return meta?.resource === name && !isPart(name, resource, field)
          ? [{ label: resource.label[0], table, name: field, list: meta.control === 'pickers' }]
          : []
      },
    )
    const parts = (moduleOf(resource.name)?.parts ?? []).flatMap((part) =>
      Object.entries(part.acuan).flatMap(([field, to]) =>
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
    return [...Map.groupBy([...own, ...parts], (c) => c.label)].map(([label, columns]) => ({
      resource,
      label,
      columns,
    }))
  })

/** Column that a row is called by. */
const nameColumn = ({ choice, fields, computed, defaultSort }: AnyResource): string =>
  choice?.label ??
  Object.entries({ ...computed, ...fields }).find(([, schema]) => metaOf(schema)?.folded)?.[0] ??
  defaultSort.replace(/^-/, '')

const usersIn = async (
  trx: Trx,
  actor: Actor,
  module: AnyModule | undefined,
  { resource, label, columns }: Reference,
  self: string,
  id: number,
): Promise<Pemakai[]> => {
  const table = sql.table(tableOf(resource.name))
  const found: Condition[] = []
  for (const { table: from, name, list, by } of columns) {
    const target = sql.ref(`${from}.${name}`)
    // Each column by itself, so that its index answers; a list is JSON as the server writes it, without spaces.
    const condition: Condition = list
      ? sql`',' || trim(${target}, '[]') || ',' like ${`%,${id},%`}`
      : sql`${target} = ${id}`
    const { rows } = await sql`select 1 from ${sql.table(from)} where ${condition} limit 1`.execute(
      trx,
    )
    if (rows.length > 0)
      found.push(
        by === undefined
          ? condition
          : sql`${column(resource, 'id')} in (select ${sql.ref(by)} from ${sql.table(from)} where ${condition})`,
      )
  }
  if (found.length === 0) return []
  // A row that refers to itself goes with itself.
  const using = sql`(${sql.join(found, sql` or `)})${resource.name === self ? sql` and ${column(resource, 'id')} <> ${id}` : sql``}`
  const {
    rows: [all],
  } = await sql<{
    n: number
  }>`select count(*) as n from (select 1 from ${table} where ${using} limit ${counted + 1}) t`.execute(
    trx,
  )
  const jumlah = all?.n ?? 0
  if (jumlah === 0) return []
  const note = module?.note ?? (resource.choice?.note ? sql.ref(resource.choice.note) : sql`null`)
  const scope = module?.scope?.(actor)
  const { rows } = ['index', 'view', 'pilihan'].some((operation) =>
    allows(actor, `${resource.name}/${operation}`),
  )
    ? await sql<AnyRow>`select ${module?.called ? sql`*` : sql`id, ${sql.ref(nameColumn(resource))} as "#nama"`}, ${note} as "#note" from ${table} where ${using}${scope ? sql` and ${scope}` : sql``} order by id limit ${named}`.execute(
        trx,
      )
    : { rows: [] }
  const names = rows.map((row) => module?.called?.(row as never) ?? row['#nama'])
  const distinct = new Set(names).size === names.length
  return [
    {
      entitas: resource.name,
      label,
      jumlah: Math.min(jumlah, counted),
      lebih: jumlah > counted,
      contoh: rows.map((row, i) => ({
        id: row.id,
        nama:
          [names[i], distinct ? null : row['#note']]
            .filter((t) => t !== null && t !== '')
            .join(' – ') || `#${row.id}`,
      })),
    },
  ]
}

const inWords = ({ label, jumlah, lebih, contoh }: Pemakai): string => {
  const count = `${lebih ? 'lebih dari ' : ''}${jumlah.toLocaleString('id-ID')} ${label}`
  if (contoh.length === 0) return count
  const rest = jumlah - contoh.length
  return `${count}: ${contoh.map((c) => c.nama).join(', ')}${rest > 0 ? ` dan ${rest.toLocaleString('id-ID')} lainnya` : ''}`
}

/**
 * Refuses when other rows refer to this one: 409 in words, with `pemakai` (names only of what the actor may see, others as a count) and the row
 * as `current`, so that it can be deactivated instead.
 */
export const refuseUsed = async (
  trx: Trx,
  ctx: Ctx,
  { resource }: Pick<AnyModule, 'resource'>,
  moduleOf: ModuleOf,
  row: AnyRow,
): Promise<void> => {
  const pemakai: Pemakai[] = []
  for (const reference of referencesTo(resource.name, moduleOf))
    pemakai.push(
      ...(await usersIn(
        trx,
        ctx.actor,
        moduleOf(reference.resource.name),
        reference,
        resource.name,
        row.id,
      )),
    )
  if (pemakai.length === 0) return
  const sebutan = [resource.label[0], row[nameColumn(resource)]].filter(Boolean).join(' ')
  throw conflict(
    `${sebutan} dipakai ${pemakai.map(inWords).join('; ')}.${row.status === 'aktif' ? ' Nonaktifkan saja.' : ''}`,
    { current: row, pemakai, entitas: resource.name, sebutan },
  )
}
