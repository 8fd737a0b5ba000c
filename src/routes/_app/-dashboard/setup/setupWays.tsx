/** Two other ways to begin: trying the demo school, and importing sheets. */
import { Button, Group, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import type { AccessCode } from '#contract/access/access.ts'
import { useAllowed } from '#src/data/session/session.ts'
import type { Place } from '#src/state/place.ts'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
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

interface Sheet {
  label: string
  code: AccessCode
  place: Place
}
const impor = { impor: 'baru' }
/** Importable lists, in the order in which the rows of one need those of another. */
const sheets: readonly Sheet[] = [
  { label: 'Outlet', code: 'gedung/import', place: { to: '/gedung', search: impor } },
  { label: 'Ruang', code: 'ruang/import', place: { to: '/ruang', search: impor } },
  {
    label: 'Kategori kursus',
    code: 'kategori-kursus/import',
    place: { to: '/kategori-kursus', search: impor },
  },
  { label: 'Kursus dan harga', code: 'kursus/import', place: { to: '/kursus', search: impor } },
  { label: 'Biaya lain', code: 'biaya/import', place: { to: '/biaya', search: impor } },
  {
    label: 'Peserta dan akun billing',
    code: 'user/import',
    place: { to: '/user/peserta', search: impor },
  },
  {
    label: 'Produk dan jasa',
    code: 'produk-jasa/import',
    place: { to: '/produk-jasa-lainnya', search: impor },
  },
]
const Excel = ({ close }: { close: () => void }) => {
  const allowed = useAllowed()
  return (
    <Dialog title="Pindahkan dari Excel" close={close} closeButton>
      <Text mb="sm">
        Impor dengan urutan ini. Tiap halaman menyediakan templat, dan memeriksa isinya sebelum ada
        yang disimpan.
      </Text>
      <ol style={{ margin: 0, paddingLeft: '1.25rem' }}>
        {sheets
          .filter(({ code }) => allowed(code))
          .map(({ label, place }) => (
            <li key={label} style={{ padding: '0.25rem 0' }}>
              <PlaceLink {...place}>{label}</PlaceLink>
            </li>
          ))}
      </ol>
    </Dialog>
  )
}

export const SetupWays = () => {
  const [open, setOpen] = useState<'demo' | 'excel'>()
  const allowed = useAllowed()
  const close = () => setOpen(undefined)
  return (
    <>
      <Group gap="xs">
        <Button variant="default" size="xs" onClick={() => setOpen('demo')}>
          Coba dengan data contoh
        </Button>
        {sheets.some(({ code }) => allowed(code)) && (
          <Button variant="default" size="xs" onClick={() => setOpen('excel')}>
            Pindahkan dari Excel
          </Button>
        )}
      </Group>
      {open === 'demo' && <Demo close={close} />}
      {open === 'excel' && <Excel close={close} />}
    </>
  )
}
