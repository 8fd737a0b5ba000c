/** Call that computes the draft payslips of a month (domain.md 2.5). */
import { currentDay, formatPeriode } from '#contract/values/tanggal.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, invalidField } from '#server/errors.ts'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import { gedungModule } from '#server/modules/catalog/gedung.ts'
import { computeMonth } from '#server/modules/schedule/honor/compute.ts'
import { limitedTo } from '#server/resource/outlets.ts'

export const honorCalls: Pick<Handlers, 'hitungHonor'> = {
  hitungHonor: async (ctx, { periode, gedung_id }) => {
    // The date in the easternmost time zone is used, because a month begins first in this zone.
    if (periode > currentDay('Asia/Jayapura').slice(0, 7))
      throw conflict(`${formatPeriode(periode)} belum berjalan`)
    const rows = await ctx.db
      .selectFrom('gedung')
      .select('gedung.id')
      .where(scopeOf(ctx, gedungModule))
      .execute()
    const limit = limitedTo(ctx.actor)
    const outletIds = rows
      .map((row) => row.id)
      .filter((id) => limit.length === 0 || limit.includes(id))
    if (gedung_id !== null && !outletIds.includes(gedung_id))
      throw invalidField('gedung_id', 'Outlet tidak dikenal')
    const chosen = gedung_id === null ? outletIds : [gedung_id]
    return transaction(ctx.db, (trx) => computeMonth(trx, ctx, periode, chosen))
  },
}
