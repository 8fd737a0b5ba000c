import { TextInput } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { metaOf } from '#contract/fields.ts'
import {
  grupSetting,
  isSettingKey,
  kunciGrup,
  settings,
  type GrupSetting,
} from '#contract/settings.ts'
import { useOwnOutlets } from '#src/data/outlets.ts'
import { useCan } from '#src/data/session.ts'
import { SettingList } from '#src/data/setting.ts'
import { GrupForm } from '#src/routes/_app/-setting.tsx'
import { CadanganTerakhir } from '#src/routes/_app/-settingCadangan.tsx'
import { Facts } from '#src/ui/Facts.tsx'
import { kataNilai } from '#src/ui/kata.ts'
import { PageTitle } from '#src/ui/PageTitle.tsx'
import { RecordTabs, Riwayat } from '#src/ui/Record.tsx'

export const Route = createFileRoute('/_app/setting')({
  validateSearch: ({ tab, kunci }: Record<string, unknown>): { tab?: string; kunci?: string } => ({
    ...(typeof tab === 'string' && /^[a-z]+$/.test(tab) && { tab }),
    ...(typeof kunci === 'string' && /^\w+$/.test(kunci) && { kunci }),
  }),
  loader: async () => {
    const { muatSetting } = await import('#src/data/setting.ts')
    // Failure is the component's, which suspends on the same query.
    await muatSetting().catch(() => {})
  },
  component: SettingScreen,
})

const grups = Object.keys(grupSetting)
  .filter((g): g is GrupSetting => Object.hasOwn(grupSetting, g))
  .filter((g) => kunciGrup(g).length > 0)
const label = (field: string) => (isSettingKey(field) ? settings[field].label : field)
const meta = {
  field: (name: string) =>
    isSettingKey(name) ? { meta: metaOf(settings[name].schema) } : undefined,
}

function SettingScreen() {
  const { kunci } = Route.useSearch()
  const isLimited = useOwnOutlets().length > 0
  const ubah = useCan('setting/update') && !isLimited
  return (
    <>
      <PageTitle />
      <CadanganTerakhir />
      <Cari />
      <RecordTabs
        tabs={[
          ...grups.map((grup) => ({
            id: grup,
            label: grupSetting[grup][0],
            content: ubah ? (
              <GrupForm key={grup} grup={grup} kunci={kunci} />
            ) : (
              <Baca grup={grup} />
            ),
          })),
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index' as const,
            content: <Riwayat entitas="setting" label={label} of={meta} />,
          },
        ]}
      />
    </>
  )
}

/** A setting by what it is called, what it does, or its group. */
const Cari = () => {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found =
    words.length === 0
      ? []
      : grups
          .flatMap((grup) =>
            kunciGrup(grup).flatMap((key) => {
              const { label: nama, ket } = settings[key]
              const all = `${nama} ${ket} ${grupSetting[grup][0]}`.toLowerCase()
              return words.every((w) => all.includes(w)) ? [{ key, nama, grup }] : []
            }),
          )
          .slice(0, 8)
  const open = (grup: GrupSetting, key: string) => {
    setText('')
    void navigate({
      to: '/setting',
      search: { tab: grup, kunci: key },
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <div className="settingCari" role="search" aria-label="Pengaturan">
      <TextInput
        type="search"
        label="Cari pengaturan"
        data-cari
        value={text}
        autoComplete="off"
        onChange={(e) => setText(e.currentTarget.value)}
        onKeyDown={(e) => {
          const [first] = found
          if (e.key === 'Escape') setText('')
          if (e.key === 'Enter' && first) open(first.grup, first.key)
        }}
      />
      <div role="status" className={words.length > 0 && found.length === 0 ? 'dim' : 'sr'}>
        {words.length === 0
          ? ''
          : found.length === 0
            ? 'Tidak ada yang cocok'
            : `${found.length} pengaturan`}
      </div>
      {found.length > 0 && (
        <ul className="settingTemu">
          {found.map(({ key, nama, grup }) => (
            <li key={key}>
              <button type="button" onClick={() => open(grup, key)}>
                <span>{nama}</span>
                <span className="dim">{grupSetting[grup][0]}</span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** For whoever may look but not change. */
const Baca = ({ grup }: { grup: GrupSetting }) => {
  const rows = SettingList.useData({})
  const keys: readonly string[] = kunciGrup(grup)
  return (
    <Facts
      items={rows
        .filter((r) => keys.includes(r.key))
        .map((r) => [r.label, kataNilai(r.value, meta.field(r.key)?.meta)])}
    />
  )
}
