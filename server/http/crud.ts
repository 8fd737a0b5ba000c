/** The routes of a resource, from its declaration and its module. */
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { AccessCode } from '#contract/access.ts'
import { id as idField, metaOf } from '#contract/fields.ts'
import type { Issue } from '#contract/resource.ts'
import { engineOf } from '#server/db/engine.ts'
import { tableOf, type Db, type Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, forbidden, invalid, invalidField, notFound } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { checkWindow } from '#server/http/dateWindow.ts'
import { exportList } from '#server/http/ekspor.ts'
import { attachFiles, checkFiles, dropFiles } from '#server/http/files.ts'
import { once, onceCreated } from '#server/http/idempotency.ts'
import { untyped, type AnyModule } from '#server/http/module.ts'
import { refuseForeign } from '#server/http/outlets.ts'
import { refuseUsed } from '#server/http/pemakai.ts'
import {
  column,
  issuesOf,
  parseExpand,
  parseId,
  parseIds,
  parseList,
  sought,
  type Condition,
} from '#server/http/query.ts'
import { addRoute, json, type Handler, type Routes } from '#server/http/routes.ts'
import {
  auditChange,
  auditEvent,
  countRows,
  encode,
  findRow,
  keysOf,
  pageRows,
  rowExists,
  type AnyRow,
} from '#server/http/rows.ts'
import { checkPhones } from '#server/http/telepon.ts'

/** Finds the module of a resource by name. */
export type ModuleOf = (name: string) => AnyModule | undefined

/** Parses a body by a schema. Throws 422 naming the fields. */
export const parseBody = (schema: z.ZodMiniType, body: unknown): Record<string, unknown> => {
  const result = z.safeParse(schema, body)
  if (!result.success) throw invalid(issuesOf(result.error))
  const data = result.data as Record<string, unknown>
  const phones = checkPhones(schema, data)
  if (phones.length > 0) throw invalid(phones)
  return data
}
/** An empty text for a field that may be null means null. */
const emptyToNull = (shape: Record<string, z.ZodMiniType>, body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).map(([k, v]) => [
      k,
      v === '' && Object.hasOwn(shape, k) && z.safeParse(shape[k]!, null).success ? null : v,
    ]),
  )

/** A body without what is nowhere kept in the clear, not even as a hash: passwords, numbers of papers and accounts. */
const withoutSecrets = (shape: Record<string, z.ZodMiniType>, body: Record<string, unknown>) =>
  Object.fromEntries(
    Object.entries(body).filter(([k]) => {
      const schema = Object.hasOwn(shape, k) ? shape[k] : undefined
      const meta = schema && metaOf(schema)
      return !meta?.rahasia && meta?.control !== 'password'
    }),
  )

/** References must exist, be of the kind that the field takes, and be in the actor's scope. */
export const checkReferences = async (
  trx: Trx,
  ctx: Ctx,
  moduleOf: ModuleOf,
  shape: Record<string, z.ZodMiniType>,
  input: Record<string, unknown>,
  current: Record<string, unknown> | undefined,
  path = '',
): Promise<Issue[]> => {
  const issues: Issue[] = []
  for (const [field, schema] of Object.entries(shape)) {
    const meta = metaOf(schema)
    const target = meta?.resource ? moduleOf(meta.resource) : undefined
    const value = input[field]
    if (
      !target ||
      value === null ||
      value === undefined ||
      JSON.stringify(value) === JSON.stringify(current?.[field])
    )
      continue
    const kind = Object.entries(meta?.params ?? {}).map(([name, text]) =>
      target.filters![name]!(text as never, ctx.actor),
    )
    // What a list has of elsewhere stays, whoever saves it.
    const known = current?.[field]
    const ids = Array.isArray(value)
      ? (value as number[]).filter((id) => !Array.isArray(known) || !known.includes(id))
      : [value as number]
    for (const id of ids)
      if (!(await rowExists(trx, target, ctx.actor, id, kind))) {
        issues.push({ field: path + field, message: `${meta?.label} tidak ditemukan` })
        break
      }
  }
  return issues
}

/** Unique keys over what is made of columns, by the fields that a person knows. */
const madeKeys: Readonly<Record<string, readonly string[]>> = {
  bank_rekening: ['nama_bank', 'no_rekening'],
}
const unique = (error: unknown): string[] | undefined => {
  if (!(error instanceof Error)) return undefined
  const made =
    madeKeys[
      /UNIQUE constraint failed: index '(\w+)'/.exec(error.message)?.[1] ??
        ('code' in error && error.code === '23505' && 'constraint' in error
          ? String(error.constraint)
          : '')
    ]
  if (made) return [...made]
  const columns =
    /UNIQUE constraint failed: (.+)/
      .exec(error.message)?.[1]
      ?.split(', ')
      .map((c) => c.split('.').at(-1)!) ??
    ('code' in error && error.code === '23505' && 'detail' in error
      ? /^Key \((.+?)\)=/.exec(String(error.detail))?.[1]?.split(', ')
      : undefined)
  return columns?.map((c) => c.replace(/_kunci$/, '').replace(/^lower\((\w+).*$/, '$1'))
}
const referenced = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  (error.code === 'SQLITE_CONSTRAINT_FOREIGNKEY' ||
    error.code === 'SQLITE_CONSTRAINT_TRIGGER' ||
    error.code === '23503')

const idSchema = idField()

/** Creating and updating rows of a resource by its rules, inside a transaction: what its routes do, and whatever else writes such rows. */
export const writerOf = (module: AnyModule, moduleOf: ModuleOf) => {
  const { resource } = module
  const { name } = resource
  const table = tableOf(name)
  const inputs = { ...resource.fields, ...resource.extra }
  /** The row with what lives in other tables, for the audit log. */
  const whole = async (trx: Trx, row: AnyRow): Promise<AnyRow> => ({
    ...row,
    ...(await module.extras?.({ trx, row } as never)),
  })
  const inScope = async (trx: Trx, ctx: Ctx, id: number): Promise<AnyRow> =>
    (await findRow(trx, module, ctx.actor, id)) ??
    Promise.reject(forbidden('Data itu di luar wilayah Anda'))
  /** Duplicates and rows in use become answers a person understands. */
  const guarded = async <T>(run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (error) {
      const columns = unique(error)
      if (columns) {
        const field = columns.find((c) => c in inputs) ?? columns[0]!
        const message = `${columns.map((c) => (inputs[c] && metaOf(inputs[c])?.label) ?? c).join(' dan ')} sudah dipakai`
        throw conflict(message, { errors: [{ field, message }] })
      }
      if (referenced(error))
        throw conflict(`${resource.label[0]} masih dipakai data lain. Nonaktifkan saja.`)
      throw error
    }
  }

  /** The row as an input, so that rules over several fields see what a partial update leaves as it is. */
  const asInput = (row: AnyRow): Record<string, unknown> => ({
    ...Object.fromEntries(
      Object.entries(resource.extra).map(([k, schema]) => {
        const result = z.safeParse(schema, undefined)
        return [k, result.success ? result.data : undefined]
      }),
    ),
    ...Object.fromEntries(Object.entries(row).filter(([k]) => k in inputs)),
  })
  const staleMessage = async (trx: Trx, current: AnyRow): Promise<string> => {
    const by =
      current.updated_by === null
        ? undefined
        : await trx
            .selectFrom('user')
            .select('name')
            .where('id', '=', current.updated_by as number)
            .executeTakeFirst()
    return `Data diubah oleh ${by?.name ?? 'sistem'} sejak Anda membukanya`
  }
  const rekey = async (
    trx: Trx,
    ctx: Ctx,
    id: number,
    input: object,
    columns: Record<string, unknown>,
  ) => {
    const more = await module.searchText!({ trx, ctx, id, input, current: undefined } as never)
    await untyped(trx)
      .updateTable(table)
      .set({ cari: keysOf(resource, columns, more).cari })
      .where('id', '=', id)
      .execute()
  }
  return {
    guarded,
    whole,
    inScope,
    staleMessage,
    /** Makes a row of a request's body; `fixed` columns are the server's own. Throws 422, 403. */
    create: async (
      trx: Trx,
      ctx: Ctx,
      body: Record<string, unknown>,
      fixed: Record<string, unknown> = {},
    ): Promise<AnyRow> => {
      const input = parseBody(resource.input, emptyToNull(inputs, body))
      const issues = [
        ...(resource.check?.(input as never) ?? []),
        ...(await checkReferences(trx, ctx, moduleOf, inputs, input, undefined)),
        ...(await checkFiles(trx, ctx, resource, input, undefined)),
        ...(await checkWindow(trx, inputs, input)),
      ]
      if (issues.length > 0) throw invalid(issues)
      const computed =
        (await module.before?.({ trx, ctx, input, current: undefined } as never)) ?? {}
      const own = Object.fromEntries(Object.entries(input).filter(([k]) => k in resource.fields))
      const time = now()
      const columns = { ...own, ...computed, ...fixed }
      refuseForeign(ctx.actor, resource, columns, true)
      const values = encode({
        ...columns,
        versi: 1,
        created_at: time,
        created_by: ctx.actor.id,
        updated_at: time,
        updated_by: ctx.actor.id,
        ...keysOf(resource, columns),
      })
      const { id } = (await untyped(trx)
        .insertInto(table)
        .values(values)
        .returning('id')
        .executeTakeFirstOrThrow()) as { id: number }
      await attachFiles(trx, ctx, resource, id, input, undefined)
      await module.after?.({ trx, ctx, input, current: undefined, id } as never)
      if (module.searchText) await rekey(trx, ctx, id, input, columns)
      const row = await inScope(trx, ctx, id)
      await auditChange(trx, ctx, 'create', name, undefined, await whole(trx, row))
      return row
    },
    /** Changes a row by a request's body, which names the version that it read. Throws 422, 409, 403. */
    update: async (
      trx: Trx,
      ctx: Ctx,
      current: AnyRow,
      body: Record<string, unknown>,
    ): Promise<AnyRow> => {
      const { versi } = body
      if (typeof versi !== 'number')
        throw invalidField('versi', 'versi wajib: kirim yang terakhir dibaca')
      // With what lives in other tables: a list that somebody else changed meanwhile must not be taken back unseen.
      if (versi !== current.versi)
        throw conflict(await staleMessage(trx, current), { current: await whole(trx, current) })
      refuseForeign(ctx.actor, resource, current)
      const patch = parseBody(resource.update, emptyToNull(inputs, body))
      const before = await whole(trx, current)
      const merged = { ...asInput(before), ...patch }
      const issues = [
        ...(resource.check?.(merged as never) ?? []),
        ...(await checkReferences(trx, ctx, moduleOf, inputs, patch, before)),
        ...(await checkFiles(trx, ctx, resource, patch, current)),
        ...(await checkWindow(trx, inputs, patch, before)),
      ]
      if (issues.length > 0) throw invalid(issues)
      const computed = (await module.before?.({ trx, ctx, input: merged, current } as never)) ?? {}
      const own = Object.fromEntries(Object.entries(patch).filter(([k]) => k in resource.fields))
      const columns = { ...current, ...own, ...computed }
      refuseForeign(ctx.actor, resource, columns, true)
      await untyped(trx)
        .updateTable(table)
        .set(
          encode({
            ...own,
            ...computed,
            ...keysOf(resource, columns),
            versi: versi + 1,
            updated_at: now(),
            updated_by: ctx.actor.id,
          }),
        )
        .where('id', '=', current.id)
        .execute()
      await attachFiles(trx, ctx, resource, current.id, patch, current)
      await module.after?.({ trx, ctx, input: merged, current, id: current.id } as never)
      if (module.searchText) await rekey(trx, ctx, current.id, merged, columns)
      const row = await inScope(trx, ctx, current.id)
      // An input that is stored nowhere as it came, such as a password: that it was given is what happened.
      const given = Object.fromEntries(
        Object.keys(patch)
          .filter((k) => k in resource.extra && !(k in before))
          .map((k) => [k, patch[k]]),
      )
      await auditChange(trx, ctx, 'update', name, before, { ...(await whole(trx, row)), ...given })
      return row
    },
  }
}

/** `Link` says the query five times, and a proxy takes 4 to 8 kB of headers: a longer query goes without. */
const maxLinked = 500

/** Adds every route that the declaration offers. */
export const addResource = (routes: Routes, module: AnyModule, moduleOf: ModuleOf): void => {
  const { resource } = module
  const { name, access } = resource
  const table = tableOf(name)
  const writer = writerOf(module, moduleOf)
  const { guarded, whole, inScope, staleMessage } = writer
  const on = (
    method: 'GET' | 'POST',
    operation: string,
    handler: Handler,
    codes: readonly string[] = [`${name}/${operation}`],
    path = `/${name}/${operation}`,
  ) => {
    if (access[operation] !== null) addRoute(routes, method, path, codes, handler)
  }
  const filters = module.filters ?? {}
  const load = async (trx: Trx, ctx: Ctx): Promise<AnyRow> =>
    (await findRow(trx, module, ctx.actor, parseId(ctx.url))) ??
    Promise.reject(notFound(resource.label[0]))
  /** A list's query, without the rows that are shown only to who asks for their status. */
  const asksStatus = (params: URLSearchParams) =>
    [...params.keys()].some((k) => /^status$|\[status\]/.test(k))
  const listOf = (ctx: Ctx, params: URLSearchParams) => {
    const query = parseList(resource, filters, params, ctx.actor, module.foundThrough)
    return module.listed && !asksStatus(params)
      ? { ...query, conditions: [...query.conditions, module.listed] }
      : query
  }
  /** Who reads a list: what reads every row, as a search does, stays out of the way of everything else; PostgreSQL does so for many by itself. */
  const readerOf = (ctx: Ctx): Db => {
    const params = ctx.url.searchParams
    const everyRow =
      Boolean(params.get('q')) || [...params.keys()].some((key) => key.includes('[like]'))
    return everyRow || (module.large && engineOf(ctx.db) === 'sqlite') ? ctx.reader : ctx.db
  }
  const queueing = (operation: string) =>
    module.counter === true || module.counter?.includes(operation)
      ? { antre: ['penghitung' as const] }
      : {}

  const listCodes = module.listCodes ?? [`${name}/index` as AccessCode]
  on(
    'GET',
    'index',
    async (ctx) => {
      const query = listOf(ctx, ctx.url.searchParams)
      const offset = (query.page - 1) * query.perPage
      const db = readerOf(ctx)
      const [total, rows] = await Promise.all([
        countRows(db, module, ctx.actor, query),
        pageRows(db, module, ctx.actor, query, offset, query.perPage),
      ])
      const pages = Math.ceil(total / query.perPage)
      const page = Math.max(1, Math.min(query.page, pages))
      const shown =
        rows.length === 0 && total > 0
          ? await pageRows(db, module, ctx.actor, query, (page - 1) * query.perPage, query.perPage)
          : rows
      const linked = ctx.url.search.length <= maxLinked
      const link = (n: number) => {
        const url = new URL(ctx.url)
        url.searchParams.set('page', String(n))
        return `<${url.pathname}${url.search}>`
      }
      return json(shown, 200, {
        'X-Pagination-Total-Count': String(total),
        'X-Pagination-Page-Count': String(pages),
        'X-Pagination-Current-Page': String(page),
        'X-Pagination-Per-Page': String(query.perPage),
        ...(linked && {
          Link: [
            `${link(page)}; rel=self`,
            `${link(1)}; rel=first`,
            ...(page > 1 ? [`${link(page - 1)}; rel=prev`] : []),
            ...(page < pages ? [`${link(page + 1)}; rel=next`] : []),
            `${link(Math.max(1, pages))}; rel=last`,
          ].join(', '),
        }),
      })
    },
    listCodes,
    `/${name}`,
  )

  if (resource.totals.length > 0)
    on(
      'GET',
      'index',
      async (ctx) => {
        const query = listOf(ctx, ctx.url.searchParams)
        const conditions = [...query.conditions, module.scope?.(ctx.actor)].filter(
          (c) => c !== undefined,
        )
        // A void row is listed but counts for nothing (domain.md 3.6).
        const live =
          'void_at' in resource.entity.shape
            ? sql` filter (where ${column(resource, 'void_at')} is null)`
            : sql``
        const sums = sql.join(
          resource.totals.map(
            (t) => sql`coalesce(sum(${column(resource, t)})${live}, 0) as ${sql.ref(t)}`,
          ),
        )
        const { rows } = await sql<
          Record<string, number>
        >`select count(*) as jumlah_baris, ${sums} from ${sql.table(table)}${conditions.length ? sql` where ${sql.join(conditions, sql` and `)}` : sql``}`.execute(
          ctx.reader,
        )
        return json(rows[0])
      },
      listCodes,
      `/${name}/total`,
    )

  on('GET', 'ekspor', async (ctx) =>
    exportList(
      ctx,
      module,
      listOf(ctx, new URLSearchParams([...ctx.url.searchParams].filter(([k]) => k !== 'format'))),
      moduleOf,
    ),
  )

  on('GET', 'view', async (ctx) => {
    const row = await findRow(
      ctx.db,
      module,
      ctx.actor,
      parseId(ctx.url),
      parseExpand(resource, ctx.url.searchParams),
    )
    if (!row) throw notFound(resource.label[0])
    return json(row)
  })

  const { choice } = resource
  if (choice)
    on('GET', 'pilihan', async (ctx) => {
      const params = ctx.url.searchParams
      const { sort, descending, conditions } = parseList(
        resource,
        filters,
        new URLSearchParams([...params].filter(([k]) => k !== 'id' && k !== 'q')),
        ctx.actor,
      )
      const q = params.get('q')?.trim()
      const ids = parseIds(idSchema, params)
      const all: (Condition | undefined)[] = [
        ...conditions,
        ...(q
          ? q
              .slice(0, 100)
              .split(/\s+/)
              .map((word) => sought(resource, word, ctx.actor, module.foundThrough))
          : []),
        ids.length > 0
          ? sql`${column(resource, 'id')} in (${sql.join(ids)})`
          : module.offered
            ? asksStatus(params)
              ? undefined
              : module.offered
            : 'status' in resource.entity.shape &&
                resource.fields.status &&
                z.safeParse(resource.fields.status, 'aktif').success
              ? sql`${column(resource, 'status')} = 'aktif'`
              : undefined,
        module.scope?.(ctx.actor),
      ]
      const used = all.filter((c) => c !== undefined)
      const direction = sql.raw(descending ? ' desc' : '')
      const order = sql.ref(
        keysOf(resource, {})[`${sort}_kunci`] === undefined ? sort : `${sort}_kunci`,
      )
      const note = module.note ?? (choice.note ? sql.ref(choice.note) : sql`null`)
      const { rows } =
        await sql`select id, ${sql.ref(choice.label)} as label, ${note} as keterangan from ${sql.table(table)}${used.length ? sql` where ${sql.join(used, sql` and `)}` : sql``} order by ${order}${direction} nulls last, id${direction} limit 50`.execute(
          readerOf(ctx),
        )
      return json(rows)
    })

  const created = (row: AnyRow) => ({
    status: 201,
    data: row,
    headers: { Location: `/api/${name}/view?id=${row.id}` },
  })
  const prepare = (ctx: Ctx, operation: string, body: Record<string, unknown>) =>
    module.prepare?.({ ctx, operation, body } as never)
  on('POST', 'create', async (ctx, body) => {
    await prepare(ctx, 'create', body)
    return guarded(() =>
      transaction(
        ctx.db,
        (trx) => {
          const panggilan = `${name}/create`
          if (resource.idempotent.includes('create'))
            return once(trx, ctx, true, panggilan, body, async () =>
              created(await writer.create(trx, ctx, body)),
            )
          return onceCreated(trx, ctx, {
            panggilan,
            body: withoutSecrets({ ...resource.fields, ...resource.extra }, body),
            make: async () => {
              const row = await writer.create(trx, ctx, body)
              return { id: row.id, answer: created(row) }
            },
            read: async (id) =>
              created(
                (await findRow(trx, module, ctx.actor, id)) ??
                  (await Promise.reject(notFound(resource.label[0]))),
              ),
          })
        },
        queueing('create'),
      ),
    )
  })

  on('POST', 'update', async (ctx, body) => {
    await prepare(ctx, 'update', body)
    const row = await guarded(() =>
      transaction(ctx.db, async (trx) => writer.update(trx, ctx, await load(trx, ctx), body)),
    )
    await module.committed?.({ ctx, aksi: 'update', row, input: body } as never)
    return json(row)
  })

  on('POST', 'delete', (ctx) =>
    guarded(() =>
      transaction(ctx.db, async (trx) => {
        const row = await load(trx, ctx)
        refuseForeign(ctx.actor, resource, row)
        const before = await whole(trx, row)
        await module.beforeDelete?.({ trx, ctx, row } as never)
        if (module.remove) await module.remove({ trx, ctx, row } as never)
        else {
          await refuseUsed(trx, ctx, module, moduleOf, row)
          await untyped(trx).deleteFrom(table).where('id', '=', row.id).execute()
          await dropFiles(trx, name, row.id)
        }
        await auditChange(trx, ctx, 'delete', name, before, undefined)
        return json({ id: row.id })
      }),
    ),
  )

  for (const [action, schema] of Object.entries(resource.actions)) {
    on('POST', action, async (ctx, body) => {
      await prepare(ctx, action, body)
      // A repeated call, which is answered and not done again, leaves it out.
      let done: { row: AnyRow; input: Record<string, unknown> } | undefined
      const response = await guarded(() =>
        transaction(
          ctx.db,
          (trx) =>
            once(
              trx,
              ctx,
              resource.idempotent.includes(action),
              `${name}/${action}`,
              body,
              async () => {
                const row = await load(trx, ctx)
                if (typeof body.versi === 'number' && body.versi !== row.versi)
                  throw conflict(await staleMessage(trx, row), { current: row })
                refuseForeign(ctx.actor, resource, row)
                const input = parseBody(
                  schema,
                  emptyToNull(
                    (schema as z.ZodMiniObject).shape as Record<string, z.ZodMiniType>,
                    body,
                  ),
                )
                const before = await whole(trx, row)
                await module.actions![action]!({ trx, ctx, row, input } as never)
                const after = await inScope(trx, ctx, row.id)
                const alasan = typeof input.alasan === 'string' ? input.alasan : null
                if (module.erases?.includes(action))
                  await auditEvent(trx, ctx, {
                    aksi: action,
                    entitas: name,
                    entitas_id: row.id,
                    alasan,
                  })
                else
                  await auditChange(trx, ctx, action, name, before, await whole(trx, after), alasan)
                done = { row: after, input }
                return { status: 200, data: after }
              },
            ),
          queueing(action),
        ),
      )
      if (done) await module.committed?.({ ctx, aksi: action, ...done } as never)
      return response
    })
  }
}
