/**
 * Reads two fields that a client can request with a bill (`expand`). `denda` holds the late fees
 * that were charged because the bill is overdue. `denda_dari` is set only on the bill of a late
 * fee, and holds the overdue bill for which the fee was charged.
 */
import { sql } from 'kysely'
import type { billing } from '#contract/billing/billing.ts'
import { dendaText, type DendaTier } from '#contract/settings/collection.ts'
import { fromJson } from '#server/db/json.ts'
import { billingScope } from '#server/modules/billing/bills/scope.ts'
import type { Module } from '#server/resource/module.ts'

type Expands = NonNullable<Module<typeof billing>['expands']>

export const feeExpands: Pick<Expands, 'denda' | 'denda_dari'> = {
  denda: async ({ db, actor, ids }) => {
    const rows = await db
      .selectFrom('denda')
      .innerJoin('billing', 'billing.id', 'denda.tagihan_id')
      .select(['denda.id', 'denda.billing_id as of', 'tagihan_id', 'tanggal', 'tier', 'jumlah'])
      .select(['denda.status', 'denda.alasan', 'billing.sisa', 'billing.void_at'])
      .select((eb) => eb.fn.coalesce('billing.nomor', eb.val('')).as('nomor'))
      .where('denda.billing_id', 'in', ids)
      .where(billingScope(actor) ?? sql<boolean>`1 = 1`)
      .orderBy('denda.id')
      .execute()
    const byBill = Map.groupBy(rows, (row) => row.of)
    return new Map(
      ids.map((id) => [
        id,
        (byBill.get(id) ?? []).map(({ of: _, tier, void_at, sisa, ...fee }) => ({
          ...fee,
          sisa: void_at === null ? sisa : 0,
          tier: dendaText(fromJson<DendaTier>(tier)),
        })),
      ]),
    )
  },
  denda_dari: async ({ db, actor, ids }) => {
    const rows = await db
      .selectFrom('denda')
      .innerJoin('billing', 'billing.id', 'denda.billing_id')
      .select(['denda.tagihan_id as of', 'denda.billing_id', 'denda.status'])
      .select((eb) => eb.fn.coalesce('billing.nomor', eb.val('')).as('nomor'))
      .where('denda.tagihan_id', 'in', ids)
      .where(billingScope(actor) ?? sql<boolean>`1 = 1`)
      .execute()
    return new Map(rows.map(({ of, ...origin }) => [of, origin]))
  },
}
