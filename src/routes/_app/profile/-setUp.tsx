import '#src/styles/password.css'
/** The steps of setting up a second factor: the QR code, the first code, the recovery codes. */
import { Button, Switch } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'
import type { CallOutput, siapkanDuaLangkah } from '#contract/calls.ts'
import { AktifkanDuaLangkah } from '#src/data/calls.ts'
import { me } from '#src/data/session.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { formOf } from '#src/ui/formCall.tsx'

export type Prepared = CallOutput<typeof siapkanDuaLangkah>
const { Form, Field } = formOf(AktifkanDuaLangkah)

const copy = async (text: string, what: string) => {
  // Without https there is no clipboard at all.
  try {
    await navigator.clipboard.writeText(text)
    toast(`${what} disalin`)
  } catch {
    toast('Tidak dapat menyalin: pilih teksnya dan salin sendiri', { tone: 'red' })
  }
}

/** Dark squares on white whatever the colours of the page: cameras read nothing else. */
const QrCode = ({ text }: { text: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      className="qr"
      role="img"
      aria-label="Kode QR untuk aplikasi autentikator"
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

interface ConfirmProps {
  prepared: Prepared
  onDone: (codes: readonly string[]) => void
  close: () => void
}
/** Shows the secret as a picture and as text, and asks for its first code. */
export const Confirm = ({ prepared: { rahasia, uri }, onDone, close }: ConfirmProps) => {
  const { mutateAsync } = AktifkanDuaLangkah.useSend({ quiet: true })
  const readable = rahasia.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <div className="setUp">
      <QrCode text={uri} />
      <div>
        <ol>
          <li>
            Buka aplikasi autentikator di ponsel Anda, misalnya Google Authenticator, Microsoft
            Authenticator, atau Aegis.
          </li>
          <li>
            Pindai kode QR ini. Di ponsel yang sama: <a href={uri}>buka di aplikasi</a>, atau
            ketikkan kunci ini:
            <span className="secret">
              <code>{readable}</code>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => void copy(rahasia, 'Kunci')}
              >
                Salin kunci
              </Button>
            </span>
          </li>
          <li>Ketikkan 6 angka yang ditampilkan aplikasi itu.</li>
        </ol>
        <Form
          send={async (input) => onDone((await mutateAsync(input)).kode_pemulihan)}
          submitLabel="Aktifkan"
          onDone={() => {}}
          onCancel={close}
        >
          <Field name="kode" wide autoComplete="one-time-code" />
        </Form>
      </div>
    </div>
  )
}

interface RecoveryProps {
  codes: readonly string[]
  done: () => void
}
/** The recovery codes, which nothing shows again: they are kept before one goes on. */
export const RecoveryCodes = ({ codes, done }: RecoveryProps) => {
  const [kept, setKept] = useState(false)
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const leave = () =>
    confirm({
      title: 'Kode pemulihan belum disimpan',
      body: 'Kode ini tidak ditampilkan lagi, padahal dipakai untuk masuk bila ponsel hilang.',
      confirm: 'Tinggalkan',
      cancel: 'Kembali',
      danger: true,
    })
  useBlocker({
    shouldBlockFn: async () => !(await leave()),
    enableBeforeUnload: true,
    disabled: kept,
  })
  const app = String(me()?.pengaturan?.app_nama ?? 'Nada')
  return (
    <div className="recovery">
      <h2 ref={heading} tabIndex={-1}>
        Kode pemulihan {app}
      </h2>
      <p>
        Bila ponsel Anda hilang, masuklah dengan salah satu kode ini. Tiap kode hanya dapat dipakai
        sekali. Simpan di tempat aman; kode ini tidak ditampilkan lagi.
      </p>
      <ul>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <Button variant="default" onClick={() => void copy(codes.join('\n'), 'Kode pemulihan')}>
          Salin
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          Cetak
        </Button>
      </div>
      <Switch
        label="Saya sudah menyimpan kode ini"
        checked={kept}
        onChange={(e) => setKept(e.currentTarget.checked)}
      />
      <Button disabled={!kept} onClick={done}>
        Selesai
      </Button>
    </div>
  )
}
