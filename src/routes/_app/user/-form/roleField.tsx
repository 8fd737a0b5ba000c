/**
 * Field for the role of a user. It offers the roles that the signed-in user may assign, including
 * custom roles.
 */
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RoleId } from '#contract/enums.ts'
import { Roles } from '#src/data/resources/role.ts'
import { useCan, useMe } from '#src/data/session/session.ts'
import { baseRoleOf, givableRoles } from '#src/routes/_app/user/-actions/permissions.ts'
import { useField } from '#src/routes/_app/user/-form/formParts.ts'
import type { UserRow } from '#src/routes/_app/user/-userFacts.tsx'

interface CustomRole {
  id: number
  name: string
  dasar_role_id: number | null
}
/** Whether a role is that of a payer or a student. */
const isFamilyRole = (role: number) => role === RoleId.akunBilling || role === RoleId.peserta
const isBaseRole = (role: number) => RoleId.options.some((o) => o.value === role)

/**
 * Returns the custom roles, and a function that returns the base role of a role id. Without access
 * to the list of roles, there are no custom roles.
 */
export const useRoles = (row: UserRow | undefined) => {
  const may = useCan('role/index')
  const { data } = useQuery({ ...Roles.queries.list({ 'per-page': 100 }), enabled: may })
  const customRoles = data?.rows.filter((r) => !isBaseRole(r.id)) ?? []
  const baseRole = (id: number): number => {
    if (isBaseRole(id)) return id
    if (row?.role_id === id) return baseRoleOf(row)
    return customRoles.find((r) => r.id === id)?.dasar_role_id ?? id
  }
  return { customRoles, baseRole }
}

interface RoleFieldProps {
  row?: UserRow
  customRoles: readonly CustomRole[]
  isSelf: boolean
  baseRole: (id: number) => number
}
/** Returns the roles that the field offers. The current role of the user is always among them. */
const useOfferedRoles = ({ row, customRoles, baseRole }: RoleFieldProps) => {
  const me = useMe()
  const allowed: { value: number; label: string }[] = [
    ...RoleId.options.filter((o) => givableRoles(me).includes(o.value)),
    ...customRoles.map((r) => ({ value: r.id, label: r.name })),
  ]
  if (row === undefined) return allowed
  const userRole = baseRoleOf(row)
  // Offers payers and students only roles with their present base role, because only an upgrade or
  // downgrade changes it. Offers other users only roles of staff.
  const options = allowed.filter(({ value }) =>
    isFamilyRole(userRole) ? baseRole(value) === userRole : baseRole(value) < RoleId.akunBilling,
  )
  if (options.some((o) => o.value === row.role_id)) return options
  return [{ value: row.role_id, label: row.role?.name ?? RoleId.label(row.role_id) }, ...options]
}
const hintOf = (isSelf: boolean, isFamily: boolean): string | undefined => {
  if (isSelf) return 'Role sendiri tidak dapat diubah'
  return isFamily ? 'Akun billing dan peserta bertukar lewat upgrade atau downgrade' : undefined
}

export const RoleField = (props: RoleFieldProps) => {
  const { row, isSelf } = props
  const { value, error, set } = useField('role_id')
  const isFamily = row !== undefined && isFamilyRole(baseRoleOf(row))
  const offered = useOfferedRoles(props)
  return (
    <div data-field="role_id">
      <NativeSelect
        name="role_id"
        label="Role"
        required
        value={String(value ?? '')}
        error={error}
        disabled={isSelf || (isFamily && offered.length === 1)}
        description={hintOf(isSelf, isFamily)}
        data={[
          ...(value ? [] : [{ value: '', label: '– pilih –' }]),
          ...offered.map((o) => ({ value: String(o.value), label: o.label })),
        ]}
        onChange={(e) => set(Number(e.currentTarget.value))}
      />
    </div>
  )
}
