import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { RoleId } from '#contract/enums.ts'
import { positive } from '#src/data/search.ts'
import { useMe } from '#src/data/session/session.ts'
import { PayerOfAddress } from '#src/routes/_app/-payerOfAddress.tsx'
import { givableRoles } from '#src/routes/_app/user/-actions/permissions.ts'
import { UserFields, UserForm } from '#src/routes/_app/user/-form/userForm.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

/**
 * Page that creates a user. `role_id` presets the role, and `akun_billing_id` presets the payer of
 * a new student.
 */
export const Route = createFileRoute('/_app/user/create')({
  validateSearch: (
    search: Record<string, unknown>,
  ): { role_id?: number; akun_billing_id?: number } => ({
    role_id: positive(search.role_id),
    akun_billing_id: positive(search.akun_billing_id),
  }),
  component: UserCreate,
})

function UserCreate() {
  const { role_id, akun_billing_id = null } = Route.useSearch()
  const navigate = useNavigate()
  const role = givableRoles(useMe()).find((r) => r === role_id)
  return (
    <>
      <PageTitle />
      <Panel>
        <PayerOfAddress
          id={akun_billing_id ?? undefined}
          anew={
            <PlaceLink to="/user/create" search={{ role_id }}>
              Pilih akun billing lain
            </PlaceLink>
          }
        >
          <UserForm
            key={`${role} ${akun_billing_id}`}
            initial={{
              ...(role && { role_id: role }),
              ...(role === RoleId.peserta && { akun_billing_id }),
            }}
            link={(row) => ({ to: '/user/view', search: { id: row.id } })}
            onSaved={({ id }) => void navigate({ to: '/user/view', search: { id }, replace: true })}
          >
            <UserFields />
          </UserForm>
        </PayerOfAddress>
      </Panel>
    </>
  )
}
