/**
 * Content of the side overlay: sample data without a function, and the layout settings, which work.
 */
import '#src/styles/parts.css'
import '@mantine/core/styles/Fieldset.layer.css'
import { Box, Fieldset, NativeSelect, SimpleGrid, Stack, Switch, Tabs, Text } from '@mantine/core'
import {
  IconActivity,
  IconAlertTriangle,
  IconDownload,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react'
import { atom, useAtom, useAtomValue } from 'jotai'
import { useId, type ReactNode } from 'react'
import { Sample, Samples } from '#src/layout/aside/Samples.tsx'
import { Initial } from '#src/layout/Initial.tsx'
import {
  darkModeAtom,
  headerDarkAtom,
  mainContentAtom,
  sidebarLeftAtom,
} from '#src/state/layout.ts'
import { Num } from '#src/ui/format/Words.tsx'

const activity = [
  [IconPlus, 'Peserta baru terdaftar', '3 menit lalu'],
  [IconPencil, 'Jadwal kelas diubah', '15 menit lalu'],
  [IconDownload, 'Laporan diunduh', '1 jam lalu'],
  [IconAlertTriangle, 'Ruang hampir penuh', '4 jam lalu'],
] as const
const friends = [
  ['Ayu Lestari', 'Fotografer', 'daring'],
  ['Bima Saputra', 'Perancang', 'daring'],
  ['Citra Dewi', 'Penulis', 'pergi'],
  ['Dimas Wijaya', 'Guru piano', 'luring'],
] as const
const sales = {
  Today: [
    ['Kelas piano', '+ Rp750.000'],
    ['Buku latihan', '+ Rp120.000'],
    ['Sewa gitar', '+ Rp200.000'],
  ],
  Yesterday: [
    ['Kelas vokal', '+ Rp600.000'],
    ['Senar biola', '− Rp85.000'],
    ['Kelas drum', '+ Rp650.000'],
    ['Uang pendaftaran', '+ Rp300.000'],
  ],
} as const

const settings = [
  ['status', 'Status daring', 'Terlihat oleh rekan'],
  ['updated', 'Pembaruan otomatis', 'Selalu versi terbaru'],
  ['notifications.email', 'Notifikasi surel', ''],
  ['notifications.sms', 'Notifikasi SMS', ''],
  ['api', 'Akses API', 'Untuk aplikasi lain'],
] as const
const contents = [
  { value: 'narrow', label: 'Sempit' },
  { value: 'full', label: 'Penuh' },
  { value: 'boxed', label: 'Berbingkai' },
] as const
/** Layout settings of this device. Unlike the samples around them, these settings work. */
const LayoutSettings = () => {
  const [isLeft, setLeft] = useAtom(sidebarLeftAtom)
  const [content, setContent] = useAtom(mainContentAtom)
  const [headerDark, setHeaderDark] = useAtom(headerDarkAtom)
  const dark = useAtomValue(darkModeAtom)
  return (
    <Fieldset variant="unstyled" legend="Tata letak di perangkat ini" mt="lg">
      <NativeSelect
        label="Posisi menu"
        value={isLeft ? 'left' : 'right'}
        onChange={(e) => setLeft(e.currentTarget.value === 'left')}
        data={[
          { value: 'left', label: 'Kiri' },
          { value: 'right', label: 'Kanan' },
        ]}
      />
      <NativeSelect
        label="Lebar isi"
        value={content}
        onChange={(e) => {
          const to = contents.find(({ value }) => value === e.currentTarget.value)
          if (to) setContent(to.value)
        }}
        data={[...contents]}
      />
      <NativeSelect
        label="Bilah atas"
        description={dark ? 'Mode gelap selalu memakai bilah gelap' : undefined}
        disabled={dark}
        value={dark || headerDark ? 'dark' : 'light'}
        onChange={(e) => setHeaderDark(e.currentTarget.value === 'dark')}
        data={[
          { value: 'light', label: 'Terang' },
          { value: 'dark', label: 'Gelap' },
        ]}
      />
    </Fieldset>
  )
}

/** Names of the sample switches that are off. Kept in memory only; at first all switches are on. */
const offAtom = atom<readonly string[]>([])

const Block = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <Box
      component="section"
      aria-labelledby={id}
      px="lg"
      py="md"
      style={{ borderBottom: '1px solid var(--line)' }}
    >
      <Text component="h2" id={id} fw={600} mb="xs">
        {title}
      </Text>
      {children}
    </Box>
  )
}

const QuickSettings = () => {
  const [off, setOff] = useAtom(offAtom)
  return (
    <Block title="Quick Settings">
      <Stack gap="sm">
        {settings.map(([name, label, description]) => (
          <Switch
            key={name}
            name={name}
            label={label}
            description={description}
            checked={!off.includes(name)}
            onChange={() =>
              setOff(off.includes(name) ? off.filter((n) => n !== name) : [...off, name])
            }
          />
        ))}
      </Stack>
      <LayoutSettings />
    </Block>
  )
}

const Figure = ({ name, children }: { name: string; children: ReactNode }) => (
  <div>
    <Text component="dt" size="sm" c="dimmed">
      {name}
    </Text>
    <Text component="dd" m={0} size="lg" fw={600}>
      {children}
    </Text>
  </div>
)

export const SideOverlayContent = () => (
  <Tabs defaultValue="overview">
    <Tabs.List grow>
      <Tabs.Tab value="overview">Overview</Tabs.Tab>
      <Tabs.Tab value="sales">Sales</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="overview">
      <Text size="sm" c="dimmed" px="lg" pt="sm">
        Contoh tampilan, bukan data sekolah.
      </Text>
      <Block title="Recent Activity">
        <Samples>
          {activity.map(([Icon, text, when]) => (
            <Sample
              key={text}
              text={text}
              note={when}
              before={<Icon size={18} stroke={1.6} aria-hidden />}
            />
          ))}
        </Samples>
      </Block>
      <Block title="Online Friends">
        <Samples>
          {friends.map(([name, job, state]) => (
            <Sample
              key={name}
              text={name}
              note={`${job} · ${state}`}
              before={<Initial of={name} />}
            />
          ))}
        </Samples>
      </Block>
      <QuickSettings />
    </Tabs.Panel>
    <Tabs.Panel value="sales">
      <Text size="sm" c="dimmed" px="lg" pt="sm">
        Contoh tampilan, bukan data sekolah.
      </Text>
      <SimpleGrid component="dl" cols={2} m={0} px="lg" py="md">
        <Figure name="Sales">22.030</Figure>
        <Figure name="Balance">Rp4.589.000</Figure>
      </SimpleGrid>
      {Object.entries(sales).map(([day, rows]) => (
        <Block key={day} title={day}>
          <Samples>
            {rows.map(([text, amount]) => (
              <Sample
                key={text}
                text={text}
                before={<IconActivity size={18} stroke={1.6} aria-hidden />}
                after={<Num>{amount}</Num>}
              />
            ))}
          </Samples>
        </Block>
      ))}
    </Tabs.Panel>
  </Tabs>
)
