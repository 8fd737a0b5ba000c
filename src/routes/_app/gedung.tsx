import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Gedungs } from '#src/data/resources/gedung.ts'
import { useCan } from '#src/data/session/session.ts'
import { WaitingPage } from '#src/ui/feedback/WaitingPage.tsx'
import { formFor } from '#src/ui/form/form.tsx'
import { jamSpan } from '#src/ui/format/format.ts'
import { Impor } from '#src/ui/import/Import.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { ToolLink } from '#src/ui/list/Tool.tsx'
import { part } from '#src/ui/page/part.ts'
import { PageTabs } from '#src/ui/record/PageTabs.tsx'
import { ConflictRefusal } from '#src/ui/schedule/Conflicts.tsx'

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
const KopPreview = lazy(() =>
  part(() => import('#src/routes/_app/-setting/kop.tsx')).then((m) => ({ default: m.KopPreview })),
)

const { ModalForm, Field, useValue } = formFor(Gedungs)
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

const FormKopPreview = () => {
  const [logo, phone, email, kop_surat] = [
    useValue('logo'),
    useValue('phone'),
    useValue('email'),
    useValue('kop_surat'),
  ]
  const outlet = {
    nama: useValue('nama') || 'Nama outlet',
    alamat: useValue('alamat') || 'Alamat',
    kota: useValue('kota') || 'Kota',
    phone: phone || null,
    email: email || null,
    kop_surat: kop_surat || null,
  }
  return (
    <Suspense>
      <KopPreview outlet={{ ...outlet, logo: typeof logo === 'number' ? logo : null }} />
    </Suspense>
  )
}

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
      form={
        <ModalForm>
          <Field name="nama" />
          <Field name="kode" />
          <Field name="alamat" />
          <Field name="kota" />
          <Field name="zona_waktu" />
          <Field name="phone" />
          <Field name="email" />
          <Field name="jam_buka" />
          <Field name="jam_tutup" />
          <Field name="status" />
          <Field name="logo" />
          <Field name="kop_surat" />
          <ConflictRefusal about={['jam_buka', 'jam_tutup', 'zona_waktu']}>
            <Field name="alasan" wide required />
          </ConflictRefusal>
          <FormKopPreview />
        </ModalForm>
      }
    />
  )
}
