import { Button, PasswordInput, TextInput } from '@mantine/core'
import { createFileRoute, Link, redirect, useNavigate } from '@tanstack/react-router'
import { useState, type FormEvent } from 'react'
import { sebutLama } from '#contract/rules/lama.ts'
import { ApiError, token } from '#src/data/http.ts'
import { tujuan } from '#src/data/search.ts'
import { login, me } from '#src/data/session.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'

export const Route = createFileRoute('/auth/login')({
  validateSearch: (search): { ke?: string } => ({ ke: tujuan(search.ke) }),
  beforeLoad: () => { if (token.get() && me()) throw redirect({ to: '/', replace: true }) },
  component: Login,
})

/** What is said of a login that failed; of too many, how long to wait, also where the message of another server does not. */
const sebutGagal = ({ status, message, wait }: ApiError): string => {
  if (status !== 429 || wait === undefined || /\d/.test(message)) return message
  return `Terlalu banyak percobaan. Coba lagi dalam ${sebutLama(wait)}.`
}

function Login() {
  const { ke } = Route.useSearch()
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string>()
  const [empty, setEmpty] = useState<{ username?: string; password?: string }>({})

  // Kept out of the form kit: this page is everybody's first, and the kit's rules would double it.
  const submit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = event.currentTarget
    const data = new FormData(form)
    const [username, password] = [String(data.get('username')).trim(), String(data.get('password'))]
    const missing = { username: username ? undefined : 'Wajib diisi', password: password ? undefined : 'Wajib diisi' }
    setEmpty(missing)
    const first = missing.username ? 'username' : missing.password ? 'password' : undefined
    if (first) return form.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
    if (busy) return
    setBusy(true)
    setError(undefined)
    try {
      await login(username, password)
      await navigate({ href: ke ?? '/', replace: true })
    } catch (e) {
      setError(e instanceof ApiError ? sebutGagal(e) : 'Gagal masuk')
      form.querySelector<HTMLInputElement>('[name=password]')?.select()
    } finally { setBusy(false) }
  }

  return (
    <main className="centre" id="isi">
      <div className="card login">
        <div className="brand"><img src="/nada.svg" alt="" width={30} height={30} />Nada</div>
        <div><PageTitle plain /><p>Masuk ke back office sekolah musik Anda.</p></div>
        <form onSubmit={submit} noValidate>
          {error && <div className="alert" role="alert">{error}</div>}
          <TextInput label="Username atau email" name="username" required autoFocus autoComplete="username" autoCapitalize="none" spellCheck={false} size="md" error={empty.username} />
          <PasswordInput label="Password" name="password" required autoComplete="current-password" size="md" error={empty.password}
            visibilityToggleButtonProps={{ 'aria-label': 'Tampilkan isi', tabIndex: 0 }} />
          <Button type="submit" size="md" loading={busy}>Login</Button>
        </form>
        <p className="between"><Link to="/auth/lupa-password" search={{}}>Lupa password?</Link><Link to="/auth/register">Daftar sebagai peserta</Link></p>
      </div>
    </main>
  )
}
