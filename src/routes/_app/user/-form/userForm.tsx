/**
 * Form that creates or updates a user. It shows the fields of the chosen role that the signed-in
 * user may write.
 */
import { isLoginEmail } from '#contract/access/rules/loginEmail.ts'
import { needsOneContact, oneContactHint } from '#contract/access/rules/userRequired.ts'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { roleOf, useCan, useMe } from '#src/data/session/session.ts'
import { DuplicateNote } from '#src/routes/_app/user/-actions/duplicateUsers.tsx'
import { Field, UserForm, useValue } from '#src/routes/_app/user/-form/formParts.ts'
import { useGuardianOfPayer } from '#src/routes/_app/user/-form/guardian.ts'
import { OtherKontakFields } from '#src/routes/_app/user/-form/otherKontak.tsx'
import { RoleField, useRoles } from '#src/routes/_app/user/-form/roleField.tsx'
import { useUserFields } from '#src/routes/_app/user/-form/userFieldRules.ts'
import type { UserRow } from '#src/routes/_app/user/-userFacts.tsx'
import {
  activeOnly,
  profileInputs,
  rareFields,
  wideFields,
  type FieldName,
} from '#src/routes/_app/user/-userSections.ts'
import { FoldedFields } from '#src/ui/form/FoldedFields.tsx'
import { FormSection } from '#src/ui/form/FormSection.tsx'

export { profileInputs, UserForm }

const { aktif, nonaktif, dihapus } = UserStatus
const StatusField = ({ row, isSelf }: { row?: UserRow; isSelf: boolean }) => (
  <Field
    name="status"
    options={row?.status === dihapus ? [aktif, nonaktif, dihapus] : [aktif, nonaktif]}
    disabled={isSelf}
    hint={isSelf ? 'Status sendiri tidak dapat diubah' : undefined}
  />
)

const emailHint = ({ ownEmail, fixedEmail }: { ownEmail: boolean; fixedEmail: boolean }) => {
  if (ownEmail) return 'Ubah lewat profil Anda'
  return fixedEmail ? 'Dipakai untuk masuk: kantor yang menggantinya' : undefined
}
const contactHint = (name: FieldName, role: number | undefined) =>
  (name === 'phone' || name === 'email') && needsOneContact(role) ? oneContactHint : undefined
interface UserFieldProps {
  name: FieldName
  row?: UserRow
  isSelf: boolean
  required: boolean
  /** Base role of the user; undefined while none is chosen. */
  role: number | undefined
}
/** Field of a user, with the filter, width and hint that belong to its name. */
export const UserField = ({ name, row, isSelf, required, role }: UserFieldProps) => {
  const bidang = useValue('bidang') || []
  const mayChangeMail = useCan('user/ubah-email')
  const ownEmail = name === 'email' && isSelf
  const fixedEmail = name === 'email' && row !== undefined && isLoginEmail(row) && !mayChangeMail
  const consented = name === 'persetujuan' && row?.persetujuan_at != null
  // The picker of the highest level (`level_maks`) offers only levels of the categories that the
  // coach teaches.
  const levels =
    name === 'level_maks' && bidang.length > 0
      ? { 'filter[kategori_kursus_id][in]': bidang.join(',') }
      : undefined
  return (
    <Field
      name={name}
      required={required || undefined}
      wide={wideFields.has(name)}
      filter={levels ?? activeOnly[name]}
      disabled={consented || ownEmail || fixedEmail}
      hint={emailHint({ ownEmail, fixedEmail }) ?? contactHint(name, role)}
    />
  )
}

interface Section {
  title: string
  names: readonly FieldName[]
}
/** Returns the sections with only the names for which `keeps` holds; omits empty sections. */
const filterNames = (all: readonly Section[], keeps: (name: FieldName) => boolean): Section[] =>
  all
    .map(({ title, names }) => ({ title, names: names.filter(keeps) }))
    .filter(({ names }) => names.length > 0)

const UserSection = ({
  title,
  names,
  required,
  ...shared
}: Section & Omit<UserFieldProps, 'name' | 'required'> & { required: ReadonlySet<string> }) => (
  <FormSection title={title}>
    {names.map((name) => (
      <UserField key={name} name={name} required={required.has(name)} {...shared} />
    ))}
    {names.includes('phone') && <DuplicateNote exceptId={shared.row?.id} />}
  </FormSection>
)

/**
 * Fields of the chosen role that the signed-in user may write. `row`: user to update; undefined for
 * a new user, whose rare fields are folded.
 */
export const UserFields = ({ row }: { row?: UserRow }) => {
  const me = useMe()
  const { customRoles, baseRole } = useRoles(row)
  const roleId = useValue('role_id') || undefined
  const role = roleId === undefined ? undefined : baseRole(roleId)
  const isSelf = row?.id === me?.id
  const isSales = roleOf(me) === RoleId.sales
  const isNew = row === undefined
  const { shown, required, isMinor } = useUserFields({ row, role, isSales })
  useGuardianOfPayer({ isNew, isMinor })
  const isFolded = (name: FieldName) => isNew && rareFields.has(name) && !required.has(name)
  const folded = filterNames(shown, isFolded)
  const visible = filterNames(shown, (name) => !isFolded(name))
  const shared = { row, isSelf, required, role }
  const otherKontak = role === RoleId.akunBilling && <OtherKontakFields />
  return (
    <>
      {!isSales && (
        <RoleField row={row} customRoles={customRoles} isSelf={isSelf} baseRole={baseRole} />
      )}
      {!isSales && <StatusField row={row} isSelf={isSelf} />}
      {visible.map((section) => (
        <UserSection key={section.title} {...section} {...shared} />
      ))}
      {folded.length > 0 && (
        <FoldedFields
          names={folded.flatMap(({ names }) => names)}
          summary={folded.map(({ title }) => title).join(', ')}
        >
          {folded.map((section) => (
            <UserSection key={section.title} {...section} {...shared} />
          ))}
          {otherKontak}
        </FoldedFields>
      )}
      {folded.length === 0 && otherKontak}
    </>
  )
}
