/** What the server lets a person do with users of a role (server/modules/user/user.ts), so that no button leads to a refusal. */
import type { Parsed } from '#contract/resource.ts'
import type { user } from '#contract/resources/user.ts'
import { roleOf, type Me } from '#src/data/session.ts'

type RoleId = Parsed<typeof user>['role_id']

/** Roles that this person may give: superadmin and admin are superadmin's alone. */
export const roleBolehDibuat = (me: Me | undefined): readonly RoleId[] => (roleOf(me) === 1 ? [1, 2, 3, 4, 5, 6] : [3, 4, 5, 6])

/** Whether this person may change users of a role; sales only payers and students. */
export const bolehUbah = (me: Me | undefined, role_id: number): boolean => {
  const dasar = roleOf(me)
  return dasar === 1 || (dasar === 2 && role_id > 2 && role_id <= 6) || (dasar === 4 && (role_id === 5 || role_id === 6))
}
