import { sql } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import type { Actor } from '#server/http/context.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/conditions.ts'

/** Expenses: an admin's of its outlets, a sales person's own (domain.md section 4). */
export const expenseScope = (actor: Actor): Condition | undefined =>
  byRole(actor, {
    [RoleId.admin]: sql`pengeluaran_sales.gedung_id in (${outlets(actor)})`,
    [RoleId.sales]: sql`pengeluaran_sales.sales_id = ${actor.id}`,
  })
