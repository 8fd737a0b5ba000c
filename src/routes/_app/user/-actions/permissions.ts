/**
 * Permissions of the signed-in user on other users. They depend on the roles of both users. The
 * server applies the same rules (server/modules/access/user/save/bounds.ts), so no button leads to
 * a rejected request.
 */
import { RoleId } from '#contract/enums.ts'
import { roleOf, type Me } from '#src/data/session/session.ts'

/**
 * Returns the roles that the signed-in user may assign. Only a superadmin may assign superadmin and
 * admin.
 */
export const givableRoles = (me: Me | undefined): readonly number[] =>
  roleOf(me) === RoleId.superadmin
    ? RoleId.options.map((o) => o.value)
    : [RoleId.pelatih, RoleId.sales, RoleId.akunBilling, RoleId.peserta]

/**
 * Returns the base role of a user: the role itself, or the base of a custom role. The row needs
 * `expand=role` if it may have a custom role.
 */
export const baseRoleOf = (row: {
  role_id: number
  role?: { dasar_role_id: number | null } | null
}): number => row.role?.dasar_role_id ?? row.role_id

/**
 * Whether the signed-in user may change users of a base role. Sales people may only change payers
 * and students.
 */
export const mayEditUsers = (me: Me | undefined, userBaseRole: number): boolean => {
  const family: readonly number[] = [RoleId.akunBilling, RoleId.peserta]
  const belowAdmin: readonly number[] = [RoleId.pelatih, RoleId.sales, ...family]
  switch (roleOf(me)) {
    case RoleId.superadmin:
      return true
    case RoleId.admin:
      return belowAdmin.includes(userBaseRole)
    case RoleId.sales:
      return family.includes(userBaseRole)
    default:
      return false
  }
}
