/**
 * `POST /<name>/delete?id=`: deletes a row to which no other row refers. If the module has
 * `remove`, marks the row as deleted instead.
 */
import { tableOf, type Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import type { Ctx } from '#server/http/context.ts'
import { json, type Handler } from '#server/http/routes.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import type { AnyRow } from '#server/resource/columns.ts'
import { dropFiles } from '#server/resource/files.ts'
import { untyped } from '#server/resource/module.ts'
import { requestedRow, type OperationContext } from '#server/resource/operations/context.ts'
import { checkOutletScope } from '#server/resource/outlets.ts'
import { checkUnused } from '#server/resource/usage.ts'

export const deleteOperation =
  (context: OperationContext): Handler =>
  (ctx) =>
    context.writer.guarded(() =>
      transaction(ctx.db, async (trx) => {
        const row = await requestedRow(context.module, trx, ctx)
        await deleteRow(context, trx, ctx, row)
        return json({ id: row.id })
      }),
    )

/** Deletes a row like `deleteOperation`, as a part of a transaction. */
export const deleteRow = async (
  { module, moduleOf, writer }: OperationContext,
  trx: Trx,
  ctx: Ctx,
  row: AnyRow,
): Promise<void> => {
  const { resource } = module
  checkOutletScope(ctx.actor, resource, row)
  const before = await writer.whole(trx, row)
  await module.beforeDelete?.({ trx, ctx, row } as never)
  if (module.remove) await module.remove({ trx, ctx, row } as never)
  else {
    await checkUnused(trx, ctx, module, moduleOf, row)
    await untyped(trx).deleteFrom(tableOf(resource.name)).where('id', '=', row.id).execute()
    await dropFiles(trx, resource.name, row.id)
  }
  await auditChange(trx, ctx, { aksi: 'delete', entitas: resource.name, before })
}
