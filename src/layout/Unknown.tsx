/** In place of the whole shell, where the profile does not come: nobody knows what this person may see. */
import { Button } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { token } from '#src/data/http.ts'
import { logout } from '#src/data/session.ts'
import { Failed, failureTitle } from '#src/ui/Failed.tsx'

export const Unknown = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const navigate = useNavigate()
  const leave = async () => {
    await logout()
    await navigate({ to: '/auth/login', replace: true })
  }
  return (
    <main className="centre" id="isi">
      <div className="card errorPage">
        <h1 tabIndex={-1}>{failureTitle(error)}</h1>
        <Failed error={error} retry={retry} />
        {token.get() !== null && (
          <Button variant="subtle" onClick={() => void leave()}>
            Log Out
          </Button>
        )}
      </div>
    </main>
  )
}
