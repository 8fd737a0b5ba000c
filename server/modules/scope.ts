/** Row scope by role (domain.md section 4): which rows of each kind an actor may see. Roles by id: 1 all, 2 outlets, 3 coach, 4 sales, 5 payer, 6 student. */
import { sql, type SqlBool } from 'kysely'
import type { Actor } from '#server/http/context.ts'
import type { Condition } from '#server/http/query.ts'

export const never = sql<SqlBool>`1 = 0`
/** Superadmin, and an admin without outlets of its own, see every outlet. */
export const seesAllOutlets = (actor: Actor): boolean => actor.dasar === 1 || (actor.dasar === 2 && actor.gedung.length === 0)
export const outlets = (actor: Actor) => sql.join(actor.gedung)

/** The condition of the actor's role; no row for a role that is not named. */
export const byRole = (actor: Actor, rules: { [role: number]: Condition | 'all' }): Condition | undefined => {
  if (seesAllOutlets(actor)) return undefined
  const rule = rules[actor.dasar] ?? never
  return rule === 'all' ? undefined : rule
}

/** Users of base roles, and of custom roles made from them: literal ids, so that the planner sees which index holds them. */
export const berperan = (actor: Actor, dasar: readonly number[], of = 'user'): Condition =>
  sql<SqlBool>`${sql.ref(`${of}.role_id`)} in (${sql.join([...dasar, ...actor.buatan.filter((b) => dasar.includes(b.dasar)).map((b) => b.id)].map((id) => sql.lit(id)))})`
/** Payers of a sales person: with a student of theirs, or brought by them. */
export const salesPayers = (actor: Actor) =>
  sql`select p.akun_billing_id from "user" p where p.sales_id = ${actor.id} and p.akun_billing_id is not null union select a.id from "user" a where a.sales_id = ${actor.id} and ${berperan(actor, [5], 'a')}`
