/** Who uses a row: rows of other resources whose fields refer to it, found from the contract. What is used is not deleted, and the refusal names its users. */
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
export interface Pemakai { entitas: string; label: string; jumlah: number; lebih: boolean; contoh: { id: number; nama: string }[] }

const named = 5
const counted = 1000

interface Reference { resource: AnyResource; fields: { name: string; many: boolean }[] }
const known = new Map<string, Reference[]>()
/** Rows that are part of another, as its expand shows them, go with it and do not use it. */
const isPart = (of: string, resource: AnyResource, field: string): boolean =>
  Object.values((resources as Record<string, AnyResource>)[of]?.expand ?? {}).some(({ kind, from, by }) => kind === 'many' && from === tableOf(resource.name) && by === field)
/** The resources that refer to this one, and by which columns. */
const referencesTo = (name: string): Reference[] => {
  const made = known.get(name) ?? Object.values<AnyResource>(resources).flatMap((resource) => {
    const fields = Object.entries({ ...resource.fields, ...resource.computed }).flatMap(([field, schema]) => {
      const meta = metaOf(schema)
      return meta?.resource === name && !isPart(name, resource, field) ? [{ name: field, many: meta.control === 'pickers' }] : []
    })
    return fields.length > 0 ? [{ resource, fields }] : []
  })
  known.set(name, made)
  return made
}

/** Column that a row is called by. */
const nameColumn = ({ choice, fields, computed, defaultSort }: AnyResource): string =>
  choice?.label ?? Object.entries({ ...computed, ...fields }).find(([, schema]) => metaOf(schema)?.folded)?.[0] ?? defaultSort.replace(/^-/, '')

const usersIn = async (trx: Trx, actor: Actor, module: AnyModule | undefined, { resource, fields }: Reference, self: string, id: number): Promise<Pemakai[]> => {
  const table = sql.table(tableOf(resource.name))
  const found: Condition[] = []
  for (const { name, many } of fields) {
    const target = column(resource, name)
    // Each column by itself, so that its index answers; a list is JSON as the server writes it, without spaces.
    const condition: Condition = many ? sql`',' || trim(${target}, '[]') || ',' like ${`%,${id},%`}` : sql`${target} = ${id}`
    const { rows } = await sql`select 1 from ${table} where ${condition} limit 1`.execute(trx)
    if (rows.length > 0) found.push(condition)
  }
  if (found.length === 0) return []
  // A row that refers to itself goes with itself.
  const using = sql`(${sql.join(found, sql` or `)})${resource.name === self ? sql` and ${column(resource, 'id')} <> ${id}` : sql``}`
  const { rows: [all] } = await sql<{ n: number }>`select count(*) as n from (select 1 from ${table} where ${using} limit ${counted + 1}) t`.execute(trx)
  const jumlah = all?.n ?? 0
  if (jumlah === 0) return []
  const note = module?.note ?? (resource.choice?.note ? sql.ref(resource.choice.note) : sql`null`)
  const scope = module?.scope?.(actor)
  const { rows } = ['index', 'view', 'pilihan'].some((operation) => allows(actor, `${resource.name}/${operation}`))
    ? await sql<{ id: number; nama: string | null; note: string | null }>`select id, ${sql.ref(nameColumn(resource))} as nama, ${note} as note from ${table} where ${using}${scope ? sql` and ${scope}` : sql``} order by id limit ${named}`.execute(trx)
    : { rows: [] }
  const distinct = new Set(rows.map((r) => r.nama)).size === rows.length
  return [{
    entitas: resource.name, label: resource.label[0], jumlah: Math.min(jumlah, counted), lebih: jumlah > counted,
    contoh: rows.map((r) => ({ id: r.id, nama: [r.nama, distinct ? null : r.note].filter((t) => t !== null && t !== '').join(' – ') || `#${r.id}` })),
  }]
}

const inWords = ({ label, jumlah, lebih, contoh }: Pemakai): string => {
  const count = `${lebih ? 'lebih dari ' : ''}${jumlah.toLocaleString('id-ID')} ${label}`
  if (contoh.length === 0) return count
  const rest = jumlah - contoh.length
  return `${count}: ${contoh.map((c) => c.nama).join(', ')}${rest > 0 ? ` dan ${rest.toLocaleString('id-ID')} lainnya` : ''}`
}

/**
 * Refuses when other rows refer to this one: 409 in words, with `pemakai` (names only of what the actor may see, others as a count) and the row
 * as `current`, so that it can be deactivated instead. Tables that are no resource refuse by their foreign keys.
 */
export const refuseUsed = async (trx: Trx, ctx: Ctx, { resource }: Pick<AnyModule, 'resource'>, moduleOf: (name: string) => AnyModule | undefined, row: AnyRow): Promise<void> => {
  const pemakai: Pemakai[] = []
  for (const reference of referencesTo(resource.name)) pemakai.push(...await usersIn(trx, ctx.actor, moduleOf(reference.resource.name), reference, resource.name, row.id))
  if (pemakai.length === 0) return
  const sebutan = [resource.label[0], row[nameColumn(resource)]].filter(Boolean).join(' ')
  throw conflict(`${sebutan} dipakai ${pemakai.map(inWords).join('; ')}.${row.status === 'aktif' ? ' Nonaktifkan saja.' : ''}`, { current: row, pemakai, entitas: resource.name, sebutan })
}
