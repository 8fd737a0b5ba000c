import { Button, PasswordInput, TextInput } from '@mantine/core'
import { createFileRoute, Link, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import { resetPassword, sendOtp } from '#src/data/masuk.ts'
import { login } from '#src/data/session.ts'
import { Kartu, useIsian } from '#src/routes/auth/-kartu.tsx'
import { toast } from '#src/state/feedback.ts'
import { part } from '#src/ui/part.ts'

/** `langkah`: the second step, so that the browser's back leads to the first; `undangan`: the code of an invitation's link. */
export const Route = createFileRoute('/auth/lupa-password')({
  validateSearch: (search): { langkah?: 'kode'; undangan?: string } => ({
    langkah: search.langkah === 'kode' ? 'kode' : undefined,
    undangan:
      typeof search.undangan === 'string' && /^[\w-]{10,80}$/.test(search.undangan)
        ? search.undangan
        : undefined,
  }),
  component: LupaPassword,
})

const LazyMeter = lazy(() =>
  part(() => import('#src/ui/password/PasswordMeter.tsx')).then((m) => ({
    default: m.PasswordMeter,
  })),
)
/** Seconds between two mails, as the server has it. */
const jeda = 60
interface Terkirim {
  email: string
  pada: number
  pesan: string
}

function LupaPassword() {
  const { langkah, undangan } = Route.useSearch()
  const navigate = useNavigate()
  const [email, setEmail] = useState('')
  const [terkirim, setTerkirim] = useState<Terkirim>()
  const send = async (to: string) => {
    const { message } = await sendOtp(to)
    setTerkirim({ email: to, pada: Date.now(), pesan: message })
  }
  const enter = async (username: string | null, password: string) => {
    toast(username ? `Password diganti. Username Anda: ${username}` : 'Password diganti')
    try {
      await login(username ?? terkirim?.email ?? '', password)
      await navigate({ to: '/', replace: true })
    } catch {
      await navigate({ to: '/auth/login', search: {}, replace: true })
    }
  }
  if (undangan)
    return (
      <Kartu lead="Buat password untuk akun Anda. Tautan ini hanya dapat dipakai sekali.">
        <PasswordBaru otp={undangan} done={enter} />
      </Kartu>
    )
  if (langkah === 'kode' && terkirim) {
    return (
      <Kartu lead={terkirim.pesan}>
        <PasswordBaru email={terkirim.email} done={enter} />
        <KirimUlang key={terkirim.pada} pada={terkirim.pada} send={() => send(terkirim.email)} />
        <p>
          <Link to="/auth/lupa-password" search={{}}>
            Pakai email lain
          </Link>
        </p>
      </Kartu>
    )
  }
  const next = async (to: string) => {
    // The same address again: its code is out, and the wait still runs.
    if (terkirim?.email !== to || Date.now() - terkirim.pada > jeda * 1000) await send(to)
    await navigate({ to: '/auth/lupa-password', search: { langkah: 'kode' } })
  }
  return (
    <Kartu lead="Kami mengirim kode 6 angka ke email akun Anda.">
      <MintaKode email={email} setEmail={setEmail} next={next} />
      <p>Tidak punya email di akun Anda? Minta tautan password baru kepada sekolah.</p>
      <p>
        <Link to="/auth/login">Kembali ke halaman masuk</Link>
      </p>
    </Kartu>
  )
}

const MintaKode = ({
  email,
  setEmail,
  next,
}: {
  email: string
  setEmail: (email: string) => void
  next: (email: string) => Promise<void>
}) => {
  const { busy, errors, alert, props } = useIsian(
    ['email'],
    (isi) =>
      /^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(isi('email').trim())
        ? {}
        : { email: isi('email').trim() ? 'Email tidak valid' : 'Wajib diisi' },
    (isi) => next(isi('email').trim().toLowerCase()),
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

const PasswordBaru = ({
  email,
  otp,
  done,
}: {
  email?: string
  otp?: string
  done: (username: string | null, password: string) => Promise<void>
}) => {
  const { busy, errors, alert, props } = useIsian(
    ['otp', 'password', 're_password'],
    (isi) => ({
      ...(!otp &&
        !/^\d{6}$/.test(isi('otp').trim()) && {
          otp: isi('otp').trim() ? 'Kode terdiri dari 6 angka' : 'Wajib diisi',
        }),
      ...(isi('password').length < 8 && {
        password: isi('password') ? 'Minimal 8 karakter' : 'Wajib diisi',
      }),
      ...(isi('password') !== isi('re_password') && {
        re_password: 'Tidak sama dengan password baru',
      }),
    }),
    async (isi) => {
      const { username } = await resetPassword(
        { email, otp: otp ?? isi('otp').trim() },
        { password: isi('password'), re_password: isi('re_password') },
      )
      await done(username, isi('password'))
    },
  )
  const [password, setPassword] = useState('')
  const eye = { 'aria-label': 'Tampilkan isi', tabIndex: 0 }
  return (
    <form {...props}>
      {alert}
      {otp && errors.otp && (
        <div className="alert" role="alert">
          Tautan ini salah atau tidak berlaku lagi. Minta yang baru kepada sekolah.
        </div>
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

const KirimUlang = ({ pada, send }: { pada: number; send: () => Promise<void> }) => {
  const [now, setNow] = useState(pada)
  const { busy, alert, props } = useIsian([], () => ({}), send)
  const left = Math.ceil(jeda - (now - pada) / 1000)
  const waiting = left > 0
  useEffect(() => {
    if (!waiting) return
    const timer = setInterval(() => setNow(Date.now()), 1000)
    return () => clearInterval(timer)
  }, [waiting])
  return (
    <form {...props}>
      {alert}
      <Button type="submit" variant="default" disabled={waiting} loading={busy}>
        {waiting ? `Kirim ulang kode (${left} detik)` : 'Kirim ulang kode'}
      </Button>
    </form>
  )
}
