/** Steps of setting up a second factor: QR code, first code of the app, and recovery codes. */
import { Box, Button, Flex, Group, Paper, Stack, Switch, Text } from '@mantine/core'
import { useBlocker } from '@tanstack/react-router'
import { useEffect, useId, useRef, useState } from 'react'
import { encode } from 'uqr'
import type { prepareSecondFactor } from '#contract/access/secondFactorCalls.ts'
import type { CallOutput } from '#contract/call.ts'
import { EnableSecondFactor } from '#src/data/calls.ts'
import { useAppName } from '#src/data/session/session.ts'
import { confirm } from '#src/state/feedback.ts'
import { copyText } from '#src/ui/feedback/copyText.ts'
import { formOf } from '#src/ui/form/formCall.tsx'
import classes from './-setUp.module.css'

export type Prepared = CallOutput<typeof prepareSecondFactor>
const { Form, Field } = formOf(EnableSecondFactor)

/**
 * QR code. It is dark on white even in dark mode, because many cameras cannot read inverted codes.
 */
const QrCode = ({ text }: { text: string }) => {
  const { data, size } = encode(text, { ecc: 'M', border: 3 })
  const path = data
    .flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('')
  return (
    <svg
      className={classes.qr}
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
/** Step that shows the secret as QR code and as text, and asks for the first code of the app. */
export const Confirm = ({ prepared: { rahasia, uri }, onDone, close }: ConfirmProps) => {
  const { mutateAsync } = EnableSecondFactor.useMutation({ quiet: true })
  const readable = rahasia.replace(/(.{4})(?=.)/g, '$1 ')
  return (
    <Flex wrap="wrap" gap="xl" align="start">
      <QrCode text={uri} />
      <Box flex="1 1 18rem" maw="34rem" miw={0}>
        <Box component="ol" className={classes.steps} m="0 0 1rem" pl="1.25rem">
          <li>
            Buka aplikasi autentikator di ponsel Anda, misalnya Google Authenticator, Microsoft
            Authenticator, atau Aegis.
          </li>
          <li>
            Pindai kode QR ini. Di ponsel yang sama: <a href={uri}>buka di aplikasi</a>, atau
            ketikkan kunci ini:
            <Group gap="xs" mt="0.35rem">
              <code className={classes.secret}>{readable}</code>
              <Button
                variant="default"
                size="compact-sm"
                onClick={() => void copyText(rahasia, 'Kunci')}
              >
                Salin kunci
              </Button>
            </Group>
          </li>
          <li>Ketikkan 6 angka yang ditampilkan aplikasi itu.</li>
        </Box>
        <Form
          send={async (input) => onDone((await mutateAsync(input)).kode_pemulihan)}
          submitLabel="Aktifkan"
          onDone={() => {}}
          onCancel={close}
        >
          <Field name="kode" wide autoComplete="one-time-code" />
        </Form>
      </Box>
    </Flex>
  )
}

interface RecoveryProps {
  codes: readonly string[]
  done: () => void
}
/**
 * Step that shows the recovery codes. The codes are shown only once, so the user has to confirm
 * that the codes are stored.
 */
export const RecoveryCodes = ({ codes, done }: RecoveryProps) => {
  const [isStored, setStored] = useState(false)
  const title = useId()
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const leave = () =>
    confirm({
      title: 'Kode pemulihan belum disimpan',
      body: 'Kode ini tidak ditampilkan lagi, padahal dipakai untuk masuk jika ponsel hilang.',
      confirm: 'Tinggalkan',
      cancel: 'Kembali',
      danger: true,
    })
  useBlocker({
    shouldBlockFn: async () => !(await leave()),
    enableBeforeUnload: true,
    disabled: isStored,
  })
  const app = useAppName()
  return (
    <Stack maw="34rem" align="start">
      <Text component="h2" id={title} ref={heading} tabIndex={-1} fz="1.125rem" fw={600}>
        Kode pemulihan {app}
      </Text>
      <Text>
        Jika ponsel Anda hilang, masuklah dengan salah satu kode ini. Tiap kode hanya dapat dipakai
        sekali. Simpan di tempat aman; kode ini tidak ditampilkan lagi.
      </Text>
      <Paper component="ul" className={classes.codes} withBorder aria-labelledby={title}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </Paper>
      <Group className="noPrint">
        <Button variant="default" onClick={() => void copyText(codes.join('\n'), 'Kode pemulihan')}>
          Salin
        </Button>
        <Button variant="default" onClick={() => window.print()}>
          Cetak
        </Button>
      </Group>
      <Switch
        className="noPrint"
        label="Saya sudah menyimpan kode ini"
        checked={isStored}
        onChange={(e) => setStored(e.currentTarget.checked)}
      />
      <Button className="noPrint" disabled={!isStored} onClick={done}>
        Selesai
      </Button>
    </Stack>
  )
}
