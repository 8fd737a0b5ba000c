import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { positive } from '#src/data/search.ts'
import { useMe } from '#src/data/session.ts'
import { roleBolehDibuat } from '#src/routes/_app/user/-boleh.ts'
import { UserFields, UserForm } from '#src/routes/_app/user/-form.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { Panel } from '#src/ui/Panel.tsx'

/** `role_id` chooses the role beforehand, `akun_billing_id` the payer of a new student. */
export const Route = createFileRoute('/_app/user/create')({
  validateSearch: (
    search: Record<string, unknown>,
  ): { role_id?: number; akun_billing_id?: number } => ({
    role_id: positive(search.role_id),
    akun_billing_id: positive(search.akun_billing_id),
  }),
  component: TambahUser,
})

function TambahUser() {
  const { role_id, akun_billing_id = null } = Route.useSearch()
  const navigate = useNavigate()
  const role = roleBolehDibuat(useMe()).find((r) => r === role_id)
  return (
    <>
      <PageTitle />
      <Panel>
        <UserForm
          key={`${role} ${akun_billing_id}`}
          initial={{ ...(role && { role_id: role }), ...(role === 6 && { akun_billing_id }) }}
          link={(row) => ({ to: '/user/view', search: { id: row.id } })}
          onSaved={({ id }) => void navigate({ to: '/user/view', search: { id }, replace: true })}
        >
          <UserFields />
        </UserForm>
      </Panel>
    </>
  )
}
