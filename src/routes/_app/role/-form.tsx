/** The codes inside a role's form. */
import { Roles } from '#src/data/role.ts'
import { PilihAkses } from '#src/routes/_app/role/-akses.tsx'
import { formFor } from '#src/ui/form.tsx'
import { FormSection } from '#src/ui/FormSection.tsx'

const { Form, Field, useField } = formFor(Roles)
export { Form as RoleForm, Field as RoleField, useField as useRoleField }

/** `before` is what is stored: what the changes are told against. */
export const AksesField = ({
  before,
  dasar,
}: {
  before: readonly string[]
  dasar: number | null | undefined
}) => {
  const { value, error, set } = useField('accesses')
  return (
    <FormSection title="Akses">
      <PilihAkses value={value || []} set={set} before={before} dasar={dasar} error={error} />
    </FormSection>
  )
}
