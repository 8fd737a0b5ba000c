import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { RoleId } from '#contract/enums.ts'
import { PersetujuanGuru, missingApprovalOf } from '#contract/schedule/kursusPelatih.ts'
import { KursusPelatihs } from '#src/data/resources/kursusPelatih.ts'
import { roleOf, useCan, useMe } from '#src/data/session/session.ts'
import { KelasForm } from '#src/routes/_app/kursus-pelatih/-form.tsx'
import { Seats } from '#src/routes/_app/kursus-pelatih/-seats.tsx'
import { WaitingPage } from '#src/ui/feedback/WaitingPage.tsx'
import { jamSpan } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { Badge, columnHelper } from '#src/ui/list/table/table.tsx'
import { Tool } from '#src/ui/list/Tool.tsx'
import { part } from '#src/ui/page/part.ts'
import { PageTabs } from '#src/ui/record/PageTabs.tsx'

const list = listRoute(
  () => import('#src/data/resources/kursusPelatih.ts').then((m) => m.KursusPelatihs),
  {
    expand: 'pelatih,kursus,gedung,ruang,isi',
  },
)
export const Route = createFileRoute('/_app/kursus-pelatih/')({
  ...list,
  // Does not fetch the list of classes on the calendar tabs, because these tabs fetch lessons
  // instead.
  loader: ({ deps, cause }) => (deps.tab ? undefined : list.loader({ deps, cause })),
  component: KursusPelatihScreen,
})

const CalendarScreen = lazy(() =>
  part(() => import('#src/routes/_app/kursus-pelatih/-calendar/calendar.tsx')).then((m) => ({
    default: m.CalendarScreen,
  })),
)

const k = columnHelper(KursusPelatihs)
const columns = [
  k.accessor('kode', { header: 'Kelas', cell: 'text' }),
  k.accessor((row) => row.pelatih?.name, {
    id: 'pelatih',
    header: 'Guru',
    cell: ({ cell }) => cell.multiline(),
  }),
  k.accessor((row) => row.kursus?.nama, {
    id: 'kursus',
    header: 'Kursus',
    cell: ({ cell }) => cell.multiline(),
  }),
  k.accessor((row) => row.gedung?.nama, {
    id: 'gedung',
    header: 'Outlet',
    cell: ({ cell }) => cell.multiline(),
  }),
  'hari',
  k.accessor((row) => jamSpan(row.jam_mulai, row.jam_selesai, row.gedung?.zona_waktu), {
    id: 'jam_mulai',
    header: 'Jam',
    cell: ({ cell }) => <Num>{String(cell.value)}</Num>,
  }),
  k.accessor((row) => row.ruang?.nama, {
    id: 'ruang',
    header: 'Ruang',
    cell: ({ cell }) => cell.multiline(),
  }),
  k.accessor((row) => row, {
    id: 'isi',
    header: 'Peserta',
    cell: ({ row }) => <Seats kelas={row} />,
  }),
  'status',
  k.accessor(missingApprovalOf, {
    id: 'persetujuan',
    header: 'Persetujuan',
    cell: ({ cell }) =>
      cell.value ? (
        <Badge tone={PersetujuanGuru.tone(cell.value)}>{PersetujuanGuru.label(cell.value)}</Badge>
      ) : (
        ''
      ),
  }),
] as const

/** Button that leads a coach from the list of own classes to the page with the own free slots. */
const MyJadwalTool = () => {
  const navigate = useNavigate()
  const may = useCan('user/ubah-jadwal-pelatih')
  return roleOf(useMe()) === RoleId.pelatih && may ? (
    <Tool onClick={() => void navigate({ to: '/user/ubah-jadwal-pelatih' })}>
      Jadwal kosong saya
    </Tool>
  ) : null
}

const calendarTabs = ['minggu', 'hari'] as const

function KursusPelatihScreen() {
  const search = Route.useSearch()
  const navigate = Route.useNavigate()
  const mayLessons = useCan('pertemuan/index')
  const tab = calendarTabs.find((t) => mayLessons && t === search.tab)
  const tabs = mayLessons ? (
    <PageTabs
      label="Tampilan jadwal"
      tabs={[
        ['kelas', 'Kelas'],
        ['minggu', 'Minggu'],
        ['hari', 'Hari'],
      ]}
      open={tab ?? 'kelas'}
    />
  ) : null
  if (tab)
    return (
      <Suspense fallback={<WaitingPage />}>
        <CalendarScreen
          tab={tab}
          search={search}
          change={(patch) =>
            void navigate({ to: '.', search: (old) => ({ ...old, ...patch }), replace: true })
          }
          above={tabs}
        />
      </Suspense>
    )
  return (
    <ListScreen
      of={KursusPelatihs}
      above={tabs}
      columns={columns}
      filters={[
        'gedung_id',
        'pelatih_id',
        'kursus_id',
        'ruang_id',
        'hari',
        'status',
        'persetujuan',
      ]}
      open={(row) => ({ to: '/kursus-pelatih/view', search: { id: row.id } })}
      tools={<MyJadwalTool />}
      form={<KelasForm />}
    />
  )
}
