/** Reading and writing the rows of any resource: columns, keys, scope, expand, audit. */
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import { metaOf, unwrap } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'
import { fold } from '#server/db/fold.ts'
import { tableOf, type Db, type Trx } from '#server/db/tables.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { untyped, type AnyModule } from '#server/http/module.ts'
import { column, type Condition, type ListQuery } from '#server/http/query.ts'
import { turn } from '#server/turns.ts'

export type AnyRow = Record<string, unknown> & { id: number; versi: number }
type Decoder = (value: unknown) => unknown
interface Plan {
  table: string
  /** Every column, quoted. */ select: RawBuilder<unknown>
  columns: string[]
  decoders: [string, Decoder][]
  foldedSort: Set<string>
  nullable: Set<string>
}

const decoderOf = (schema: object): Decoder | undefined => {
  const type = (unwrap(schema as never) as { _zod: { def: { type: string } } })._zod.def.type
  if (type === 'boolean') return (v) => (v === null ? null : v === 1)
  if (type === 'array' || type === 'object' || type === 'record')
    return (v) => (typeof v === 'string' ? JSON.parse(v) : v)
  return undefined
}
const decodersOf = (shape: Record<string, object>): [string, Decoder][] =>
  Object.entries(shape).flatMap(([k, s]) => {
    const d = decoderOf(s)
    return d ? [[k, d] as [string, Decoder]] : []
  })
const plans = new WeakMap<AnyResource, Plan>()
const planOf = (resource: AnyResource): Plan => {
  const known = plans.get(resource)
  if (known) return known
  const shape = resource.entity.shape as Record<
    string,
    object & { _zod: { optin?: unknown; def: { type: string } } }
  >
  const made: Plan = {
    table: tableOf(resource.name),
    select: sql.raw(
      Object.keys(shape)
        .map((c) => `"${c}"`)
        .join(', '),
    ),
    columns: Object.keys(shape),
    decoders: decodersOf(shape),
    foldedSort: new Set(resource.sort.filter((s) => shape[s] && metaOf(shape[s] as never)?.folded)),
    nullable: new Set(Object.keys(shape).filter((k) => shape[k]?._zod.def.type === 'nullable')),
  }
  plans.set(resource, made)
  return made
}
const decodeRow = (
  row: Record<string, unknown>,
  decoders: [string, Decoder][],
): Record<string, unknown> => {
  for (const [key, decoder] of decoders) if (key in row) row[key] = decoder(row[key])
  return row
}
/** Values as they are stored: booleans 0 or 1, lists and objects JSON. */
export const encode = (values: object): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values)
      .filter(([, v]) => v !== undefined)
      .map(([k, v]) => [
        k,
        typeof v === 'boolean'
          ? Number(v)
          : v !== null && typeof v === 'object'
            ? JSON.stringify(v)
            : v,
      ]),
  )
/** Folded key columns of a row: one for each sortable name, and `cari` for `q`. */
export const keysOf = (
  resource: AnyResource,
  row: Record<string, unknown>,
  more = '',
): Record<string, string> => ({
  ...Object.fromEntries(
    [...planOf(resource).foldedSort].map((c) => [`${c}_kunci`, fold(String(row[c] ?? ''))]),
  ),
  ...(resource.search.length > 0 && {
    cari: fold([...resource.search.map((c) => row[c] ?? ''), more].join(' ')),
  }),
})

/**
 * A resource's table as the actor may read it. What is concealed is null there, so that no list, filter or export that reads it
 * can tell more.
 */
const sourceOf = ({ resource, conceal }: AnyModule, actor: Actor): RawBuilder<unknown> => {
  const { table, columns, foldedSort } = planOf(resource)
  const hidden = conceal?.(actor)
  if (!hidden) return sql.table(table)
  const keys = [
    ...[...foldedSort].map((c) => `${c}_kunci`),
    ...(resource.search.length > 0 ? ['cari'] : []),
  ]
  const told = [...columns, ...keys].map((c) =>
    hidden.columns.includes(c)
      ? sql`case when ${hidden.where} then null else ${sql.ref(c)} end as ${sql.ref(c)}`
      : sql.ref(c),
  )
  return sql`(select ${sql.join(told)} from ${sql.table(table)}) as ${sql.ref(table)}`
}

const where = (conditions: (Condition | undefined)[]) => {
  const all = conditions.filter((c) => c !== undefined)
  return all.length === 0 ? sql`` : sql` where ${sql.join(all, sql` and `)}`
}

/** One row in the actor's scope, with what `expand` names; undefined when there is none. */
export const findRow = async (
  db: Db | Trx,
  module: AnyModule,
  actor: Actor,
  id: number,
  expand: string[] = [],
): Promise<AnyRow | undefined> => {
  const plan = planOf(module.resource)
  const { rows } =
    await sql<AnyRow>`select ${plan.select} from ${sourceOf(module, actor)}${where([sql`${column(module.resource, 'id')} = ${id}`, module.scope?.(actor)])}`.execute(
      db,
    )
  const row = rows[0]
  if (!row) return undefined
  decodeRow(row, plan.decoders)
  await addExpands(db, module, actor, [row], expand)
  return row
}

/** True when a row with this id, in scope, meets the condition. */
export const rowExists = async (
  db: Db | Trx,
  module: AnyModule,
  actor: Actor,
  id: number,
  extra: Condition[] = [],
): Promise<boolean> => {
  const { rows } =
    await sql`select 1 from ${sql.table(planOf(module.resource).table)}${where([sql`${column(module.resource, 'id')} = ${id}`, module.scope?.(actor), ...extra])}`.execute(
      db,
    )
  return rows.length > 0
}

/** How many rows a list has in all. SQLite takes conditions in their order: what was asked for leaves fewer rows to ask the scope of. */
export const countRows = async (
  db: Db,
  module: AnyModule,
  actor: Actor,
  query: ListQuery,
): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${sourceOf(module, actor)}${where([...query.conditions, module.scope?.(actor)])}`.execute(
    db,
  )
  return rows[0]?.n ?? 0
}

/** A row's place in a list: its sort key, as it is stored, and its id. */
interface End {
  kunci: unknown
  id: number
}
/** Where a batch of rows begins: after so many, or after a row. */
type Start = { offset: number } | { after: End | undefined }

/** What is selected of a batch of rows, in the list's order; of those that follow a row, their sort key as `kunci` too. */
const selectRows = async <T>(
  db: Db,
  module: AnyModule,
  actor: Actor,
  query: ListQuery,
  start: Start,
  limit: number,
  selected: RawBuilder<unknown>,
): Promise<T[]> => {
  const plan = planOf(module.resource)
  const direction = sql.raw(query.descending ? ' desc' : '')
  const [id, nullable] = [column(module.resource, 'id'), plan.nullable.has(query.sort)]
  const sorted = column(
    module.resource,
    plan.foldedSort.has(query.sort) ? `${query.sort}_kunci` : query.sort,
  )
  const order =
    query.sort === 'id'
      ? sql`${id}${direction}`
      : sql`${sorted}${direction}${sql.raw(nullable ? ' nulls last' : '')}, ${id}${direction}`
  const beyond = sql.raw(query.descending ? '<' : '>')
  const after = 'after' in start ? start.after : undefined
  // As a pair the two are read from the index on them; rows without a key stand last.
  const rest =
    after &&
    (after.kunci === null
      ? sql<SqlBool>`(${sorted} is null and ${id} ${beyond} ${after.id})`
      : nullable
        ? sql<SqlBool>`((${sorted}, ${id}) ${beyond} (${after.kunci}, ${after.id}) or ${sorted} is null)`
        : sql<SqlBool>`(${sorted}, ${id}) ${beyond} (${after.kunci}, ${after.id})`)
  const [key, offset] =
    'after' in start ? [sql`, ${sorted} as kunci`, sql``] : [sql``, sql` offset ${start.offset}`]
  return (
    await sql<T>`select ${selected}${key} from ${sourceOf(module, actor)}${where([module.scope?.(actor), ...query.conditions, rest])} order by ${order} limit ${limit}${offset}`.execute(
      db,
    )
  ).rows
}

/** The rows of one page. */
export const pageRows = async (
  db: Db,
  module: AnyModule,
  actor: Actor,
  query: ListQuery,
  offset: number,
  limit: number,
): Promise<AnyRow[]> => {
  const plan = planOf(module.resource)
  // What an expand follows is read even where `fields` leaves it out.
  const followed = query.expand.flatMap((e) => {
    const { kind, by } = module.resource.expand[e]!
    return kind === 'one' ? [by] : []
  })
  const selected = query.fields
    ? sql.join([...new Set(['id', ...query.fields, ...followed])].map((c) => sql.ref(c)))
    : plan.select
  const rows = await selectRows<AnyRow>(db, module, actor, query, { offset }, limit, selected)
  for (const row of rows) decodeRow(row, plan.decoders)
  await addExpands(db, module, actor, rows, query.expand)
  const extra = query.fields ? followed.filter((c) => c !== 'id' && !query.fields!.includes(c)) : []
  for (const row of rows) for (const column of extra) delete row[column]
  return rows
}

/**
 * A text of each row of a list, made by the database, in the list's order, so many at a time; each batch from where the last one ended: what
 * comes or goes meanwhile neither doubles nor hides another row, and no batch is slower for being late.
 */
export const allTexts = async function* (
  db: Db,
  module: AnyModule,
  actor: Actor,
  query: ListQuery,
  text: RawBuilder<string>,
  batch: number,
): AsyncGenerator<string[]> {
  // Worked out once: it is long, and the same for every batch.
  const { sql: worked, parameters } = text.compile(db)
  const teks = parameters.length === 0 ? sql.raw(worked) : text
  const read = (after: End | undefined) =>
    selectRows<End & { teks: string }>(
      db,
      module,
      actor,
      query,
      { after },
      batch,
      sql`${column(module.resource, 'id')}, ${teks} as teks`,
    )
  let reading: ReturnType<typeof read> | undefined = read(undefined)
  while (reading) {
    const rows: Awaited<typeof reading> = await reading
    const end = rows.at(-1)
    // The next batch is read while this one is worked on. One that nobody waits for any more may fail unheard.
    reading = end && rows.length === batch ? read(end) : undefined
    reading?.catch(() => {})
    // On its way first: asking takes some turns of the loop, and what is done with a batch lets no other turn.
    await turn()
    if (end) yield rows.map((r) => r.teks)
  }
}

const addExpands = async (
  db: Db | Trx,
  module: AnyModule,
  actor: Actor,
  rows: Record<string, unknown>[],
  names: string[],
): Promise<void> => {
  if (rows.length === 0) return
  for (const name of names) {
    const { kind, from, by, on, order, schema } = module.resource.expand[name]!
    if (kind === 'own' || kind === 'owns') {
      const found = await module.expands![name]!({
        db,
        actor,
        ids: rows.map((r) => r.id as number),
      })
      for (const row of rows)
        row[name] = found.get(row.id as number) ?? (kind === 'own' ? null : [])
      continue
    }
    const shape = schema.shape as Record<string, object>
    const decoders = decodersOf(shape)
    const key = kind === 'one' ? on : by
    const ids = [
      ...new Set(
        rows.map((r) => r[kind === 'one' ? by : 'id']).filter((v) => v !== null && v !== undefined),
      ),
    ]
    const columns = [...new Set([key, ...Object.keys(shape)])]
    const found =
      ids.length === 0
        ? []
        : (
            await sql<
              Record<string, unknown>
            >`select ${sql.join(columns.map((c) => sql.ref(c)))} from ${sql.table(from)} where ${sql.ref(key)} in (${sql.join(ids)}) order by ${sql.ref(order ?? key)}`.execute(
              db,
            )
          ).rows
    const byKey = Map.groupBy(
      found.map((f) => decodeRow(f, decoders)),
      (f) => f[key],
    )
    for (const field of module.conceal?.(actor)?.expands[name] ?? [])
      for (const row of found) row[field] = null
    // What only ties them together is no part of the answer.
    if (!Object.hasOwn(shape, key)) for (const f of found) delete f[key]
    for (const row of rows) {
      const own = byKey.get(row[kind === 'one' ? by : 'id'])
      row[name] = kind === 'many' ? (own ?? []) : (own?.[0] ?? null)
    }
  }
}

/** What the audit log never holds: secrets, identity numbers, and account numbers of people. */
const isSecret = (entitas: string, field: string): boolean =>
  /password|sandi|token|hash|otp|(^|_)nik($|_)|paspor/.test(field) ||
  (entitas !== 'bank' && /no_rekening/.test(field))
const unaudited = new Set(['id', 'versi', 'created_at', 'created_by', 'updated_at', 'updated_by'])
const changed = (entitas: string, before: AnyRow | undefined, after: AnyRow | undefined) => {
  const keys = [...new Set([...Object.keys(after ?? {}), ...Object.keys(before ?? {})])].filter(
    (k) => !unaudited.has(k),
  )
  const differing = keys.filter(
    (k) => !before || !after || JSON.stringify(before[k]) !== JSON.stringify(after[k]),
  )
  const pick = (row: AnyRow | undefined) =>
    row
      ? JSON.stringify(
          Object.fromEntries(
            differing
              .filter((k) => k in row)
              .map((k) => [k, row[k] !== null && isSecret(entitas, k) ? '***' : row[k]]),
          ),
        )
      : null
  return { differing, sebelum: pick(before), sesudah: pick(after) }
}
/** Writes who changed what, in the transaction of the change; nothing when nothing changed. */
export const auditChange = async (
  trx: Trx,
  ctx: Ctx,
  aksi: string,
  entitas: string,
  before: AnyRow | undefined,
  after: AnyRow | undefined,
  alasan: string | null = null,
): Promise<void> => {
  const { differing, sebelum, sesudah } = changed(entitas, before, after)
  if (before && after && differing.length === 0 && aksi === 'update') return
  const row = after ?? before
  const gedung = entitas === 'gedung' ? row?.id : row?.gedung_id
  await auditEvent(trx, ctx, {
    aksi,
    entitas,
    entitas_id: row?.id ?? null,
    sebelum,
    sesudah,
    alasan,
    gedung_id: typeof gedung === 'number' ? gedung : null,
  })
}
/** Writes an event to the audit log. */
export const auditEvent = (
  trx: Trx,
  ctx: Pick<Ctx, 'ip' | 'agent'> & { actor: Pick<Actor, 'id' | 'name'> | null },
  event: {
    aksi: string
    entitas: string
    entitas_id?: number | null
    sebelum?: string | null
    sesudah?: string | null
    alasan?: string | null
    gedung_id?: number | null
  },
) => {
  const time = now()
  return untyped(trx)
    .insertInto('audit')
    .values({
      sebelum: null,
      sesudah: null,
      alasan: null,
      entitas_id: null,
      gedung_id: null,
      ...event,
      user_nama: ctx.actor?.name ?? null,
      created_by: ctx.actor?.id ?? null,
      updated_by: ctx.actor?.id ?? null,
      created_at: time,
      updated_at: time,
      ip: ctx.ip,
      agen: ctx.agent.slice(0, 200),
    })
    .execute()
}
