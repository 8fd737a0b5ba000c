/**
 * Second step of a login, which asks for the code of the authenticator app or for a recovery code.
 */
import { Button, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useAuthForm } from '#src/routes/auth/-authCard.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'

interface Props {
  /** Logs in with the code; throws an ApiError if the login fails. */
  send: (kode: string) => Promise<void>
  back: () => void
}
export const SecondStep = ({ send, back }: Props) => {
  const [recovery, setRecovery] = useState(false)
  return (
    <>
      <div>
        <PageTitle look="plain" />
        <Text c="dimmed">Verifikasi dua langkah: satu kode lagi sebelum Anda masuk.</Text>
      </div>
      <CodeForm key={String(recovery)} recovery={recovery} send={send} />
      <Button
        variant="default"
        h="auto"
        mih={36}
        py={6}
        // Lets the label wrap into two lines on a narrow phone.
        styles={{ label: { whiteSpace: 'normal' } }}
        onClick={() => setRecovery(!recovery)}
      >
        {recovery ? 'Pakai kode dari aplikasi' : 'Ponsel tidak ada? Pakai kode pemulihan'}
      </Button>
      <Button variant="subtle" onClick={back}>
        Kembali
      </Button>
      <Text c="dimmed">Ponsel dan kode pemulihan hilang? Minta bantuan superadmin sekolah.</Text>
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
  const { busy, errors, alert, props } = useAuthForm(
    ['kode'],
    (valueOf) => {
      const kode = check(valueOf('kode').trim())
      return kode ? { kode } : {}
    },
    (valueOf) => send(valueOf('kode').trim()),
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
