import '#src/styles/parts.css'
import '@mantine/core/styles/Kbd.layer.css'
import { Box, Group, Kbd, SimpleGrid, Stack, Switch, Text } from '@mantine/core'
import { useAtom } from 'jotai'
import { Fragment, type ReactNode } from 'react'
import { useCan, useMe } from '#src/data/session/session.ts'
import { goKeysOf } from '#src/layout/menu/goKeys.ts'
import { keysAtom } from '#src/state/device.ts'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'

type Key = readonly [keys: readonly string[], does: string]
const everywhere: readonly Key[] = [
  [['Ctrl', 'K'], 'Palet perintah: menu, peserta, tagihan, tindakan'],
  [['/'], 'Cari'],
  [['?'], 'Bantuan tombol'],
  [['Esc'], 'Tutup atau batal'],
  [['Ctrl', 'Z'], 'Urungkan penghapusan yang baru saja'],
]
const lists: readonly Key[] = [
  [['n'], 'Tambah'],
  [['j'], 'Baris berikutnya, juga ↓'],
  [['k'], 'Baris sebelumnya, juga ↑'],
  [['Enter'], 'Buka baris'],
  [['e'], 'Ubah baris'],
  [['x'], 'Pilih baris'],
  [[']'], 'Halaman berikutnya'],
  [['['], 'Halaman sebelumnya'],
]
const pay: Key = [['b'], 'Bayar']
const share: Key = [['w'], 'Bagikan; di halaman Bagikan: kirim']
const checking: readonly Key[] = [
  [['s'], 'Setujui'],
  [['t'], 'Tolak dengan alasan'],
  [['n'], 'Berikutnya yang menunggu'],
  [['p'], 'Sebelumnya yang menunggu'],
]
const matching: readonly Key[] = [
  [['s'], 'Terima usulan teratas'],
  [['c'], 'Cari tagihan atau akun lain'],
  [['a'], 'Abaikan dengan alasan'],
  [['n'], 'Berikutnya yang belum dicocokkan'],
  [['p'], 'Sebelumnya yang belum dicocokkan'],
]
const forms: readonly Key[] = [[['Ctrl', 'Enter'], 'Simpan']]

const Keys = ({ title, children }: { title: string; children: ReactNode }) => (
  <Box component="section" mb="md">
    <Text component="h3" fw={600} mb={4}>
      {title}
    </Text>
    <Stack component="dl" gap={5} m={0}>
      {children}
    </Stack>
  </Box>
)
const Line = ({ keys, children }: { keys: readonly string[]; children: ReactNode }) => (
  <Group gap="sm" wrap="nowrap" align="baseline">
    <Box component="dt" flex="0 0 6.5rem">
      {keys.map((k, i) => (
        <Fragment key={`${i} ${k}`}>
          {i > 0 && ' '}
          <Kbd>{k}</Kbd>
        </Fragment>
      ))}
    </Box>
    <Text component="dd" size="sm" m={0}>
      {children}
    </Text>
  </Group>
)
const lines = (keys: readonly Key[]) =>
  keys.map(([k, does]) => (
    <Line key={does} keys={k}>
      {does}
    </Line>
  ))

/** Dialog with all shortcuts, and a switch that disables the single-key ones. */
export const KeysHelp = ({ close }: { close: () => void }) => {
  const user = useMe()
  const mayCheck = useCan('konfirmasi-pembayaran/setujui')
  const mayPay = useCan('billing-payment/create')
  const mayShare = useCan('billing/share')
  const bills = [...(mayPay ? [pay] : []), ...(mayShare ? [share] : [])]
  const mayMatch = useCan('mutasi-bank/cocokkan')
  const [single, setSingle] = useAtom(keysAtom)
  return (
    <Dialog title="Bantuan tombol" close={close} closeButton size="xl">
      <Switch
        checked={single}
        onChange={(e) => setSingle(e.currentTarget.checked)}
        label="Pakai tombol tunggal"
        description="Jika dimatikan, hanya pintasan dengan Ctrl, Enter, Esc, dan tombol panah yang aktif. Ctrl K tetap membuka pencarian dan bantuan ini."
      />
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="xl" verticalSpacing={0} mt="lg">
        <div>
          <Keys title="Di mana saja">{lines(everywhere)}</Keys>
          <Keys title="Di daftar">{lines(lists)}</Keys>
          <Keys title="Di formulir">{lines(forms)}</Keys>
          {bills.length > 0 && <Keys title="Di tagihan dan barisnya">{lines(bills)}</Keys>}
          {mayCheck && <Keys title="Memeriksa konfirmasi">{lines(checking)}</Keys>}
          {mayMatch && <Keys title="Mencocokkan mutasi bank">{lines(matching)}</Keys>}
        </div>
        {user && (
          <Keys title="Pergi ke">
            {goKeysOf(user).map(({ letter, item }) => (
              <Line key={letter} keys={['g', letter]}>
                {item.name}
              </Line>
            ))}
          </Keys>
        )}
      </SimpleGrid>
    </Dialog>
  )
}
