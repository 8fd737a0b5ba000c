import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Gedungs } from '#src/data/resources/gedung.ts'
import { useCan } from '#src/data/session/session.ts'
import { GedungForm } from '#src/routes/_app/-forms/gedung.tsx'
import { WaitingPage } from '#src/ui/feedback/WaitingPage.tsx'
import { jamSpan } from '#src/ui/format/format.ts'
import { Impor } from '#src/ui/import/Import.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { ToolLink } from '#src/ui/list/Tool.tsx'
import { part } from '#src/ui/page/part.ts'
import { PageTabs } from '#src/ui/record/PageTabs.tsx'

// Each import has a separate function. If one function contained both imports in a condition, the
// login page would prefetch both modules.
const hariLibur = () => import('#src/data/resources/hariLibur.ts').then((m) => m.HariLiburs)
const gedung = () => import('#src/data/resources/gedung.ts').then((m) => m.Gedungs)
const route = listRoute(({ tab }) => (tab === 'hari-libur' ? hariLibur() : gedung()))
export const Route = createFileRoute('/_app/gedung')({
  ...route,
  loaderDeps: ({ search }) => ({
    ...search,
    ...(search.tab === 'hari-libur' ? { expand: 'gedung' } : {}),
  }),
  component: GedungScreen,
})

const HariLiburList = lazy(() =>
  part(() => import('#src/routes/_app/-libur.tsx')).then((m) => ({ default: m.HariLiburList })),
)
const k = columnHelper(Gedungs)
const columns = [
  'nama',
  'kode',
  'kota',
  'phone',
  k.accessor((row) => jamSpan(row.jam_buka, row.jam_tutup, row.zona_waktu), {
    id: 'jam',
    header: 'Jam Buka',
    cell: 'text',
  }),
  'status',
] as const

function GedungScreen() {
  const { tab } = Route.useSearch()
  const mayLibur = useCan('hari-libur/index')
  const mayBiaya = useCan('biaya/index')
  const tabs = mayLibur ? (
    <PageTabs
      label="Bagian"
      tabs={[
        ['outlet', 'Outlet'],
        ['hari-libur', 'Hari Libur'],
      ]}
      open={tab === 'hari-libur' ? 'hari-libur' : 'outlet'}
    />
  ) : null
  if (tab === 'hari-libur' && mayLibur)
    return (
      <Suspense fallback={<WaitingPage />}>
        <HariLiburList above={tabs} />
      </Suspense>
    )
  return (
    <ListScreen
      of={Gedungs}
      columns={columns}
      above={tabs}
      tools={
        <>
          {mayBiaya && <ToolLink place={{ to: '/biaya' }}>Biaya</ToolLink>}
          <Impor nama="gedung" label="Outlet" />
        </>
      }
      form={<GedungForm />}
    />
  )
}
