import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useMe } from '#src/data/session.ts'
import { Users } from '#src/data/user.ts'
import { bolehUbah, dasarDari } from '#src/routes/_app/user/-boleh.ts'
import { expandForm } from '#src/routes/_app/user/-expand.ts'
import { profilDari, UserFields, UserForm } from '#src/routes/_app/user/-form.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { recordRoute } from '#src/ui/recordRoute.ts'

export const Route = createFileRoute('/_app/user/update')({
  ...recordRoute(() => import('#src/data/user.ts').then((m) => m.Users), expandForm),
  component: UbahUser,
})

function UbahUser() {
  const { id } = Route.useSearch()
  const navigate = useNavigate()
  const row = Users.useView(id, expandForm)
  const me = useMe()
  return (
    <>
      <PageTitle>
        <span className="dim" style={{ fontSize: '1.125rem' }}>
          {row.name}
        </span>
      </PageTitle>
      <Panel>
        {bolehUbah(me, dasarDari(row)) ? (
          <UserForm
            key={id}
            id={id}
            expand={expandForm}
            initialOf={profilDari}
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
