import { Button, Group, Stack, TextInput } from '@mantine/core'
import { toast } from '#src/state/feedback.ts'
import { waktu } from '#src/ui/format/format.ts'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'

export interface InvitationLink {
  tautan: string
  kedaluwarsa: string
}

/** The link is shown this once: the server keeps its hash only. */
export const InvitationDialog = ({
  name,
  link: { tautan, kedaluwarsa },
  close,
}: {
  name: string
  link: InvitationLink
  close: () => void
}) => {
  const url = new URL(tautan, location.href).href
  const copy = async () => {
    // Without https there is no clipboard at all.
    try {
      await navigator.clipboard.writeText(url)
      toast(`Tautan undangan ${name} disalin`)
    } catch {
      toast('Tidak dapat menyalin: pilih teksnya dan salin sendiri', { tone: 'red' })
    }
  }
  return (
    <Dialog title={`Tautan undangan ${name}`} close={close} closeButton size="lg">
      <Stack>
        <p style={{ margin: 0 }}>
          Dengan tautan ini {name} membuat passwordnya sendiri. Hanya dapat dipakai sekali, sampai{' '}
          {waktu(kedaluwarsa)}, dan tidak ditampilkan lagi. Kirim kepada orangnya saja.
        </p>
        <TextInput
          label="Tautan"
          value={url}
          readOnly
          onFocus={(e) => e.currentTarget.select()}
          data-autofocus
        />
        <Group justify="flex-end" gap="0.6rem" pt="xs">
          <Button variant="default" onClick={close}>
            Tutup
          </Button>
          <Button onClick={() => void copy()}>Salin tautan</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
