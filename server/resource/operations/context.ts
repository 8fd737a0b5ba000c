/** Context and helpers of every operation of a resource. */
import { engineOf } from '#server/db/engine.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { notFound } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import type { AnyRow } from '#server/resource/columns.ts'
import type { AnyModule, ModuleOf } from '#server/resource/module.ts'
import { parseId } from '#server/resource/query/query.ts'
import { findRow } from '#server/resource/rows.ts'
import type { Writer } from '#server/resource/writer.ts'

export interface OperationContext {
  module: AnyModule
  moduleOf: ModuleOf
  writer: Writer
}

/** The row that the URL names, in the actor's scope. Throws 404 when there is none. */
export const requestedRow = async (module: AnyModule, trx: Trx, ctx: Ctx): Promise<AnyRow> =>
  (await findRow(trx, module, ctx.actor, parseId(ctx.url))) ??
  Promise.reject(notFound(module.resource.label[0]))

/** Whether a list or picker filters by status: then no status is excluded by default. */
export const asksForStatus = (params: URLSearchParams): boolean =>
  [...params.keys()].some((k) => /^status$|\[status\]/.test(k))

/**
 * Returns the connection that reads a list. Reads of every row, such as a search, are separated
 * from other work; PostgreSQL itself serves many at once.
 */
export const readerFor = (module: AnyModule, ctx: Ctx): Db => {
  const params = ctx.url.searchParams
  const everyRow =
    Boolean(params.get('q')) || [...params.keys()].some((key) => key.includes('[like]'))
  return everyRow || (module.large && engineOf(ctx.db) === 'sqlite') ? ctx.reader : ctx.db
}

/** How the transaction of an operation that takes numbers waits: for the counter, first of all. */
export const queueing = (module: AnyModule, operation: string) =>
  module.takesNumbers === true || module.takesNumbers?.includes(operation)
    ? { queueFor: ['penghitung' as const] }
    : {}

/** Runs the module's `prepare` before a write's transaction; the result is passed to the hooks. */
export const prepare = (
  module: AnyModule,
  ctx: Ctx,
  operation: string,
  body: Record<string, unknown>,
): Promise<unknown> | undefined => module.prepare?.({ ctx, operation, body } as never)
