/** What the server lets a person do with users of a role (server/modules/user/batas.ts), so that no button leads to a refusal. */
import { roleOf, type Me } from '#src/data/session.ts'

/** Roles that this person may give: superadmin and admin are superadmin's alone. */
export const roleBolehDibuat = (me: Me | undefined): readonly number[] =>
  roleOf(me) === 1 ? [1, 2, 3, 4, 5, 6] : [3, 4, 5, 6]

/** Base role of a user: its role, or the one that a custom role was made from. Needs `expand=role` where custom roles are possible. */
export const dasarDari = (row: {
  role_id: number
  role?: { dasar_role_id: number | null } | null
}): number => row.role?.dasar_role_id ?? row.role_id

/** Whether this person may change users of a base role; sales only payers and students. */
export const bolehUbah = (me: Me | undefined, dasarUser: number): boolean => {
  const dasar = roleOf(me)
  return (
    dasar === 1 ||
    (dasar === 2 && dasarUser > 2 && dasarUser <= 6) ||
    (dasar === 4 && (dasarUser === 5 || dasarUser === 6))
  )
}
