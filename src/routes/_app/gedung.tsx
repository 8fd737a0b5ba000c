import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { formatJam } from '#contract/rules/tanggal.ts'
import { Gedungs } from '#src/data/gedung.ts'
import { useCan } from '#src/data/session.ts'
import { formFor } from '#src/ui/form.tsx'
import { Impor } from '#src/ui/impor/Impor.tsx'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'
import { PageTabs } from '#src/ui/PageTabs.tsx'
import { part } from '#src/ui/part.ts'
import { kolom } from '#src/ui/table.tsx'
import { ToolLink } from '#src/ui/Tool.tsx'

// Two imports in one conditional would mislead the bundler: the login page would fetch both ahead.
const hariLibur = () => import('#src/data/hariLibur.ts').then((m) => m.HariLiburs)
const gedung = () => import('#src/data/gedung.ts').then((m) => m.Gedungs)
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
const PratinjauKop = lazy(() =>
  part(() => import('#src/routes/_app/-kop.tsx')).then((m) => ({ default: m.PratinjauKop })),
)

const { ModalForm, Field, useValue } = formFor(Gedungs)
const k = kolom(Gedungs)
const columns = [
  'nama',
  'kode',
  'kota',
  'phone',
  k.accessor((row) => `${formatJam(row.jam_buka)}–${formatJam(row.jam_tutup, row.zona_waktu)}`, {
    id: 'jam',
    header: 'Jam Buka',
    cell: 'teks',
  }),
  'status',
] as const

const Kop = () => {
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
      <PratinjauKop outlet={{ ...outlet, logo: typeof logo === 'number' ? logo : null }} />
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
      <Suspense>
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
          {mayBiaya && <ToolLink to="/biaya">Biaya</ToolLink>}
          <Impor nama="gedung" sebutan="Outlet" />
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
          <Kop />
        </ModalForm>
      }
    />
  )
}
