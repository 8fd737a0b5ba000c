/**
 * Second factor of the signed-in user: buttons to set it up, to renew its recovery codes, and to
 * turn it off.
 */
import { Box, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import {
  SecondFactorStatus,
  RenewRecoveryCodes,
  DisableSecondFactor,
  PrepareSecondFactor,
} from '#src/data/calls.ts'
import { Confirm, type Prepared } from '#src/routes/_app/profile/-setUp.tsx'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { formOf } from '#src/ui/form/formCall.tsx'
import { waktu } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

const Prepare = formOf(PrepareSecondFactor)
const Renew = formOf(RenewRecoveryCodes)
const Off = formOf(DisableSecondFactor)

type Asking = 'prepare' | 'renew' | 'off'
const lowOn = 3

/** Form that asks for the password, and for a code if the second factor is already active. */
const PrepareForm = ({
  active,
  onDone,
  close,
}: {
  active: boolean
  onDone: (prepared: Prepared) => void
  close: () => void
}) => {
  const { mutateAsync } = PrepareSecondFactor.useMutation({ quiet: true })
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

/** Text with the status and the purpose of the second factor. */
const FactorIntro = ({ since }: { since: string | null }) => (
  <>
    <Box mb="1em">
      {since === null ? (
        <StatusBadge>Tidak aktif</StatusBadge>
      ) : (
        <StatusBadge tone="green">Aktif</StatusBadge>
      )}
      {since !== null && <Dim> sejak {waktu(since)}</Dim>}
    </Box>
    <p>
      Setelah password diminta kode 6 angka dari aplikasi autentikator di ponsel Anda. Orang yang
      mengetahui password Anda saja tidak dapat masuk.
    </p>
  </>
)
const FactorButtons = ({
  active,
  mayStop,
  ask,
}: {
  active: boolean
  mayStop: boolean
  ask: (what: Asking) => void
}) => (
  <Group gap="0.5rem">
    <Button variant={active ? 'default' : 'filled'} onClick={() => ask('prepare')}>
      {active ? 'Ganti ponsel' : 'Pasang'}
    </Button>
    {active && (
      <Button variant="default" onClick={() => ask('renew')}>
        Kode pemulihan baru
      </Button>
    )}
    {active && mayStop && (
      <Button variant="default" c="var(--mantine-color-error)" onClick={() => ask('off')}>
        Matikan
      </Button>
    )}
  </Group>
)

interface Props {
  /**
   * Called with new recovery codes. The page then shows the codes until the user has stored them.
   */
  show: (codes: readonly string[]) => void
}
/** Tab of the profile for the second factor. */
export const SecondFactor = ({ show }: Props) => {
  const { aktif_at, wajib, sisa_kode } = SecondFactorStatus.useSuspenseData({})
  const [asking, ask] = useState<Asking>()
  const [prepared, setPrepared] = useState<Prepared>()
  const renew = RenewRecoveryCodes.useMutation({ quiet: true })
  const off = DisableSecondFactor.useMutation({ quiet: true })
  const close = () => {
    ask(undefined)
    setPrepared(undefined)
  }
  const showCodes = (codes: readonly string[]) => {
    close()
    show(codes)
  }
  if (prepared) return <Confirm prepared={prepared} onDone={showCodes} close={close} />
  if (asking === 'prepare')
    return <PrepareForm active={aktif_at !== null} onDone={setPrepared} close={close} />
  return (
    <>
      {aktif_at === null ? (
        <FactorIntro since={null} />
      ) : (
        <>
          <FactorIntro since={aktif_at} />
          <Note tone={sisa_kode < lowOn ? 'red' : undefined} my="sm">
            Kode pemulihan tersisa: {sisa_kode} dari 10.
            {sisa_kode < lowOn && ' Buatlah yang baru.'}
          </Note>
          {wajib && (
            <Text c="dimmed" my="md">
              Sekolah mewajibkannya untuk akun Anda.
            </Text>
          )}
        </>
      )}
      <FactorButtons active={aktif_at !== null} mayStop={!wajib} ask={ask} />
      {asking === 'renew' && (
        <Renew.ModalForm
          title="Kode pemulihan baru"
          close={close}
          submitLabel="Buat kode baru"
          send={async (input) => showCodes((await renew.mutateAsync(input)).kode_pemulihan)}
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
          onDone={() => toast('Verifikasi dua langkah dimatikan')}
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
