/** Helpers that the operations (list, view, create, …) of all resources share. */
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

/** Returns the row with the id in the URL. Throws 404 when no such row is in the actor's scope. */
export const requestedRow = async (module: AnyModule, trx: Trx, ctx: Ctx): Promise<AnyRow> =>
  (await findRow(trx, module, ctx.actor, parseId(ctx.url))) ??
  Promise.reject(notFound(module.resource.label[0]))

/**
 * Whether the query filters by status. If so, `defaultFilter` and `choiceFilter` of a module do not
 * apply.
 */
export const asksForStatus = (params: URLSearchParams): boolean =>
  [...params.keys()].some((k) => /^status$|\[status\]/.test(k))

/**
 * Returns the database connection for reading a list. A search may have to compare every row, so it
 * uses the separate connection for long reads, on which it does not block other requests. On
 * SQLite, lists of tables marked as `large` use it too. All other lists use the usual connection.
 */
export const readerFor = (module: AnyModule, ctx: Ctx): Db => {
  const params = ctx.url.searchParams
  const everyRow =
    Boolean(params.get('q')) || [...params.keys()].some((key) => key.includes('[like]'))
  return everyRow || (module.large && engineOf(ctx.db) === 'sqlite') ? ctx.reader : ctx.db
}

/**
 * Returns the options for the transaction of an operation. If the operation assigns document
 * numbers, the transaction first waits until no other transaction uses the counter of these
 * numbers.
 */
export const queueing = (module: AnyModule, operation: string) =>
  module.takesNumbers === true || module.takesNumbers?.includes(operation)
    ? { queueFor: ['penghitung' as const] }
    : {}

/**
 * Calls the function `prepare` of the module, if it has one. Must be called before the transaction
 * of a write starts.
 */
export const prepare = (
  module: AnyModule,
  ctx: Ctx,
  operation: string,
  body: Record<string, unknown>,
): Promise<unknown> | undefined => module.prepare?.({ ctx, operation, body } as never)
