import { sql, type SqlBool } from 'kysely'
import { menuCounts, mostCounted, type MenuCount } from '#contract/access/menuCounts.ts'
/**
 * The numbers beside the menu's items, all in one answer: each from an index, and none counted out.
 */
import { BillingStatus } from '#contract/enums.ts'
import type { Handlers } from '#server/http/calls.ts'
import { allows, type Ctx } from '#server/http/context.ts'
import { kindOf, userScope } from '#server/modules/access/user/kinds.ts'
import { billingScope } from '#server/modules/billing/scope.ts'
import type { Condition } from '#server/resource/conditions.ts'

/** The rows that a number counts, in the actor's scope. */
const counted: Record<
  MenuCount,
  (ctx: Ctx) => { table: 'billing' | 'user'; where: readonly (Condition | undefined)[] }
> = {
  draf: ({ actor }) => ({
    table: 'billing',
    // As the partial index `billing_draf` says it.
    where: [
      sql<SqlBool>`billing.status = ${sql.lit(BillingStatus.draft)} and billing.void_at is null`,
      billingScope(actor),
    ],
  }),
  pendaftar: ({ actor }) => ({
    table: 'user',
    where: [kindOf('pendaftar-mandiri', actor), userScope(actor)],
  }),
}

/** The query behind a number; exported for the test that looks at its plan. */
const countQuery = (ctx: Ctx, name: MenuCount) => {
  const { table, where } = counted[name](ctx)
  const all = sql.join(
    where.filter((condition) => condition !== undefined),
    sql` and `,
  )
  return sql<{
    n: number
  }>`select count(*) as n from (select 1 as one from ${sql.table(table)} where ${all} limit ${sql.lit(mostCounted)}) as counted`
}

const names = Object.keys(menuCounts).filter((name): name is MenuCount => name in counted)

export const menuCountCalls: Pick<Handlers, 'countMenu'> = {
  countMenu: async (ctx) => {
    const seen = names.filter((name) => allows(ctx.actor, menuCounts[name].code))
    const counts = await Promise.all(
      seen.map(async (name): Promise<[MenuCount, number]> => {
        const { rows } = await countQuery(ctx, name).execute(ctx.db)
        return [name, Number(rows[0]?.n ?? 0)]
      }),
    )
    return Object.fromEntries(counts)
  },
}
