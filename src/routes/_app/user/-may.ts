/**
 * What the server lets a person do with users of a role (server/modules/access/user/bounds.ts), so
 * that no button leads to a refusal.
 */
import { RoleId } from '#contract/enums.ts'
import { roleOf, type Me } from '#src/data/session.ts'

/** Roles that this person may give: superadmin and admin are superadmin's alone. */
export const givableRoles = (me: Me | undefined): readonly number[] =>
  roleOf(me) === RoleId.superadmin
    ? RoleId.options.map((o) => o.value)
    : [RoleId.pelatih, RoleId.sales, RoleId.akunBilling, RoleId.peserta]

/**
 * Base role of a user: its role, or the one that a custom role was made from. Needs `expand=role`
 * where custom roles are possible.
 */
export const baseRoleOf = (row: {
  role_id: number
  role?: { dasar_role_id: number | null } | null
}): number => row.role?.dasar_role_id ?? row.role_id

/** Whether this person may change users of a base role; sales only payers and students. */
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
