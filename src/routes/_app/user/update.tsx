import { Text } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Users } from '#src/data/resources/user.ts'
import { useMe } from '#src/data/session/session.ts'
import { mayEditUsers, baseRoleOf } from '#src/routes/_app/user/-actions/permissions.ts'
import { expandForm } from '#src/routes/_app/user/-expand.ts'
import { profileInputs, UserFields, UserForm } from '#src/routes/_app/user/-form/userForm.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'

export const Route = createFileRoute('/_app/user/update')({
  ...recordRoute(() => import('#src/data/resources/user.ts').then((m) => m.Users), expandForm),
  component: UserEdit,
})

function UserEdit() {
  const { id } = Route.useSearch()
  const navigate = useNavigate()
  const row = Users.useView(id, expandForm)
  const me = useMe()
  return (
    <>
      <PageTitle>
        <Text span c="dimmed" fz="1.125rem">
          {row.name}
        </Text>
      </PageTitle>
      <Panel>
        {mayEditUsers(me, baseRoleOf(row)) ? (
          <UserForm
            key={id}
            id={id}
            expand={expandForm}
            initialOf={profileInputs}
            link={() => ({ to: '/user/view', search: { id } })}
            onSaved={() => void navigate({ to: '/user/view', search: { id }, replace: true })}
          >
            <UserFields row={row} />
          </UserForm>
        ) : (
          <p style={{ margin: 0 }}>Anda tidak dapat mengubah user dengan role ini.</p>
        )}
      </Panel>
    </>
  )
}
