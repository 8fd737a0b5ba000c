import '#src/styles/bagian.css'
import '#src/styles/samping.css'
/** What the side overlay shows: static samples (specification section 2), no feature stands behind them. */
import { NativeSelect, Switch, Tabs } from '@mantine/core'
import {
  IconActivity,
  IconAlertTriangle,
  IconDownload,
  IconPencil,
  IconPlus,
} from '@tabler/icons-react'
import { atom, useAtom, useAtomValue } from 'jotai'
import { useId, type ReactNode } from 'react'
import {
  darkModeAtom,
  headerDarkAtom,
  mainContentAtom,
  sidebarLeftAtom,
} from '#src/state/layout.ts'

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
/** What of the layout is this device's to choose; unlike the samples around it, this does something. */
const LayoutSettings = () => {
  const [left, setLeft] = useAtom(sidebarLeftAtom)
  const [content, setContent] = useAtom(mainContentAtom)
  const [headerDark, setHeaderDark] = useAtom(headerDarkAtom)
  const dark = useAtomValue(darkModeAtom)
  return (
    <fieldset className="layoutSettings">
      <legend>Tata letak di perangkat ini</legend>
      <NativeSelect
        label="Posisi menu"
        value={left ? 'left' : 'right'}
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
    </fieldset>
  )
}

/** The names of those that are off; sent nowhere, all on at first. */
const offAtom = atom<readonly string[]>([])

const Block = ({ title, children }: { title: string; children: ReactNode }) => {
  const id = useId()
  return (
    <section className="sideBlock" aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  )
}

const QuickSettings = () => {
  const [off, setOff] = useAtom(offAtom)
  return (
    <Block title="Quick Settings">
      <div className="switches">
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
      </div>
      <LayoutSettings />
    </Block>
  )
}

export const SideOverlayContent = () => (
  <Tabs defaultValue="overview" className="sideTabs">
    <Tabs.List grow>
      <Tabs.Tab value="overview">Overview</Tabs.Tab>
      <Tabs.Tab value="sales">Sales</Tabs.Tab>
    </Tabs.List>
    <Tabs.Panel value="overview">
      <p className="sideNote">Contoh tampilan, bukan data sekolah.</p>
      <Block title="Recent Activity">
        <ul className="samples">
          {activity.map(([Icon, text, when]) => (
            <li key={text}>
              <Icon size={18} stroke={1.6} aria-hidden />
              <span>
                <b>{text}</b>
                <small>{when}</small>
              </span>
            </li>
          ))}
        </ul>
      </Block>
      <Block title="Online Friends">
        <ul className="samples">
          {friends.map(([name, job, state]) => (
            <li key={name}>
              <span className="avatar" data-initial={name[0]} />
              <span>
                <b>{name}</b>
                <small>
                  {job} · {state}
                </small>
              </span>
            </li>
          ))}
        </ul>
      </Block>
      <QuickSettings />
    </Tabs.Panel>
    <Tabs.Panel value="sales">
      <p className="sideNote">Contoh tampilan, bukan data sekolah.</p>
      <dl className="sideFigures">
        <div>
          <dt>Sales</dt>
          <dd>22.030</dd>
        </div>
        <div>
          <dt>Balance</dt>
          <dd>Rp4.589.000</dd>
        </div>
      </dl>
      {Object.entries(sales).map(([day, rows]) => (
        <Block key={day} title={day}>
          <ul className="samples">
            {rows.map(([text, amount]) => (
              <li key={text}>
                <IconActivity size={18} stroke={1.6} aria-hidden />
                <span>
                  <b>{text}</b>
                </span>
                <span className="num">{amount}</span>
              </li>
            ))}
          </ul>
        </Block>
      ))}
    </Tabs.Panel>
  </Tabs>
)
