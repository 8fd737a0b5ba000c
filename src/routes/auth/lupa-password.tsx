import { Button, PasswordInput, Text, TextInput } from '@mantine/core'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { confirmEmail, resetPassword, sendOtp } from '#src/data/session/login.ts'
import { login } from '#src/data/session/session.ts'
import { AuthCard, useAuthForm } from '#src/routes/auth/-authCard.tsx'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { part } from '#src/ui/page/part.ts'

const tokenOf = (value: unknown): string | undefined =>
  typeof value === 'string' && /^[\w-]{10,80}$/.test(value) ? value : undefined
interface Search {
  /**
   * Step of the page: `kode` in the second step, in which the user enters the code, and undefined
   * in the first step. The step is part of the URL, so that the back button of the browser returns
   * to the first step.
   */
  langkah?: 'kode'
  /** Token of an invitation link. */
  undangan?: string
  /** Token that confirms a new mail address. */
  konfirmasi?: string
}
export const Route = createFileRoute('/auth/lupa-password')({
  validateSearch: (search): Search => ({
    langkah: search.langkah === 'kode' ? 'kode' : undefined,
    undangan: tokenOf(search.undangan),
    konfirmasi: tokenOf(search.konfirmasi),
  }),
  component: ForgotPassword,
})

const LazyMeter = lazy(() =>
  part(() => import('#src/ui/form/password/PasswordMeter.tsx')).then((m) => ({
    default: m.PasswordMeter,
  })),
)
/** Minimum time between two mails in seconds, equal to the limit of the server. */
const waitSeconds = 60
interface SentCode {
  email: string
  sentAt: number
  message: string
}

function ForgotPassword() {
  const { langkah, undangan, konfirmasi } = Route.useSearch()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState<SentCode>()
  const send = async (to: string) => {
    const { message } = await sendOtp(to)
    setSent({ email: to, sentAt: Date.now(), message })
  }
  const enter = async (username: string | null, password: string) => {
    toast(username ? `Password diganti. Username Anda: ${username}` : 'Password diganti')
    try {
      await login(username ?? sent?.email ?? '', password)
      await navigate({ to: '/', replace: true })
    } catch {
      await navigate({ to: '/auth/login', search: {}, replace: true })
    }
  }
  if (konfirmasi) return <ConfirmEmail token={konfirmasi} />
  if (undangan)
    return (
      <AuthCard lead="Buat password untuk akun Anda. Tautan ini hanya dapat dipakai sekali.">
        <NewPassword otp={undangan} done={enter} />
      </AuthCard>
    )
  if (langkah === 'kode' && sent) {
    return (
      <AuthCard lead={sent.message}>
        <NewPassword email={sent.email} done={enter} />
        <ResendForm key={sent.sentAt} pada={sent.sentAt} send={() => send(sent.email)} />
        <Text c="dimmed">
          <Link to="/auth/lupa-password" search={{}}>
            Pakai email lain
          </Link>
        </Text>
      </AuthCard>
    )
  }
  const next = async (to: string) => {
    // Sends no second code to the same address during the waiting time. The user can enter the code
    // that was already sent.
    if (sent?.email !== to || Date.now() - sent.sentAt > waitSeconds * 1000) await send(to)
    await navigate({ to: '/auth/lupa-password', search: { langkah: 'kode' } })
  }
  return (
    <AuthCard lead="Kami mengirim kode 6 angka ke email akun Anda.">
      <CodeRequest email={email} setEmail={setEmail} next={next} />
      <Text c="dimmed">
        Tidak punya email di akun Anda? Minta tautan password baru kepada sekolah.
      </Text>
      <Text c="dimmed">
        <Link to="/auth/login">Kembali ke halaman masuk</Link>
      </Text>
    </AuthCard>
  )
}

/**
 * Page that confirms a new mail address. It confirms the address only when the user presses a
 * button, because mail programs open links automatically.
 */
const ConfirmEmail = ({ token }: { token: string }) => {
  const [isDone, setDone] = useState(false)
  const { busy, errors, alert, props } = useAuthForm(
    ['token'],
    () => ({}),
    async () => {
      await confirmEmail(token)
      setDone(true)
    },
  )
  return (
    <AuthCard title="Konfirmasi Email" lead="Sekolah mengganti email akun Anda menjadi alamat ini.">
      {isDone ? (
        <Note role="status">Email akun Anda sudah diganti. Masuk dengan password Anda.</Note>
      ) : (
        <form {...props}>
          {alert}
          {errors.token && (
            <Note tone="red" role="alert">
              Tautan ini salah atau tidak berlaku lagi. Minta yang baru kepada sekolah.
            </Note>
          )}
          <Button type="submit" size="md" loading={busy}>
            Konfirmasi Email
          </Button>
        </form>
      )}
      <Text c="dimmed">
        <Link to="/auth/login">Ke halaman masuk</Link>
      </Text>
    </AuthCard>
  )
}

const CodeRequest = ({
  email,
  setEmail,
  next,
}: {
  email: string
  setEmail: (email: string) => void
  next: (email: string) => Promise<void>
}) => {
  const { busy, errors, alert, props } = useAuthForm(
    ['email'],
    (valueOf) =>
      /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(valueOf('email').trim())
        ? {}
        : { email: valueOf('email').trim() ? 'Email tidak valid' : 'Wajib diisi' },
    (valueOf) => next(valueOf('email').trim().toLowerCase()),
  )
  return (
    <form {...props}>
      {alert}
      <TextInput
        label="Email"
        name="email"
        type="email"
        required
        autoFocus
        autoComplete="email"
        autoCapitalize="none"
        spellCheck={false}
        size="md"
        value={email}
        onChange={(e) => setEmail(e.currentTarget.value)}
        error={errors.email}
      />
      <Button type="submit" size="md" loading={busy}>
        Kirim Kode
      </Button>
    </form>
  )
}

const NewPassword = ({
  email,
  otp,
  done,
}: {
  email?: string
  otp?: string
  done: (username: string | null, password: string) => Promise<void>
}) => {
  const { busy, errors, alert, props } = useAuthForm(
    ['otp', 'password', 're_password'],
    (valueOf) => ({
      ...(!otp &&
        !/^\d{6}$/.test(valueOf('otp').trim()) && {
          otp: valueOf('otp').trim() ? 'Kode terdiri dari 6 angka' : 'Wajib diisi',
        }),
      ...(valueOf('password').length < 8 && {
        password: valueOf('password') ? 'Minimal 8 karakter' : 'Wajib diisi',
      }),
      ...(valueOf('password') !== valueOf('re_password') && {
        re_password: 'Tidak sama dengan password baru',
      }),
    }),
    async (valueOf) => {
      const { username } = await resetPassword(
        { email, otp: otp ?? valueOf('otp').trim() },
        { password: valueOf('password'), re_password: valueOf('re_password') },
      )
      await done(username, valueOf('password'))
    },
  )
  const [password, setPassword] = useState('')
  const eye = { 'aria-label': 'Tampilkan isi', tabIndex: 0 }
  return (
    <form {...props}>
      {alert}
      {otp && errors.otp && (
        <Note tone="red" role="alert">
          Tautan ini salah atau tidak berlaku lagi. Minta yang baru kepada sekolah.
        </Note>
      )}
      {!otp && (
        <TextInput
          label="Kode"
          name="otp"
          required
          autoFocus
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={10}
          size="md"
          error={errors.otp}
        />
      )}
      <div>
        <PasswordInput
          label="Password Baru"
          name="password"
          required
          autoFocus={otp !== undefined}
          autoComplete="new-password"
          size="md"
          description="Minimal 8 karakter"
          error={errors.password}
          visibilityToggleButtonProps={eye}
          onChange={(e) => setPassword(e.currentTarget.value)}
        />
        <Suspense fallback={<div style={{ height: '3.8rem' }} />}>
          <LazyMeter value={password} owner={{ email }} />
        </Suspense>
      </div>
      <PasswordInput
        label="Ulangi Password Baru"
        name="re_password"
        required
        autoComplete="new-password"
        size="md"
        error={errors.re_password}
        visibilityToggleButtonProps={eye}
      />
      <Button type="submit" size="md" loading={busy}>
        Simpan Password
      </Button>
    </form>
  )
}

const ResendForm = ({ pada: sentAt, send }: { pada: number; send: () => Promise<void> }) => {
  const [now, setNow] = useState(sentAt)
  const { busy, alert, props } = useAuthForm([], () => ({}), send)
  const secondsLeft = Math.ceil(waitSeconds - (now - sentAt) / 1000)
  const waiting = secondsLeft > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  return (
    <form {...props}>
      {alert}
      <Button type="submit" variant="default" disabled={waiting} loading={busy}>
        {waiting ? `Kirim ulang kode (${secondsLeft} detik)` : 'Kirim ulang kode'}
      </Button>
    </form>
  )
}
