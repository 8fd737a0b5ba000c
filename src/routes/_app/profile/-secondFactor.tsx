/** The own second factor: set up, new recovery codes, turned off. */
import { Button } from '@mantine/core'
import { useState } from 'react'
import { DuaLangkah, KodePemulihan, MatikanDuaLangkah, SiapkanDuaLangkah } from '#src/data/calls.ts'
import { Confirm, type Prepared } from '#src/routes/_app/profile/-setUp.tsx'
import { toast } from '#src/state/feedback.ts'
import { waktu } from '#src/ui/format.ts'
import { formOf } from '#src/ui/formCall.tsx'
import { Badge } from '#src/ui/table.tsx'

const Prepare = formOf(SiapkanDuaLangkah)
const Renew = formOf(KodePemulihan)
const Off = formOf(MatikanDuaLangkah)

type Asking = 'prepare' | 'renew' | 'off'
const lowOn = 3

/** Asks for what proves that the owner begins: the password, and a code where there is one. */
const PrepareForm = ({
  active,
  onDone,
  close,
}: {
  active: boolean
  onDone: (prepared: Prepared) => void
  close: () => void
}) => {
  const { mutateAsync } = SiapkanDuaLangkah.useSend({ quiet: true })
  return (
    <Prepare.Form
      send={async (input) => onDone(await mutateAsync(input))}
      submitLabel="Lanjut"
      onDone={() => {}}
      onCancel={close}
    >
      <Prepare.Field name="password" wide autoComplete="current-password" />
      {active && <Prepare.Field name="kode" wide required autoComplete="one-time-code" />}
    </Prepare.Form>
  )
}

interface Props {
  /** Recovery codes that were made and are not put away yet. */
  show: (codes: readonly string[]) => void
}
/** The tab of the profile. */
export const SecondFactor = ({ show }: Props) => {
  const { aktif_at, wajib, sisa_kode } = DuaLangkah.useData({})
  const [asking, ask] = useState<Asking>()
  const [prepared, setPrepared] = useState<Prepared>()
  const renew = KodePemulihan.useSend({ quiet: true })
  const off = MatikanDuaLangkah.useSend({ quiet: true })
  const close = () => {
    ask(undefined)
    setPrepared(undefined)
  }
  const shown = (codes: readonly string[]) => {
    close()
    show(codes)
  }
  if (prepared) return <Confirm prepared={prepared} onDone={shown} close={close} />
  if (asking === 'prepare')
    return <PrepareForm active={aktif_at !== null} onDone={setPrepared} close={close} />
  return (
    <>
      <p style={{ marginTop: 0 }}>
        {aktif_at === null ? <Badge>Tidak aktif</Badge> : <Badge tone="green">Aktif</Badge>}
        {aktif_at !== null && <span className="dim"> sejak {waktu(aktif_at)}</span>}
      </p>
      <p>
        Setelah password diminta kode 6 angka dari aplikasi autentikator di ponsel Anda. Orang yang
        mengetahui password Anda saja tidak dapat masuk.
      </p>
      {aktif_at !== null && (
        <p className={sisa_kode < lowOn ? 'alert' : undefined}>
          Kode pemulihan tersisa: {sisa_kode} dari 10.
          {sisa_kode < lowOn && ' Buatlah yang baru.'}
        </p>
      )}
      {aktif_at !== null && wajib && <p className="dim">Sekolah mewajibkannya untuk akun Anda.</p>}
      <div className="actions">
        <Button variant={aktif_at === null ? 'filled' : 'default'} onClick={() => ask('prepare')}>
          {aktif_at === null ? 'Pasang' : 'Ganti ponsel'}
        </Button>
        {aktif_at !== null && (
          <Button variant="default" onClick={() => ask('renew')}>
            Kode pemulihan baru
          </Button>
        )}
        {aktif_at !== null && !wajib && (
          <Button variant="default" c="var(--mantine-color-error)" onClick={() => ask('off')}>
            Matikan
          </Button>
        )}
      </div>
      {asking === 'renew' && (
        <Renew.ModalForm
          title="Kode pemulihan baru"
          close={close}
          submitLabel="Buat kode baru"
          send={async (input) => shown((await renew.mutateAsync(input)).kode_pemulihan)}
          onDone={() => {}}
        >
          <p className="wide" style={{ margin: 0 }}>
            Semua kode yang lama tidak berlaku lagi.
          </p>
          <Renew.Field name="password" wide autoComplete="current-password" />
          <Renew.Field name="kode" wide autoComplete="one-time-code" />
        </Renew.ModalForm>
      )}
      {asking === 'off' && (
        <Off.ModalForm
          title="Matikan verifikasi dua langkah"
          close={close}
          submitLabel="Matikan"
          send={off.mutateAsync}
          onDone={() => {
            close()
            toast('Verifikasi dua langkah dimatikan')
          }}
        >
          <p className="wide" style={{ margin: 0 }}>
            Password saja kembali cukup untuk masuk. Perangkat lain harus masuk lagi.
          </p>
          <Off.Field name="password" wide autoComplete="current-password" />
          <Off.Field name="kode" wide autoComplete="one-time-code" />
        </Off.ModalForm>
      )}
    </>
  )
}
