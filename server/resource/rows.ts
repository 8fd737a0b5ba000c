/** Reads rows of any resource in the scope of the caller: one row, a page, or a whole list. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { decodeRow, tableShapeOf, type AnyRow } from '#server/resource/columns.ts'
import { addExpands } from '#server/resource/expands.ts'
import { keptCount, keptSource } from '#server/resource/kept/keptSums.ts'
import type { AnyModule } from '#server/resource/module.ts'
import { column, type Condition } from '#server/resource/query/conditions.ts'
import type { ListQuery } from '#server/resource/query/query.ts'
import { yieldToEventLoop } from '#server/runtime/yieldToEventLoop.ts'

/**
 * Returns the SQL source of the rows of a resource, as an actor may see them: a table or a
 * subquery. The subquery selects null in place of values that the module conceals from the actor,
 * so that no list, filter or export can reveal them.
 */
const sourceOf = ({ resource, conceal }: AnyModule, actor: Actor): RawBuilder<unknown> => {
  const { table, columns, sortedByKey } = tableShapeOf(resource)
  const hidden = conceal?.(actor) ?? []
  if (hidden.length === 0) return sql.table(table)
  const keys = [
    ...[...sortedByKey.keys()].map((c) => `${c}_kunci`),
    ...(resource.search.length > 0 ? ['cari'] : []),
  ]
  const selections = [...columns, ...keys].map((c) => {
    const from = hidden.find((h) => h.columns.includes(c))
    return from
      ? sql`case when ${from.where} then null else ${sql.ref(c)} end as ${sql.ref(c)}`
      : sql.ref(c)
  })
  return sql`(select ${sql.join(selections)} from ${sql.table(table)}) as ${sql.ref(table)}`
}

/**
 * Returns a `where` clause that requires all given conditions. Skips undefined conditions. Returns
 * an empty fragment if no condition is left.
 */
export const where = (conditions: (Condition | undefined)[]) => {
  const all = conditions.filter((c) => c !== undefined)
  return all.length === 0 ? sql`` : sql` where ${sql.join(all, sql` and `)}`
}

/**
 * Returns the row with an id, with the expands named by `expand`; undefined if no row with this id
 * is in the actor's scope.
 */
export const findRow = async (
  db: Db | Trx,
  module: AnyModule,
  actor: Actor,
  id: number,
  expand: string[] = [],
): Promise<AnyRow | undefined> => {
  const shape = tableShapeOf(module.resource)
  const { rows } =
    await sql<AnyRow>`select ${shape.select} from ${sourceOf(module, actor)}${where([sql`${column(module.resource, 'id')} = ${id}`, module.scope?.(actor)])}`.execute(
      db,
    )
  const row = rows[0]
  if (!row) return undefined
  decodeRow(row, shape.decoders)
  await addExpands({ db, module, actor }, [row], expand)
  return row
}

/** Row that must be in the actor's scope and meet the extra conditions. */
interface RequiredRow {
  module: AnyModule
  id: number
  extra?: Condition[]
}
/** Maximum number of rows that one statement of `missingRows` looks for. */
const lookedFor = 20
/** Returns those of the required rows that do not exist. Looks for many rows in one statement. */
export const missingRows = async <R extends RequiredRow>(
  db: Db | Trx,
  actor: Actor,
  required: readonly R[],
): Promise<R[]> => {
  const missing: R[] = []
  for (let start = 0; start < required.length; start += lookedFor) {
    const part = required.slice(start, start + lookedFor)
    const conditions = part.map(
      ({ module, id, extra = [] }, i) =>
        sql`exists (select 1 from ${sql.table(tableShapeOf(module.resource).table)}${where([sql`${column(module.resource, 'id')} = ${id}`, module.scope?.(actor), ...extra])}) as ${sql.ref(`ada_${i}`)}`,
    )
    const { rows } = await sql<Record<string, unknown>>`select ${sql.join(conditions)}`.execute(db)
    missing.push(...part.filter((_, i) => !rows[0]?.[`ada_${i}`]))
  }
  return missing
}
/** Whether a row with this id is in the actor's scope. */
export const rowExists = async (
  db: Db | Trx,
  module: AnyModule,
  actor: Actor,
  id: number,
): Promise<boolean> => (await missingRows(db, actor, [{ module, id }])).length === 0

/** Arguments for reading a list: connection, module of the resource, caller and query. */
export interface ListReading {
  db: Db
  module: AnyModule
  actor: Actor
  query: ListQuery
}

/**
 * Returns the total number of rows of a list. Stops counting after `most` rows, and then returns
 * `most` + 1, unless the totals of the list are kept. The filters come before the scope in the SQL:
 * SQLite evaluates conditions in this order, so it checks the slower scope for fewer rows.
 */
export const countRows = async (
  { db, module, actor, query }: ListReading,
  most?: number,
): Promise<number> => {
  const kept = keptSource(module, actor, query.filters)
  const condition = where([...query.conditions, module.scope?.(actor)])
  const source = kept ?? sourceOf(module, actor)
  const counted = kept
    ? sql`select ${keptCount(module.resource)} as n from ${source}${condition}`
    : sql`select count(*) as n from ${source}${condition}`
  const bounded = sql`select count(*) as n from (select 1 from ${source}${condition} limit ${sql.lit((most ?? 0) + 1)}) as r`
  const { rows } = await sql<{
    n: number
  }>`${kept || most === undefined ? counted : bounded}`.execute(db)
  return rows[0]?.n ?? 0
}

/** Returns the highest id of the table of a list; 0 if the table is empty. */
export const highestId = async ({ db, module }: ListReading): Promise<number> => {
  const id = column(module.resource, 'id')
  const { rows } = await sql<{
    id: number | null
  }>`select max(${id}) as id from ${sql.table(tableShapeOf(module.resource).table)}`.execute(db)
  return rows[0]?.id ?? 0
}

/** Position of a row in a list: its stored sort key and its id. */
interface Place {
  sort_key: unknown
  id: number
}
/** Batch of rows to select from a list. */
interface Batch {
  /**
   * Start of the batch. `offset` is the number of rows to skip. `after` is the position of the row
   * before the batch; if it is undefined, the batch starts at the first row of the list. With
   * `after`, the sort key of each row is also selected.
   */
  start: { offset: number } | { after: Place | undefined }
  /** Maximum number of rows. */
  limit: number
  selected: RawBuilder<unknown>
}

/**
 * Returns the sort column of a list (`sorted`), the content of its `order by` clause (`order`), and
 * a function that returns the condition for the rows after a position (`following`).
 */
const sortingOf = ({ module, query }: ListReading) => {
  const shape = tableShapeOf(module.resource)
  const direction = sql.raw(query.descending ? ' desc' : '')
  const [id, nullable] = [column(module.resource, 'id'), shape.nullable.has(query.sort)]
  const sorted = column(
    module.resource,
    shape.sortedByKey.has(query.sort) ? `${query.sort}_kunci` : query.sort,
  )
  const order =
    query.sort === 'id'
      ? sql`${id}${direction}`
      : sql`${sorted}${direction}${sql.raw(nullable ? ' nulls last' : '')}, ${id}${direction}`
  const beyond = sql.raw(query.descending ? '<' : '>')
  const following = (place: Place): Condition => {
    // Rows without a sort key come last, so only other rows without a sort key can follow this row.
    if (place.sort_key === null)
      return sql<SqlBool>`(${sorted} is null and ${id} ${beyond} ${place.id})`
    // Compares both columns as a pair, so that the database can use an index on the pair.
    const pair = sql<SqlBool>`(${sorted}, ${id}) ${beyond} (${place.sort_key}, ${place.id})`
    return nullable ? sql<SqlBool>`(${pair} or ${sorted} is null)` : pair
  }
  return { sorted, order, following }
}

/** Selects the rows of a batch, in the order of the list. */
const selectRows = async <T>(
  list: ListReading,
  { start, limit, selected }: Batch,
): Promise<T[]> => {
  const { db, module, actor, query } = list
  const { sorted, order, following } = sortingOf(list)
  const source = sourceOf(module, actor)
  const id = column(module.resource, 'id')
  /** Returns a query of the rows that meet all conditions and `rest`, in the order of the list. */
  const ordered = (columns: RawBuilder<unknown>, rest?: Condition) =>
    sql<T>`select ${columns} from ${source}${where([module.scope?.(actor), ...query.conditions, rest])} order by ${order} limit ${limit}`
  const read = () => {
    if ('after' in start)
      return ordered(sql`${selected}, ${sorted} as sort_key`, start.after && following(start.after))
    if (start.offset === 0) return ordered(selected)
    // Skips ids instead of rows, because the ids are often in the index that sorts the list.
    const ids = sql`${ordered(id)} offset ${start.offset}`
    return sql<T>`select ${selected} from ${source} where ${id} in (${ids}) order by ${order}`
  }
  return (await read().execute(db)).rows
}

/** Returns the rows of one page, with the fields and expands of the query. */
export const pageRows = async (
  list: ListReading,
  offset: number,
  limit: number,
): Promise<AnyRow[]> => {
  const { module, query } = list
  const shape = tableShapeOf(module.resource)
  // Also reads the columns that are needed to find expanded rows. Columns that `fields` omits are
  // removed afterwards.
  const followed = query.expand.flatMap((e) => {
    const { kind, by } = module.resource.expand[e]!
    return kind === 'one' ? [by] : []
  })
  const selected = query.fields
    ? sql.join([...new Set(['id', ...query.fields, ...followed])].map((c) => sql.ref(c)))
    : shape.select
  const rows = await selectRows<AnyRow>(list, { start: { offset }, limit, selected })
  for (const row of rows) decodeRow(row, shape.decoders)
  await addExpands(list, rows, query.expand)
  const extra = query.fields ? followed.filter((c) => c !== 'id' && !query.fields!.includes(c)) : []
  for (const row of rows) for (const name of extra) delete row[name]
  return rows
}

/**
 * Yields a text for each row of a list, in batches of `limit` rows and in the order of the list.
 * The SQL expression `text` computes the text. Each batch starts after the last row of the previous
 * batch, not at an offset. Therefore rows that are added or deleted meanwhile cannot cause other
 * rows to be repeated or skipped, and late batches are as fast as early ones.
 */
export const allTexts = async function* (
  list: ListReading,
  text: RawBuilder<string>,
  limit: number,
): AsyncGenerator<string[]> {
  // Compiles the long expression only once instead of for each batch. An expression with parameters
  // cannot be reused as raw SQL, so it is compiled for each batch.
  const { sql: worked, parameters } = text.compile(list.db)
  const compiled = parameters.length === 0 ? sql.raw(worked) : text
  const selected = sql`${column(list.module.resource, 'id')}, ${compiled} as teks`
  const read = (after: Place | undefined) =>
    selectRows<Place & { teks: string }>(list, { start: { after }, limit, selected })
  let reading: ReturnType<typeof read> | undefined = read(undefined)
  while (reading) {
    const rows: Awaited<typeof reading> = await reading
    const end = rows.at(-1)
    // Reads the next batch while the consumer processes the current batch. If the consumer stops
    // early, nobody awaits the next batch; the empty handler then prevents an unhandled rejection.
    reading = end && rows.length === limit ? read(end) : undefined
    reading?.catch(() => {})
    // Lets the event loop send the statement for the next batch before the current batch is
    // yielded, because the consumer blocks the event loop while it processes a batch.
    await yieldToEventLoop()
    if (end) yield rows.map((r) => r.teks)
  }
}
