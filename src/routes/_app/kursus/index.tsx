import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Kursuses } from '#src/data/resources/kursus.ts'
import { currentHarga } from '#src/routes/_app/kursus/-currentHarga.ts'
import type { Place } from '#src/state/place.ts'
import { Can } from '#src/ui/access/Can.tsx'
import { Num } from '#src/ui/format/Words.tsx'
import { Impor } from '#src/ui/import/Import.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { ToolLink } from '#src/ui/list/Tool.tsx'
import { part } from '#src/ui/page/part.ts'

export const Route = createFileRoute('/_app/kursus/')({
  ...listRoute(() => import('#src/data/resources/kursus.ts').then((m) => m.Kursuses), {
    expand: 'kategori_kursus,course_level,harga_kini',
  }),
  component: KursusScreen,
})

/** Form, loaded lazily because the list needs it only when a user adds or edits a course. */
const KursusForm = lazy(() =>
  part(() => import('#src/routes/_app/kursus/-form.tsx')).then((m) => ({ default: m.KursusForm })),
)
const k = columnHelper(Kursuses)
const columns = [
  k.accessor('nama', { cell: ({ cell, row }) => cell.person(row.kode) }),
  k.accessor((row) => row.kategori_kursus?.nama, {
    id: 'kategori_kursus_id',
    header: 'Kategori',
    cell: ({ cell, row }) => cell.person(row.course_level?.nama),
  }),
  'tipe',
  k.accessor((row) => `${row.pertemuan_per_bulan} × ${row.durasi_menit} menit`, {
    id: 'pertemuan',
    header: 'Sebulan',
    cell: 'text',
  }),
  k.accessor('biaya_bulanan', {
    header: 'Biaya Bulanan',
    cell: ({ cell, row }) => {
      const current = currentHarga(row)
      return (
        <span>
          {cell.rupiah()}
          {current && (
            <Num dim style={{ display: 'block', fontSize: '.8125rem' }}>
              kini {current}
            </Num>
          )}
        </span>
      )
    },
  }),
  'status',
  k.accessor('biaya_pendaftaran', { header: 'Pendaftaran', cell: 'rupiah' }),
  'gedung',
] as const

function KursusScreen() {
  const navigate = useNavigate()
  const view = (row: { id: number }): Place => ({ to: '/kursus/view', search: { id: row.id } })
  return (
    <ListScreen
      of={Kursuses}
      columns={columns}
      filters={['kategori_kursus_id', 'course_level_id', 'tipe', 'status']}
      open={view}
      tools={
        <>
          <Impor nama="kursus" label="Kursus" />
          <Can do="biaya/index">
            <ToolLink place={{ to: '/biaya' }}>Biaya</ToolLink>
          </Can>
        </>
      }
      form={
        <Suspense>
          <KursusForm />
        </Suspense>
      }
      actions={(row) => [
        { label: 'Harga', code: 'kursus-harga/index', run: () => void navigate(view(row)) },
      ]}
    />
  )
}
