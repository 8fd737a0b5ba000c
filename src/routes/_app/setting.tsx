import { Box, Button, Paper, Text, TextInput } from '@mantine/core'
import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { metaOf } from '#contract/fields.ts'
import {
  settingGroups,
  isSettingKey,
  settingKeysOf,
  settings,
  type SettingGroup,
} from '#contract/settings/settings.ts'
import { runPrefetch } from '#src/data/api/prefetch.ts'
import { useOwnOutlets } from '#src/data/outlets.ts'
import { useCan } from '#src/data/session/session.ts'
import { SettingList } from '#src/data/setting.ts'
import { LastCadangan } from '#src/routes/_app/-setting/settingBackup.tsx'
import { SettingGroupForm } from '#src/routes/_app/-setting/settingGroup.tsx'
import { SettingJobs } from '#src/routes/_app/-setting/settingJobs.tsx'
import { Can } from '#src/ui/access/Can.tsx'
import { valueWords } from '#src/ui/format/valueWords.ts'
import { ToolLink } from '#src/ui/list/Tool.tsx'
import { Actions, PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { RecordTabs, RecordHistory } from '#src/ui/record/Record.tsx'

export const Route = createFileRoute('/_app/setting')({
  validateSearch: ({ tab, kunci }: Record<string, unknown>): { tab?: string; kunci?: string } => ({
    ...(typeof tab === 'string' && /^[a-z]+$/.test(tab) && { tab }),
    ...(typeof kunci === 'string' && /^\w+$/.test(kunci) && { kunci }),
  }),
  loader: async () => {
    const { loadSettings, Cadangan } = await import('#src/data/setting.ts')
    // Ignores errors in the loader, because the component suspends on the same query and shows
    // them.
    const stored = loadSettings().catch(() => {})
    await runPrefetch({ code: 'setting/cadangan', query: async () => Cadangan.query({}) })
    await stored
  },
  component: SettingScreen,
})

const groups = Object.keys(settingGroups)
  .filter((g): g is SettingGroup => Object.hasOwn(settingGroups, g))
  .filter((g) => settingKeysOf(g).length > 0)
const label = (field: string) => (isSettingKey(field) ? settings[field].label : field)
const meta = {
  field: (name: string) =>
    isSettingKey(name) ? { meta: metaOf(settings[name].schema) } : undefined,
}

function SettingScreen() {
  const { kunci } = Route.useSearch()
  const isLimited = useOwnOutlets().length > 0
  const mayEdit = useCan('setting/update') && !isLimited
  return (
    <>
      <PageTitle>
        <Actions>
          <Can do="pindahan/import">
            <ToolLink place={{ to: '/pindahan' }}>Pindahkan dari Excel</ToolLink>
          </Can>
          <Can do="integritas/index">
            <ToolLink place={{ to: '/integritas' }}>Integritas Data</ToolLink>
          </Can>
          <Can do="audit/index">
            <ToolLink place={{ to: '/audit' }}>Riwayat</ToolLink>
          </Can>
        </Actions>
      </PageTitle>
      <LastCadangan />
      <SettingSearch />
      <RecordTabs
        tabs={[
          ...groups.map((group) => ({
            id: group,
            label: settingGroups[group][0],
            content: mayEdit ? (
              <SettingGroupForm key={group} group={group} focusKey={kunci} />
            ) : (
              <SettingFacts group={group} />
            ),
          })),
          {
            id: 'pekerjaan',
            label: 'Pekerjaan',
            code: 'pekerjaan/index' as const,
            content: <SettingJobs />,
          },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index' as const,
            content: <RecordHistory entitas="setting" label={label} of={meta} />,
          },
        ]}
      />
    </>
  )
}

/** Field that searches settings by name, description or group. */
const SettingSearch = () => {
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const matches =
    words.length === 0
      ? []
      : groups
          .flatMap((group) =>
            settingKeysOf(group).flatMap((key) => {
              const { label, ket } = settings[key]
              const all = `${label} ${ket} ${settingGroups[group][0]}`.toLowerCase()
              return words.every((w) => all.includes(w)) ? [{ key, label, group }] : []
            }),
          )
          .slice(0, 8)
  const open = (group: SettingGroup, key: string) => {
    setText('')
    void navigate({
      to: '/setting',
      search: { tab: group, kunci: key },
      replace: true,
      resetScroll: false,
    })
  }
  return (
    <Box role="search" aria-label="Pengaturan" maw="26rem" mb="md">
      <TextInput
        type="search"
        label="Cari pengaturan"
        data-search
        value={text}
        autoComplete="off"
        onChange={(e) => setText(e.currentTarget.value)}
        onKeyDown={(e) => {
          const [first] = matches
          if (e.key === 'Escape') setText('')
          if (e.key === 'Enter' && first) open(first.group, first.key)
        }}
      />
      <div role="status" className={words.length > 0 && matches.length === 0 ? 'dim' : 'sr'}>
        {words.length > 0 && foundText(matches.length)}
      </div>
      {matches.length > 0 && (
        <Paper component="ul" withBorder mt="xs" p={4} style={{ listStyle: 'none' }}>
          {matches.map(({ key, label, group }) => (
            <li key={key}>
              <Button
                variant="subtle"
                color="gray"
                c="inherit"
                fullWidth
                justify="space-between"
                rightSection={
                  <Text span size="sm" c="dimmed">
                    {settingGroups[group][0]}
                  </Text>
                }
                onClick={() => open(group, key)}
              >
                {label}
              </Button>
            </li>
          ))}
        </Paper>
      )}
    </Box>
  )
}

const foundText = (n: number) => (n === 0 ? 'Tidak ada yang cocok' : `${n} pengaturan`)

/** Read-only list of the settings of a group, for a reader who may not change them. */
const SettingFacts = ({ group }: { group: SettingGroup }) => {
  const rows = SettingList.useSuspenseData({})
  const keys: readonly string[] = settingKeysOf(group)
  return (
    <Facts
      items={rows
        .filter((r) => keys.includes(r.key))
        .map((r) => [r.label, valueWords(r.value, meta.field(r.key)?.meta)])}
    />
  )
}
