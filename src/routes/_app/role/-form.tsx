/** Form of a role, with the field for its access codes. */
import { Roles } from '#src/data/resources/role.ts'
import { AksesPicker } from '#src/routes/_app/role/-aksesPicker.tsx'
import { formFor } from '#src/ui/form/form.tsx'
import { FormSection } from '#src/ui/form/FormSection.tsx'

const { Form, Field, useField } = formFor(Roles)
export { Form as RoleForm, Field as RoleField, useField as useRoleField }

/**
 * Field for the access codes of a role. It lists the codes that saving would add and remove.
 * `before`: stored codes of the role.
 */
export const AksesField = ({
  before,
  baseRole,
}: {
  before: readonly string[]
  baseRole: number | null | undefined
}) => {
  const { value, error, set } = useField('accesses')
  return (
    <FormSection title="Akses">
      <AksesPicker
        value={value || []}
        set={set}
        before={before}
        baseRole={baseRole}
        error={error}
      />
    </FormSection>
  )
}
