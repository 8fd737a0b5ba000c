/**
 * `POST /<name>/update?id=`: updates a row. Responds with 409 if another user has changed it since
 * the client read it.
 */
import { transaction } from '#server/db/transaction.ts'
import { json, type Handler } from '#server/http/routes.ts'
import {
  prepare,
  requestedRow,
  type OperationContext,
} from '#server/resource/operations/context.ts'

export const updateOperation =
  ({ module, writer }: OperationContext): Handler =>
  async (ctx, body) => {
    const prepared = await prepare(module, ctx, 'update', body)
    const { row, before } = await writer.guarded(() =>
      transaction(ctx.db, async (trx) => {
        const current = await requestedRow(module, trx, ctx)
        const updated = await writer.update(trx, ctx, current, body, { prepared })
        return { row: updated, before: current }
      }),
    )
    await module.afterCommit?.({ ctx, aksi: 'update', row, input: body, before } as never)
    return json(row)
  }
