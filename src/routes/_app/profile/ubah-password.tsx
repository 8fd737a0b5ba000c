import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { UpdatePassword } from '#src/data/calls.ts'
import { returnPath } from '#src/data/search.ts'
import { logout, reloadMe, useMe } from '#src/data/session/session.ts'
import { toast } from '#src/state/feedback.ts'
import { formOf } from '#src/ui/form/formCall.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'

/** Page that changes the password. `ke`: path to open after the change. */
export const Route = createFileRoute('/_app/profile/ubah-password')({
  validateSearch: (search): { ke?: string } => ({ ke: returnPath(search.ke) }),
  component: PasswordEdit,
})

const { Form, Field } = formOf(UpdatePassword, {
  check: (v) =>
    v.password === v.re_password
      ? []
      : [{ field: 're_password', message: 'Tidak sama dengan password baru' }],
})

function PasswordEdit() {
  const { mutateAsync } = UpdatePassword.useMutation({ quiet: true })
  const me = useMe()
  const forced = me?.harus_ganti_password
  const { ke } = Route.useSearch()
  const navigate = useNavigate()
  const done = async () => {
    toast('Password diubah')
    // Reloads the session. If the change of the password has ended the session, this request
    // redirects to the login page.
    await reloadMe().catch(() => {})
    await navigate({ href: ke ?? '/', replace: ke !== undefined })
  }
  // Logs out. A user who must change the password has no other way to leave this page.
  const leave = async () => {
    await logout()
    await navigate({ to: '/auth/login', search: { ke } })
  }
  return (
    <>
      <PageTitle />
      <Panel>
        {forced && (
          <p style={{ marginTop: 0 }}>
            Password Anda dibuatkan oleh sistem. Gantilah sebelum melanjutkan.
          </p>
        )}
        <div style={{ maxWidth: '28rem' }}>
          <Form send={mutateAsync} onDone={done} onCancel={forced ? () => void leave() : undefined}>
            <Field name="old_password" wide autoComplete="current-password" />
            <Field
              name="password"
              wide
              owner={me && { name: me.name, username: me.username, email: me.email }}
            />
            <Field name="re_password" wide />
          </Form>
        </div>
      </Panel>
    </>
  )
}
