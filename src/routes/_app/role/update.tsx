import { Text } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Roles } from '#src/data/resources/role.ts'
import { reloadMe, useMe } from '#src/data/session/session.ts'
import { AksesField, RoleField, RoleForm } from '#src/routes/_app/role/-form.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'

export const Route = createFileRoute('/_app/role/update')({
  ...recordRoute(() => import('#src/data/resources/role.ts').then((m) => m.Roles)),
  component: RoleEdit,
})

function RoleEdit() {
  const { id } = Route.useSearch()
  const navigate = useNavigate()
  const row = Roles.useView(id)
  const isOwnRole = useMe()?.role?.id === id
  const saved = () => {
    // Reloads the session if the user has edited the own role, so that the menu and the buttons
    // match the new access codes.
    if (isOwnRole) reloadMe().catch(() => {})
    void navigate({ to: '/role/view', search: { id }, replace: true })
  }
  return (
    <>
      <PageTitle>
        <Text span c="dimmed" fz="1.125rem">
          {row.name}
        </Text>
      </PageTitle>
      <Panel>
        <RoleForm
          key={id}
          id={id}
          link={() => ({ to: '/role/view', search: { id } })}
          onSaved={saved}
        >
          <RoleField
            name="name"
            disabled={id <= 6}
            hint={id <= 6 ? 'Nama role bawaan tetap' : undefined}
          />
          <RoleField name="keterangan" wide />
          {id === 1 ? (
            <Note className="wide">Superadmin selalu punya semua akses (*).</Note>
          ) : (
            <AksesField before={row.accesses} baseRole={row.dasar_role_id ?? row.id} />
          )}
        </RoleForm>
      </Panel>
    </>
  )
}
