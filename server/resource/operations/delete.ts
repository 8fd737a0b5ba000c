/**
 * `POST /<name>/delete?id=`: deletes a row to which no other row refers. If the module has
 * `remove`, marks the row as deleted instead.
 */
import { tableOf } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { json, type Handler } from '#server/http/routes.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import { dropFiles } from '#server/resource/files.ts'
import { untyped } from '#server/resource/module.ts'
import { requestedRow, type OperationContext } from '#server/resource/operations/context.ts'
import { checkOutletScope } from '#server/resource/outlets.ts'
import { checkUnused } from '#server/resource/usage.ts'

export const deleteOperation =
  ({ module, moduleOf, writer }: OperationContext): Handler =>
  (ctx) =>
    writer.guarded(() =>
      transaction(ctx.db, async (trx) => {
        const { resource } = module
        const row = await requestedRow(module, trx, ctx)
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
        return json({ id: row.id })
      }),
    )
