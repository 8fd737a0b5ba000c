/** `POST /<name>/<action>?id=`: runs an action of the module on one row. */
import type * as z from 'zod/mini'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { once } from '#server/http/idempotency.ts'
import type { Body, Handler } from '#server/http/routes.ts'
import { auditChange, auditEvent } from '#server/resource/auditLog.ts'
import { emptyToNull, parseBody } from '#server/resource/body.ts'
import type { AnyRow } from '#server/resource/columns.ts'
import {
  prepare,
  queueing,
  requestedRow,
  type OperationContext,
} from '#server/resource/operations/context.ts'
import { checkOutletScope } from '#server/resource/outlets.ts'

/** Name of an action, and the schema of its body. */
interface DeclaredAction {
  action: string
  schema: z.ZodMiniType
}
/** Result of an action. */
interface Done {
  /**
   * Row that the action created. If the action created none, the requested row after the action.
   */
  row: AnyRow
  input: Record<string, unknown>
}

/**
 * Validates an action, runs it and writes it to the audit log. Throws 404 for a row outside the
 * actor's scope, 409 for an outdated version, 422 for an invalid body, and 403 for a row that the
 * actor may not write (`checkOutletScope`).
 */
const act = async (
  { module, writer }: OperationContext,
  { action, schema }: DeclaredAction,
  trx: Trx,
  ctx: Ctx,
  { body, prepared }: { body: Body; prepared: unknown },
): Promise<Done> => {
  const { resource } = module
  const row = await requestedRow(module, trx, ctx)
  if (typeof body.versi === 'number' && body.versi !== row.versi)
    throw conflict(await writer.staleMessage(trx, row), { current: row })
  checkOutletScope(ctx.actor, resource, row)
  const { shape } = schema as z.ZodMiniObject
  const input = parseBody(schema, emptyToNull(shape as Record<string, z.ZodMiniType>, body))
  const before = await writer.whole(trx, row)
  const result = await module.actions![action]!({ trx, ctx, row, input, prepared } as never)
  const now = await writer.inScope(trx, ctx, row.id)
  const alasan = typeof input.alasan === 'string' ? input.alasan : null
  const event = { aksi: action, entitas: resource.name, alasan }
  if (module.erases?.includes(action)) await auditEvent(trx, ctx, { ...event, entitas_id: row.id })
  else await auditChange(trx, ctx, { ...event, before, after: await writer.whole(trx, now) })
  return { row: typeof result === 'number' ? await writer.inScope(trx, ctx, result) : now, input }
}

export const actionOperation =
  (context: OperationContext, declared: DeclaredAction): Handler =>
  async (ctx, body) => {
    const { module, writer } = context
    const { action } = declared
    const { name, idempotent } = module.resource
    const prepared = await prepare(module, ctx, action, body)
    // Stays undefined for a repeated call with the same idempotency key. Such a call returns the
    // recorded response; it runs neither the action nor `afterCommit`.
    let done: Done | undefined
    const call = { call: `${name}/${action}`, body, idempotent: idempotent.includes(action) }
    const response = await writer.guarded(() =>
      transaction(
        ctx.db,
        (trx) => {
          // The transaction may be retried. Discards the result of an attempt that was rolled back,
          // because the retry may find the response of another request with the same key.
          done = undefined
          return once(trx, ctx, call, async () => {
            done = await act(context, declared, trx, ctx, { body, prepared })
            return { status: 200, data: done.row }
          })
        },
        queueing(module, action),
      ),
    )
    if (done) await module.afterCommit?.({ ctx, aksi: action, ...done } as never)
    return response
  }
