import { Button, Group, Stack, TextInput } from '@mantine/core'
import type { ReactNode } from 'react'
import { copyText } from '#src/ui/feedback/copyText.ts'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'

interface Props {
  /** Title of the dialog, which names the link. */
  title: string
  /** Name of the secret: `Tautan` by default. */
  label?: string
  url: string
  close: () => void
  /** Text that explains the purpose of the link, and to whom the user may give the link. */
  children: ReactNode
}
/**
 * Dialog that shows a secret link or token. It can be shown only once, because the server stores
 * only a hash of it.
 */
export const LinkDialog = ({ title, label = 'Tautan', url, close, children }: Props) => (
  <Dialog title={title} close={close} closeButton size="lg">
    <Stack>
      <p style={{ margin: 0 }}>{children}</p>
      <TextInput
        label={label}
        value={url}
        readOnly
        onFocus={(e) => e.currentTarget.select()}
        data-autofocus
      />
      <Group justify="flex-end" gap="0.6rem" pt="xs">
        <Button variant="default" onClick={close}>
          Tutup
        </Button>
        <Button onClick={() => void copyText(url, title)}>{`Salin ${label.toLowerCase()}`}</Button>
      </Group>
    </Stack>
  </Dialog>
)
