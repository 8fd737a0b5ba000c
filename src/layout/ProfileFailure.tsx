/**
 * Error page that replaces the whole shell when the profile fails to load. Without the profile, the
 * access codes of the user are unknown.
 */
import { Button, Title } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { token } from '#src/data/api/http.ts'
import { logout } from '#src/data/session/session.ts'
import { Failed, failureTitle } from '#src/ui/feedback/Failed.tsx'
import { CenteredCard } from '#src/ui/page/CenteredCard.tsx'

export const ProfileFailure = ({ error, retry }: { error: unknown; retry: () => void }) => {
  const navigate = useNavigate()
  const leave = async () => {
    await logout()
    await navigate({ to: '/auth/login', replace: true })
  }
  return (
    <CenteredCard width="30rem" align="center">
      <Title order={1} size="1.25rem" tabIndex={-1}>
        {failureTitle(error)}
      </Title>
      <Failed error={error} retry={retry} />
      {token.get() !== null && (
        <Button variant="subtle" onClick={() => void leave()}>
          Log Out
        </Button>
      )}
    </CenteredCard>
  )
}
