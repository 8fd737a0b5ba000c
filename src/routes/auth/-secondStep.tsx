/** The second step of a login: a code of the app, or a recovery code. */
import { Button, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useIsian } from '#src/routes/auth/-kartu.tsx'
import { PageTitle } from '#src/ui/PageTitle.tsx'

interface Props {
  /** Logs in with the code. Throws ApiError. */
  send: (kode: string) => Promise<void>
  back: () => void
}
export const SecondStep = ({ send, back }: Props) => {
  const [recovery, setRecovery] = useState(false)
  return (
    <>
      <div>
        <PageTitle plain />
        <p>Verifikasi dua langkah: satu kode lagi sebelum Anda masuk.</p>
      </div>
      <CodeForm key={String(recovery)} recovery={recovery} send={send} />
      <Button variant="default" onClick={() => setRecovery(!recovery)}>
        {recovery ? 'Pakai kode dari aplikasi' : 'Ponsel tidak ada? Pakai kode pemulihan'}
      </Button>
      <Button variant="subtle" onClick={back}>
        Kembali
      </Button>
      <p>Ponsel dan kode pemulihan hilang? Minta bantuan superadmin sekolah.</p>
    </>
  )
}

const wrongApp = (kode: string) =>
  /^\d{6}$/.test(kode.replace(/\s/g, '')) ? undefined : 'Kode terdiri dari 6 angka'
const CodeForm = ({ recovery, send }: { recovery: boolean; send: Props['send'] }) => {
  const check = (kode: string) => {
    if (kode === '') return 'Wajib diisi'
    return recovery ? undefined : wrongApp(kode)
  }
  const { busy, errors, alert, props } = useIsian(
    ['kode'],
    (isi) => {
      const kode = check(isi('kode').trim())
      return kode ? { kode } : {}
    },
    (isi) => send(isi('kode').trim()),
  )
  const field = recovery
    ? { label: 'Kode pemulihan', description: 'Salah satu dari sepuluh kode yang Anda simpan' }
    : { label: 'Kode verifikasi', description: '6 angka dari aplikasi autentikator di ponsel Anda' }
  return (
    <form {...props}>
      {alert}
      <TextInput
        name="kode"
        required
        autoFocus
        size="md"
        inputMode={recovery ? 'text' : 'numeric'}
        autoComplete={recovery ? 'off' : 'one-time-code'}
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={40}
        error={errors.kode}
        {...field}
      />
      <Button type="submit" size="md" loading={busy}>
        Lanjut
      </Button>
    </form>
  )
}
