import '#src/styles/app.css'
import { Button, Flex, Group, Textarea } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { forget } from '#src/data/session/session.ts'
import { dialogAtom, store, type Dialog } from '#src/state/feedback.ts'
import { DeactivateButton, UsageList, deleteRefusalOf } from '#src/ui/overlay/DeleteRefusal.tsx'
import { Dialog as Frame } from '#src/ui/overlay/Dialog.tsx'

const close = () => store.set(dialogAtom, null)

/** Renders the open dialog: a question, a request for a reason, or a failure. */
export const DialogHost = ({ dialog }: { dialog: Dialog }) =>
  dialog.kind === 'error' ? <ErrorDialog dialog={dialog} /> : <Question dialog={dialog} />

const ErrorDialog = ({
  dialog: { error, back },
}: {
  dialog: Extract<Dialog, { kind: 'error' }>
}) => {
  const navigate = useNavigate()
  const dismiss = () => {
    close()
    if (back && history.length > 1) history.back()
  }
  const go = () => {
    close()
    if (error.status === 404)
      return navigate({ to: '/errors/$kode', params: { kode: '404' }, ignoreBlocker: true })
    // After the user has closed the dialog of a server error (status 500 and above), shows the 500
    // page.
    if (error.status >= 500)
      return navigate({ to: '/errors/$kode', params: { kode: '500' }, ignoreBlocker: true })
    forget()
    return navigate({ to: '/auth/login', search: {}, ignoreBlocker: true })
  }
  const refusal = deleteRefusalOf(error)
  return (
    <Frame close={dismiss} title={`Error ${error.status}`}>
      {refusal ? (
        <UsageList {...refusal} />
      ) : (
        <p style={{ marginTop: 0, overflowWrap: 'anywhere' }}>{error.message}</p>
      )}
      <Group justify="flex-end" gap="0.6rem" pt="xs">
        <Button variant="default" onClick={dismiss} data-autofocus>
          Batal
        </Button>
        <Button variant={refusal ? 'default' : undefined} onClick={go}>
          Login
        </Button>
        {refusal && <DeactivateButton refusal={refusal} close={close} />}
      </Group>
    </Frame>
  )
}

const Question = ({ dialog }: { dialog: Exclude<Dialog, { kind: 'error' }> }) => {
  const [reason, setReason] = useState('')
  const [error, setError] = useState<string>()
  const answer = (yes: boolean) => {
    if (dialog.kind === 'confirm') {
      close()
      return dialog.done(yes)
    }
    if (yes && reason.trim().length < dialog.min) return setError(`Minimal ${dialog.min} karakter`)
    close()
    dialog.done(yes ? reason.trim() : null)
  }
  return (
    <Frame close={() => answer(false)} title={dialog.title}>
      <Flex
        component="form"
        direction="column"
        gap="md"
        noValidate
        onSubmit={(e) => {
          e.preventDefault()
          e.stopPropagation()
          answer(true)
        }}
      >
        <p style={{ margin: 0, overflowWrap: 'anywhere' }}>{dialog.body}</p>
        {dialog.kind === 'reason' && (
          <Textarea
            label={dialog.label}
            description={`Minimal ${dialog.min} karakter`}
            required
            rows={3}
            value={reason}
            error={error}
            data-autofocus
            onChange={(e) => {
              setReason(e.currentTarget.value)
              setError(undefined)
            }}
          />
        )}
        <Group justify="flex-end" gap="0.6rem" pt="xs">
          <Button
            variant="default"
            onClick={() => answer(false)}
            data-autofocus={dialog.kind === 'confirm' || undefined}
          >
            {dialog.cancel ?? 'Batal'}
          </Button>
          <Button type="submit" color={dialog.danger ? 'danger' : undefined}>
            {dialog.confirm}
          </Button>
        </Group>
      </Flex>
    </Frame>
  )
}
