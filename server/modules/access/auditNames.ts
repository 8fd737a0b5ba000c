/** Finds the current names of the rows to which audit entries refer. */
import { sql } from 'kysely'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { tableOf } from '#server/db/schema/tables.ts'
import { allows, type Actor } from '#server/http/context.ts'
import type { AnyModule, ModuleOf } from '#server/resource/module.ts'
import { calledOf, nameColumn } from '#server/resource/usage.ts'

type Row = Record<string, unknown> & { id: number }
interface Reading {
  db: Db | Trx
  actor: Actor
}

/**
 * Returns the current names of a resource's rows by id. Deleted rows, and rows outside the actor's
 * scope, are missing from the map.
 */
const namesOf = async (
  { db, actor }: Reading,
  module: AnyModule | undefined,
  entity: string,
  ids: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const isTold = ['index', 'view', 'pilihan'].some((o) => allows(actor, `${entity}/${o}`))
  if (!module || !isTold) return new Map()
  const { resource, displayName, scope, choiceNote } = module
  const table = sql.table(tableOf(entity))
  const said = displayName ? sql`*, ${choiceNote ?? sql`null`} as "#choiceNote"` : undefined
  const shown = said ?? sql`id, ${sql.ref(nameColumn(resource))} as "#nama"`
  const seen = scope?.(actor)
  const { rows } = await sql<Row>`select ${shown} from ${table}
    where ${sql.ref(`${tableOf(entity)}.id`)} in (${sql.join(ids)})${seen ? sql` and ${seen}` : sql``}`.execute(
    db,
  )
  return new Map(
    rows.flatMap((row) => {
      const name = calledOf(module, row)
      if (typeof name !== 'string') return []
      // For some kinds of rows, names are not unique. For example, the name of a lesson is its date
      // and time. Such a name is preceded by the note that a picker shows beside the row.
      const of = row['#choiceNote']
      return [[row.id, typeof of === 'string' ? `${of}, ${name}` : name] as const]
    }),
  )
}

/**
 * Returns the current names of the rows to which the audit entries `ids` refer, by entry id.
 * Entries of deleted or hidden rows are missing.
 */
export const auditNames = async (
  { db, actor, ids }: Reading & { ids: number[] },
  moduleOf: ModuleOf,
): Promise<Map<number, { nama: string }>> => {
  const entries = await db
    .selectFrom('audit')
    .select(['id', 'entitas', 'entitas_id'])
    .where('id', 'in', ids)
    .where('entitas_id', 'is not', null)
    .execute()
  const names = new Map<string, ReadonlyMap<number, string>>()
  for (const [entity, rows] of Map.groupBy(entries, (e) => e.entitas)) {
    const about = [...new Set(rows.flatMap((e) => e.entitas_id ?? []))]
    names.set(entity, await namesOf({ db, actor }, moduleOf(entity), entity, about))
  }
  return new Map(
    entries.flatMap(({ id, entitas, entitas_id }) => {
      const nama = names.get(entitas)?.get(entitas_id ?? 0)
      return nama === undefined ? [] : [[id, { nama }] as const]
    }),
  )
}
