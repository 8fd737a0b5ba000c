import { Button, Group, PasswordInput, Text, TextInput } from '@mantine/core'
import { createFileRoute, Link, redirect, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type FormEvent } from 'react'
import { durationText } from '#contract/values/duration.ts'
import { ApiError, token } from '#src/data/api/http.ts'
import { returnPath } from '#src/data/search.ts'
import { login, me } from '#src/data/session/session.ts'
import { Brand } from '#src/routes/auth/-authCard.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { CenteredCard } from '#src/ui/page/CenteredCard.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { part } from '#src/ui/page/part.ts'

export const Route = createFileRoute('/auth/login')({
  validateSearch: (search): { ke?: string } => ({ ke: returnPath(search.ke) }),
  beforeLoad: () => {
    if (token.get() && me()) throw redirect({ to: '/', replace: true })
  },
  component: Login,
})

/**
 * Returns the error text of a failed login. After too many attempts (429) the text includes the
 * waiting time, even if the message of the server does not contain it.
 */
const loginErrorText = ({ status, message, wait }: ApiError): string => {
  if (status !== 429 || wait === undefined || /\d/.test(message)) return message
  return `Terlalu banyak percobaan. Coba lagi dalam ${durationText(wait)}.`
}

// Loads the second step lazily, because most logins do not need it.
const SecondStep = lazy(() =>
  part(() => import('#src/routes/auth/-secondStep.tsx')).then((m) => ({ default: m.SecondStep })),
)

interface Given {
  username: string
  password: string
}

function Login() {
  const { ke } = Route.useSearch()
  const navigate = useNavigate()
  const [credentials, setCredentials] = useState<Given>()
  const [isCodeAsked, ask] = useState(false)
  const enter = async ({ username, password }: Given, kode?: string) => {
    await login(username, password, kode)
    await navigate({ href: ke ?? '/', replace: true })
  }
  return (
    <CenteredCard width="26rem">
      <Brand />
      {credentials && isCodeAsked ? (
        <Suspense fallback={<p role="status">Memuat…</p>}>
          <SecondStep send={(kode) => enter(credentials, kode)} back={() => ask(false)} />
        </Suspense>
      ) : (
        <FirstStep
          username={credentials?.username}
          send={enter}
          more={(first) => {
            setCredentials(first)
            ask(true)
          }}
        />
      )}
    </CenteredCard>
  )
}

/**
 * First step of the login: user name and password. `more` is called if both are correct but a code
 * of the second factor is required.
 */
const FirstStep = ({
  username: initialUsername,
  send,
  more,
}: {
  username: string | undefined
  send: (given: Given) => Promise<void>
  more: (given: Given) => void
}) => {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [state, setState] = useState<string>()
  const [empty, setEmpty] = useState<{ username?: string; password?: string }>({})

  // Reads the values from the form element instead of a form store. The form code of the app would
  // double the size of this page, which is the first page that a visitor loads.
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const [username, password] = [String(data.get('username')).trim(), String(data.get('password'))]
    const missing = {
      username: username ? undefined : 'Wajib diisi',
      password: password ? undefined : 'Wajib diisi',
    }
    setEmpty(missing)
    const blank = (['username', 'password'] as const).find((name) => missing[name])
    if (blank) return form.querySelector<HTMLInputElement>(`[name=${blank}]`)?.focus()
    if (busy) return
    setBusy(true)
    setError(undefined)
    setState(undefined)
    try {
      await send({ username, password })
    } catch (e) {
      if (e instanceof ApiError && e.data.dua_langkah === true) return more({ username, password })
      // An applicant who enters the correct password sees the progress of the registration instead
      // of an error.
      if (e instanceof ApiError && typeof e.data.pendaftar === 'string') return setState(e.message)
      setError(e instanceof ApiError ? loginErrorText(e) : 'Gagal masuk')
      form.querySelector<HTMLInputElement>('[name=password]')?.select()
    } finally {
      setBusy(false)
    }
  }

  return (
    <>
      <div>
        <PageTitle look="plain" />
        <Text c="dimmed">Masuk ke back office sekolah musik Anda.</Text>
      </div>
      {token.ended() && !error && (
        <Note role="status">Sesi Anda sudah berakhir. Masuklah lagi untuk melanjutkan.</Note>
      )}
      <form onSubmit={submit} noValidate>
        {state && <Note role="status">{state}</Note>}
        {error && (
          <Note tone="red" role="alert">
            {error}
          </Note>
        )}
        <TextInput
          label="Username atau email"
          name="username"
          defaultValue={initialUsername}
          required
          autoFocus
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          size="md"
          error={empty.username}
        />
        <PasswordInput
          label="Password"
          name="password"
          required
          autoComplete="current-password"
          size="md"
          error={empty.password}
          visibilityToggleButtonProps={{ 'aria-label': 'Tampilkan isi', tabIndex: 0 }}
        />
        <Button type="submit" size="md" loading={busy}>
          Login
        </Button>
      </form>
      <Group justify="space-between" gap="xs">
        <Link to="/auth/lupa-password" search={{}}>
          Lupa password?
        </Link>
        <Link to="/auth/register">Daftar sebagai peserta</Link>
      </Group>
    </>
  )
}
