/** `POST /<name>/create`: creates a row. */
import { transaction } from '#server/db/transaction.ts'
import { notFound } from '#server/errors.ts'
import { once, onceCreated } from '#server/http/idempotency.ts'
import type { Handler } from '#server/http/routes.ts'
import { withoutSecrets } from '#server/resource/body.ts'
import type { AnyRow } from '#server/resource/columns.ts'
import { prepare, queueing, type OperationContext } from '#server/resource/operations/context.ts'
import { findRow } from '#server/resource/rows.ts'

export const createOperation = ({ module, writer }: OperationContext): Handler => {
  const { resource } = module
  const call = `${resource.name}/create`
  const created = (row: AnyRow) => ({
    status: 201,
    data: row,
    headers: { Location: `/api/${resource.name}/view?id=${row.id}` },
  })
  return async (ctx, body) => {
    const prepared = await prepare(module, ctx, 'create', body)
    // Stays undefined for a repeated call with the same idempotency key. Such a call creates no row
    // and must not run `afterCommit`.
    let done: AnyRow | undefined
    const response = await writer.guarded(() =>
      transaction(
        ctx.db,
        (trx) => {
          const make = async () => {
            done = await writer.create(trx, ctx, body, { prepared })
            return done
          }
          // The transaction may be retried. Discards the row of an attempt that was rolled back.
          done = undefined
          if (resource.idempotent.includes('create'))
            return once(trx, ctx, { call, body, idempotent: true }, async () =>
              created(await make()),
            )
          return onceCreated(trx, ctx, {
            call,
            body: withoutSecrets({ ...resource.fields, ...resource.extra }, body),
            make: async () => {
              const row = await make()
              return { id: row.id, answer: created(row) }
            },
            read: async (id) => {
              const row = await findRow(trx, module, ctx.actor, id)
              if (!row) throw notFound(resource.label[0])
              return created(row)
            },
          })
        },
        queueing(module, 'create'),
      ),
    )
    if (done) await module.afterCommit?.({ ctx, aksi: 'create', row: done, input: body } as never)
    return response
  }
}
