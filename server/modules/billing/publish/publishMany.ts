/**
 * Publishes many bills by one call: the selected bills, or all drafts of a generation run. A call
 * publishes at most `maxBillsPerCall` bills, and the client repeats the call for the remaining
 * bills.
 */
import { BillingStatus } from '#contract/enums.ts'
import { engineOf } from '#server/db/engine.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError, invalidField } from '#server/errors.ts'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import { authorName, now, type Ctx } from '#server/http/context.ts'
import { billingModule } from '#server/modules/billing/bills/billing.ts'
import { publishBills } from '#server/modules/billing/publish/publish.ts'
import { notify } from '#server/notices/notify.ts'
import { yieldToEventLoop } from '#server/runtime/yieldToEventLoop.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Writes an audit entry for each published bill, and creates the notices. The entry has the same
 * content as the entry that the action `terbitkan` writes when it publishes a single bill.
 */
const auditPublished = async (trx: Trx, ctx: Ctx, ids: readonly number[]): Promise<void> => {
  if (ids.length === 0) return
  const bills = await trx
    .selectFrom('billing')
    .select(['id', 'nomor', 'gedung_id', 'terbayar'])
    .where('id', 'in', ids)
    .orderBy('id')
    .execute()
  const stamp = {
    created_at: now(),
    created_by: ctx.actor.id,
    updated_at: now(),
    updated_by: ctx.actor.id,
    user_nama: authorName(ctx.actor),
    ip: ctx.ip,
    agen: ctx.agent.slice(0, 200),
  }
  await insertMany(
    trx,
    'audit',
    bills.map(({ id, gedung_id, ...sesudah }) => ({
      ...stamp,
      aksi: 'terbitkan',
      entitas: 'billing',
      entitas_id: id,
      gedung_id,
      sebelum: JSON.stringify({ status: BillingStatus.draft }),
      sesudah: JSON.stringify({ status: BillingStatus.terbit, ...sesudah }),
    })),
  )
  const events = ids.map((id) => ({ entitas: 'billing', aksi: 'terbitkan', entitas_id: id }))
  await notify(trx, events, { time: stamp.created_at, by: ctx.actor.id })
}
/**
 * Whether the error is an overload of the database (503). Such an error is not caused by a bill.
 */
const isBusy = (error: unknown): boolean => error instanceof HttpError && error.status === 503
/**
 * Maximum number of bills per transaction, by database engine. The number is lower on SQLite, where
 * a transaction blocks all other writers.
 */
const billsAtOnce = { sqlite: 25, postgres: 200 }
const maxBillsPerCall = 200

interface Published {
  published: number[]
  failed: { id: number; pesan: string }[]
}
/**
 * Publishes bills in one transaction. Bills that were deleted or have left the actor's scope in the
 * meantime are reported as failed.
 */
const publishTogether = (ctx: Ctx, ids: readonly number[]): Promise<Published> =>
  transaction(
    ctx.db,
    async (trx) => {
      const rows =
        ids.length === 0
          ? []
          : await trx
              .selectFrom('billing')
              .select('id')
              .where('id', 'in', ids)
              .where(scopeOf(ctx, billingModule))
              .execute()
      const { published, failed } = await publishBills(
        trx,
        rows.map((r) => r.id),
        await readSettings(trx),
        ctx.actor.id,
      )
      await auditPublished(trx, ctx, published)
      const foundIds = new Set(rows.map((r) => r.id))
      const missingBills = ids
        .filter((id) => !foundIds.has(id))
        .map((id) => ({ id, pesan: 'Tagihan tidak ditemukan' }))
      return {
        published,
        failed: [...missingBills, ...failed.map(({ id, error }) => ({ id, pesan: error.message }))],
      }
    },
    { queueFor: ['penghitung'], long: true },
  )
/**
 * Publishes bills in one transaction. If the transaction fails, publishes each bill in a separate
 * transaction, so that only the faulty bills are reported as failed. Throws if the database is
 * overloaded (`isBusy`).
 */
const publishSome = async (ctx: Ctx, ids: readonly number[]): Promise<Published> => {
  try {
    return await publishTogether(ctx, ids)
  } catch (error) {
    if (isBusy(error)) throw error
    ctx.log.warn({ err: error }, 'publishing together failed, one by one now')
  }
  const result: Published = { published: [], failed: [] }
  for (const id of ids) {
    try {
      const { published, failed } = await publishTogether(ctx, [id])
      result.published.push(...published)
      result.failed.push(...failed)
    } catch (error) {
      if (isBusy(error)) throw error
      if (!(error instanceof HttpError))
        ctx.log.error({ err: error, billing_id: id }, 'publishing a bill failed')
      result.failed.push({
        id,
        pesan: error instanceof HttpError ? error.message : 'Gagal diterbitkan',
      })
    }
  }
  return result
}

interface Progress {
  published: number
  failed: Published['failed']
  /** Ids of the bills that this call tried to publish. */
  found: ReadonlySet<number>
  lastId: number
}
/**
 * Publishes the batches of bills that `next` returns. Stops when `next` returns undefined or the
 * limit of bills per call is reached. In the argument of `next` and in the result, `lastId` is the
 * id of the last bill that the call tried to publish. `lastId` is `from` before the first bill.
 */
const publishInParts = async (
  ctx: Ctx,
  from: number,
  next: (at: { lastId: number; start: number; size: number }) => Promise<number[] | undefined>,
): Promise<Progress> => {
  const size = billsAtOnce[engineOf(ctx.db)]
  const failed: Published['failed'] = []
  const foundIds = new Set<number>()
  let [published, lastId] = [0, from]
  for (let start = 0; start < maxBillsPerCall; start += size) {
    const ids = await next({ lastId, start, size })
    if (ids === undefined) break
    const part = await publishSome(ctx, ids)
    published += part.published.length
    failed.push(...part.failed)
    for (const id of ids) foundIds.add(id)
    lastId = ids.at(-1) ?? lastId
    await yieldToEventLoop()
  }
  return { published, failed, found: foundIds, lastId }
}

/**
 * Publishes the selected bills. Bills that do not exist or are outside the actor's scope are
 * reported as failed. `from` is returned as `terakhir_id` if no bill was found.
 */
const publishChosen = async (ctx: Ctx, ids: readonly number[], from: number) => {
  const requestedIds = [...new Set(ids)].toSorted((a, b) => a - b)
  const done = await publishInParts(ctx, from, async ({ start, size }) => {
    const part = requestedIds.slice(start, start + size)
    if (part.length === 0) return undefined
    const rows = await ctx.db
      .selectFrom('billing')
      .select('id')
      .where(scopeOf(ctx, billingModule))
      .where('id', 'in', part)
      .orderBy('id')
      .execute()
    return rows.map((r) => r.id)
  })
  const unknown = ids
    .filter((id) => !done.found.has(id))
    .map((id) => ({ id, pesan: 'Tagihan tidak ditemukan' }))
  return {
    berhasil: done.published,
    gagal: [...unknown, ...done.failed],
    tersisa: 0,
    terakhir_id: done.lastId,
  }
}

/**
 * Publishes the drafts of a generation run with an id above `from`. Returns the result with the
 * number of drafts that remain for the next call.
 */
const publishBatch = async (ctx: Ctx, batch_id: number, from: number) => {
  const drafts = (db: Db | Trx, after: number) =>
    db
      .selectFrom('billing')
      .where(scopeOf(ctx, billingModule))
      .where('generate_batch_id', '=', batch_id)
      .where('status', '=', BillingStatus.draft)
      .where('id', '>', after)
  const done = await publishInParts(ctx, from, async ({ lastId, size }) => {
    const rows = await drafts(ctx.db, lastId).select('id').orderBy('id').limit(size).execute()
    return rows.length === 0 ? undefined : rows.map((r) => r.id)
  })
  const { left } = await drafts(ctx.db, done.lastId)
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  return {
    berhasil: done.published,
    gagal: done.failed,
    tersisa: left,
    terakhir_id: done.lastId,
  }
}

export const publishCalls: Pick<Handlers, 'publishMany'> = {
  publishMany: async (ctx, { ids, generate_batch_id, setelah_id = 0 }) => {
    if (ids !== undefined && generate_batch_id === undefined)
      return publishChosen(ctx, ids, setelah_id)
    if (ids === undefined && generate_batch_id !== undefined)
      return publishBatch(ctx, generate_batch_id, setelah_id)
    throw invalidField('ids', 'Isi ids atau generate_batch_id')
  },
}
