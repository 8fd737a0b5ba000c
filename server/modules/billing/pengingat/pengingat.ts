/** Queue of reminders that the office sees (domain.md 3.12). */
import { sql, type SqlBool } from 'kysely'
import { pengingat } from '#contract/billing/pengingat/pengingat.ts'
import { conflict } from '#server/errors.ts'
import { now, type Actor } from '#server/http/context.ts'
import { billingScope, open } from '#server/modules/billing/bills/scope.ts'
import { isPaused, pausedUntil } from '#server/modules/billing/pengingat/steps.ts'
import { byRole, outlets, seesAllOutlets } from '#server/modules/scope.ts'
import { module } from '#server/resource/module.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Row scope of reminders: reminders about bills in the scope of the actor. */
export const pengingatScope = (actor: Actor): Condition | undefined => {
  if (seesAllOutlets(actor)) return undefined
  const ofBills = sql<SqlBool>`pengingat.billing_id in (select billing.id from billing where ${billingScope(actor) ?? sql`1 = 1`})`
  return byRole(actor, {
    admin: sql<SqlBool>`pengingat.gedung_id in (${outlets(actor)})`,
    sales: ofBills,
    akunBilling: ofBills,
  })
}
/**
 * Condition for reminders that must still be sent. Reminders of paid or void bills are excluded
 * even before the nightly job removes them from the queue.
 */
export const isQueued = sql<SqlBool>`pengingat.status = 'menunggu' and exists (select 1 from billing where billing.id = pengingat.billing_id and ${open})`

export const pengingatModule = module(pengingat, {
  large: true,
  scope: pengingatScope,
  filters: {
    antre: (queued) => (queued ? isQueued : sql<SqlBool>`not (${isQueued})`),
    tertahan: (held) => {
      const paused = isPaused(sql`pengingat.billing_id`, Date.now())
      return held ? paused : sql<SqlBool>`not (${paused})`
    },
  },
  expands: {
    tahan: async ({ db, ids }) => {
      const rows = await db
        .selectFrom('pengingat')
        .innerJoin('konfirmasi_tagihan as t', 't.billing_id', 'pengingat.billing_id')
        .innerJoin('konfirmasi_pembayaran as k', 'k.id', 't.konfirmasi_id')
        .select((eb) => ['pengingat.id', eb.fn.max('k.created_at').as('at')])
        .where('pengingat.id', 'in', ids)
        .where('k.status', '=', 'menunggu')
        .groupBy('pengingat.id')
        .execute()
      return new Map(
        rows.flatMap(({ id, at }) => {
          const sampai = pausedUntil(at)
          return sampai > now() ? [[id, { sampai }] as const] : []
        }),
      )
    },
  },
  searchText: async ({ trx, id }) => {
    const bill = await trx
      .selectFrom('pengingat')
      .innerJoin('billing', 'billing.id', 'pengingat.billing_id')
      .select(['billing.nomor', 'billing.nama_tagihan'])
      .where('pengingat.id', '=', id)
      .executeTakeFirst()
    return `${bill?.nomor ?? ''} ${bill?.nama_tagihan ?? ''}`
  },
  actions: {
    lewati: async ({ trx, ctx, row, input }) => {
      if (row.status !== 'menunggu') throw conflict('Pengingat ini sudah selesai')
      const [status, time] = ['dilewati' as const, now()]
      await trx
        .updateTable('pengingat')
        .set({ status, alasan: input.alasan, selesai_at: time, selesai_oleh: ctx.actor.id })
        .where('id', '=', row.id)
        .execute()
    },
  },
})
