/** Short form of a new user, which a picker of users opens. */
import { use } from 'react'
import { needsOneContact } from '#contract/access/rules/userRequired.ts'
import { RoleId } from '#contract/enums.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import { DuplicateNote } from '#src/routes/_app/user/-actions/duplicateUsers.tsx'
import { ModalForm, useValue } from '#src/routes/_app/user/-form/formParts.ts'
import { useGuardianOfPayer } from '#src/routes/_app/user/-form/guardian.ts'
import { kindRoles } from '#src/routes/_app/user/-form/kindRoles.ts'
import { useUserFields } from '#src/routes/_app/user/-form/userFieldRules.ts'
import { UserField } from '#src/routes/_app/user/-form/userForm.tsx'
import type { FieldName } from '#src/routes/_app/user/-userSections.ts'
import { FormTargetContext } from '#src/ui/form/formTarget.ts'

const contacts: readonly FieldName[] = ['phone', 'email']
/** Fields that the short form shows in addition to the required ones, if the role has them. */
const more: ReadonlySet<FieldName> = new Set([
  'name',
  'gedung_id',
  'kirim_via',
  'bidang',
  'gedung_wilayah',
])

const ShortFields = () => {
  const role = useValue('role_id') || undefined
  const isSales = roleOf(useMe()) === RoleId.sales
  const { shown, required, isMinor } = useUserFields({ row: undefined, role, isSales })
  useGuardianOfPayer({ isNew: true, isMinor })
  const isShort = (name: FieldName) =>
    required.has(name) || more.has(name) || (needsOneContact(role) && contacts.includes(name))
  return (
    <>
      {shown
        .flatMap(({ names }) => names)
        .filter(isShort)
        .map((name) => (
          <UserField
            key={name}
            name={name}
            role={role}
            isSelf={false}
            required={required.has(name)}
          />
        ))}
      <DuplicateNote />
    </>
  )
}

/** Form of a new user of the role that the picker chooses among, in a dialog. */
export const NewUser = () => {
  const { start } = use(FormTargetContext)
  const role_id = kindRoles[String(start?.values.jenis)]
  return (
    <ModalForm
      title={`Tambah ${role_id === undefined ? 'User' : RoleId.label(role_id)}`}
      initial={{ role_id }}
    >
      <ShortFields />
    </ModalForm>
  )
}
