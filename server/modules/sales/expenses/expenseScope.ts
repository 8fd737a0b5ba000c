import { sql } from 'kysely'
import type { Actor } from '#server/http/context.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/**
 * Returns the row scope of expenses (domain.md section 4). Admins see the expenses of their
 * outlets, sales people their own.
 */
export const expenseScope = (actor: Actor): Condition | undefined =>
  byRole(actor, {
    admin: sql`pengeluaran_sales.gedung_id in (${outlets(actor)})`,
    sales: sql`pengeluaran_sales.sales_id = ${actor.id}`,
  })
