import { sql, type SqlBool } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import type { Actor } from '#server/http/context.ts'
import { byRole } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/**
 * Row scope of an admin: lines of the bank accounts whose outlets are all outlets of the admin. An
 * account with another outlet is hidden, because a statement shows every family that pays into the
 * account. An account of all outlets (`[]`) is hidden too. The outlets of an account are a JSON
 * text such as `[1,2]`. The SQL removes the outlets of the admin from this text, and checks that
 * nothing is left.
 */
const ownBanks = (actor: Actor): Condition => {
  const outletList = sql`',' || replace(replace(replace(b.gedung, '[', ''), ']', ''), ',', ',,') || ','`
  const rest = actor.gedung.reduce(
    (text, id) => sql`replace(${text}, ${`,${id},`}, '')`,
    outletList,
  )
  return sql<SqlBool>`mutasi_bank.bank_id in (select b.id from bank b where b.gedung <> '[]' and ${rest} = '')`
}
export const mutasiBankScope = (actor: Actor): Condition | undefined =>
  byRole(actor, { admin: ownBanks(actor) })

/** Whether an actor may import and see the statement of a bank account with the given outlets. */
export const seesAccount = (actor: Actor, outlets: readonly number[]): boolean =>
  actor.dasar === RoleId.superadmin ||
  (actor.dasar === RoleId.admin &&
    (actor.gedung.length === 0 ||
      (outlets.length > 0 && outlets.every((id) => actor.gedung.includes(id)))))
