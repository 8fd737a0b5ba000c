/** Context of the operations of a resource, and helpers that they share. */
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

/** Returns the row whose id the URL names. Throws 404 when no such row is in the actor's scope. */
export const requestedRow = async (module: AnyModule, trx: Trx, ctx: Ctx): Promise<AnyRow> =>
  (await findRow(trx, module, ctx.actor, parseId(ctx.url))) ??
  Promise.reject(notFound(module.resource.label[0]))

/** Whether the query filters by status; if so, rows are not excluded by their status by default. */
export const asksForStatus = (params: URLSearchParams): boolean =>
  [...params.keys()].some((k) => /^status$|\[status\]/.test(k))

/**
 * Returns the connection that reads a list. Lists that read every row, such as a search, and large
 * tables on SQLite use a separate reader, so that other requests are not blocked.
 */
export const readerFor = (module: AnyModule, ctx: Ctx): Db => {
  const params = ctx.url.searchParams
  const everyRow =
    Boolean(params.get('q')) || [...params.keys()].some((key) => key.includes('[like]'))
  return everyRow || (module.large && engineOf(ctx.db) === 'sqlite') ? ctx.reader : ctx.db
}

/**
 * Returns the option by which the transaction of an operation that takes document numbers queues
 * for the counter before it does anything else.
 */
export const queueing = (module: AnyModule, operation: string) =>
  module.takesNumbers === true || module.takesNumbers?.includes(operation)
    ? { queueFor: ['penghitung' as const] }
    : {}

/** Runs the module's `prepare` before the transaction of a write. */
export const prepare = (
  module: AnyModule,
  ctx: Ctx,
  operation: string,
  body: Record<string, unknown>,
): Promise<unknown> | undefined => module.prepare?.({ ctx, operation, body } as never)
