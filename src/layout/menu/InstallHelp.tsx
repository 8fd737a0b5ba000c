import { Box, Text } from '@mantine/core'
import { useAppName } from '#src/data/session/session.ts'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'

/** Explains how to install the app on an iPhone or iPad, where no page can open a dialog for it. */
export const InstallHelp = ({ close }: { close: () => void }) => {
  const name = useAppName()
  return (
    <Dialog title="Pasang aplikasi" close={close} closeButton>
      <Text>Agar {name} punya ikon di layar utama iPhone atau iPad:</Text>
      <Box component="ol" pl="1.25rem" mb={0} lh={1.8}>
        <li>
          Tekan <b>Bagikan</b> di peramban (kotak dengan panah ke atas).
        </li>
        <li>
          Pilih <b>Tambah ke Layar Utama</b>.
        </li>
        <li>
          Tekan <b>Tambah</b>.
        </li>
      </Box>
    </Dialog>
  )
}
