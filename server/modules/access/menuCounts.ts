/**
 * Counts shown beside menu items, such as the number of draft bills, all in one response. Each
 * count is read from an index, and counting stops at `menuCountLimit`.
 */
import { sql, type SqlBool } from 'kysely'
import { menuCounts, menuCountLimit, type MenuCount } from '#contract/access/menuCounts.ts'
import { BillingStatus } from '#contract/enums.ts'
import { scopeOf, type Handlers } from '#server/http/calls.ts'
import { allows, type Ctx } from '#server/http/context.ts'
import { isOpenApplicant, userScope } from '#server/modules/access/user/kinds.ts'
import { billingScope } from '#server/modules/billing/bills/scope.ts'
import { konfirmasiScope } from '#server/modules/billing/konfirmasi/scope.ts'
import { isQueued, pengingatScope } from '#server/modules/billing/pengingat/pengingat.ts'
import { expenseScope } from '#server/modules/sales/expenses/expenseScope.ts'
import { isDue, leadScope } from '#server/modules/sales/leads/leadScope.ts'
import { kursusPesertaModule } from '#server/modules/schedule/enrolments/kursusPeserta.ts'
import { countUnread } from '#server/notices/notice.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/**
 * Source of each count: the table of the counted rows, and the conditions on these rows, including
 * the actor's scope.
 */
const countSources: Record<
  MenuCount,
  (ctx: Ctx) => {
    table:
      | 'billing'
      | 'konfirmasi_pembayaran'
      | 'kursus_peserta'
      | 'lead'
      | 'pengingat'
      | 'pengeluaran_sales'
      | 'user'
    where: readonly (Condition | undefined)[]
  }
> = {
  draf: ({ actor }) => ({
    table: 'billing',
    // The condition must equal that of the partial index `billing_draf`.
    where: [
      sql<SqlBool>`billing.status = ${sql.lit(BillingStatus.draft)} and billing.void_at is null`,
      billingScope(actor),
    ],
  }),
  pendaftar: ({ actor }) => ({
    table: 'user',
    where: [isOpenApplicant, userScope(actor)],
  }),
  pengeluaran: ({ actor }) => ({
    table: 'pengeluaran_sales',
    // The condition must equal that of the partial index `pengeluaran_sales_menunggu`.
    where: [
      sql<SqlBool>`pengeluaran_sales.status = 'diajukan' and pengeluaran_sales.void_at is null`,
      expenseScope(actor),
    ],
  }),
  konfirmasi: ({ actor }) => ({
    table: 'konfirmasi_pembayaran',
    // The condition must equal that of the partial index `konfirmasi_pembayaran_menunggu`.
    where: [sql<SqlBool>`konfirmasi_pembayaran.status = 'menunggu'`, konfirmasiScope(actor)],
  }),
  pengingat: ({ actor }) => ({ table: 'pengingat', where: [isQueued, pengingatScope(actor)] }),
  permintaan: (ctx) => ({
    table: 'kursus_peserta',
    // Counts requests of families for a leave or a stop, and proposals to graduate a student.
    // Proposals count only for users who may decide on them, which sales people may not. Each
    // subquery reads its own partial index.
    where: [
      sql<SqlBool>`kursus_peserta.id in (${sql.join(
        [
          sql`select p.id from kursus_peserta p where p.permintaan_status = 'diajukan'`,
          ...(allows(ctx.actor, 'kursus-peserta/lulus')
            ? [sql`select u.id from kursus_peserta u where u.usulan_status = 'diajukan'`]
            : []),
        ],
        sql` union `,
      )})`,
      scopeOf(ctx, kursusPesertaModule),
    ],
  }),
  tindakLanjut: ({ actor }) => ({ table: 'lead', where: [isDue('perlu'), leadScope(actor)] }),
}

/** Returns the query that counts the rows of a menu item, up to `menuCountLimit`. */
const countQuery = (ctx: Ctx, name: MenuCount) => {
  const { table, where } = countSources[name](ctx)
  const all = sql.join(
    where.filter((condition) => condition !== undefined),
    sql` and `,
  )
  return sql<{
    n: number
  }>`select count(*) as n from (select 1 as one from ${sql.table(table)} where ${all} limit ${sql.lit(menuCountLimit)}) as counted`
}

const names = Object.keys(menuCounts).filter((name): name is MenuCount => name in countSources)

export const menuCountCalls: Pick<Handlers, 'countMenu'> = {
  countMenu: async (ctx) => {
    const allowedNames = names.filter((name) => allows(ctx.actor, menuCounts[name].code))
    const counts = await Promise.all(
      allowedNames.map(async (name): Promise<[MenuCount, number]> => {
        const { rows } = await countQuery(ctx, name).execute(ctx.db)
        return [name, Number(rows[0]?.n ?? 0)]
      }),
    )
    const unread = await countUnread(ctx.db, ctx.actor.id, menuCountLimit)
    return { ...Object.fromEntries(counts), pemberitahuan: unread }
  },
}
