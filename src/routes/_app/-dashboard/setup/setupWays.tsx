/** Two other ways to begin: trying the demo school, and moving in from a workbook. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useOwnOutlets } from '#src/data/outlets.ts'
import { Can } from '#src/ui/access/Can.tsx'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { CopyButton } from '#src/ui/record/CopyButton.tsx'

const demo = { command: 'npm run demo', address: 'http://127.0.0.1:3000' }

const Demo = ({ close }: { close: () => void }) => (
  <Dialog title="Coba dengan data contoh" close={close} closeButton>
    <Stack gap="sm">
      <Text>
        Jalankan perintah ini di komputer server. Sekolah contoh berjalan terpisah: data sekolah
        Anda tidak berubah.
      </Text>
      <Group gap="xs">
        <code>{demo.command}</code>
        <CopyButton text={demo.command} what="Perintah" />
      </Group>
      <Text>
        Lalu buka <b>{demo.address}</b> dan masuk sebagai superadmin dengan password nada-demo. Jika
        server ini memakai alamat yang sama, tulis port lain: PORT=3001 {demo.command}
      </Text>
    </Stack>
  </Dialog>
)

export const SetupWays = () => {
  const [isOpen, setOpen] = useState(false)
  const isLimited = useOwnOutlets().length > 0
  return (
    <>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => setOpen(true)}>
          Coba dengan data contoh
        </Button>
        {!isLimited && (
          <Can do="pindahan/import">
            <LinkButton variant="default" size="xs" place={{ to: '/pindahan' }}>
              Pindahkan dari Excel
            </LinkButton>
          </Can>
        )}
      </Group>
      {isOpen && <Demo close={() => setOpen(false)} />}
    </>
  )
}
