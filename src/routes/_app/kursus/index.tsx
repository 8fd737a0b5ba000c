import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { Kursuses } from '#src/data/kursus.ts'
import { hargaKini } from '#src/routes/_app/kursus/-kini.ts'
import { Can } from '#src/ui/Can.tsx'
import { Impor } from '#src/ui/impor/Impor.tsx'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'
import { part } from '#src/ui/part.ts'
import { kolom } from '#src/ui/table.tsx'
import { ToolLink } from '#src/ui/Tool.tsx'

export const Route = createFileRoute('/_app/kursus/')({
  ...listRoute(() => import('#src/data/kursus.ts').then((m) => m.Kursuses), {
    expand: 'kategori_kursus,course_level,harga_kini',
  }),
  component: KursusScreen,
})

/** Its rules and the record's share a file that the list does without. */
const KursusForm = lazy(() =>
  part(() => import('#src/routes/_app/kursus/-form.tsx')).then((m) => ({ default: m.KursusForm })),
)
const k = kolom(Kursuses)
const columns = [
  k.accessor('nama', { cell: ({ cell, row }) => cell.orang(row.kode) }),
  k.accessor((row) => row.kategori_kursus?.nama, {
    id: 'kategori_kursus_id',
    header: 'Kategori',
    cell: ({ cell, row }) => cell.orang(row.course_level?.nama),
  }),
  'tipe',
  k.accessor((row) => `${row.pertemuan_per_bulan} × ${row.durasi_menit} menit`, {
    id: 'pertemuan',
    header: 'Sebulan',
    cell: 'teks',
  }),
  k.accessor('biaya_bulanan', {
    header: 'Biaya Bulanan',
    cell: ({ cell, row }) => {
      const kini = hargaKini(row)
      return (
        <span>
          {cell.rupiah()}
          {kini && (
            <span className="dim num" style={{ display: 'block', fontSize: '.8125rem' }}>
              kini {kini}
            </span>
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
  const view = (row: { id: number }) => ({ to: '/kursus/view', search: { id: row.id } })
  return (
    <ListScreen
      of={Kursuses}
      columns={columns}
      filters={['kategori_kursus_id', 'course_level_id', 'tipe', 'status']}
      open={view}
      tools={
        <>
          <Impor nama="kursus" sebutan="Kursus" />
          <Can do="biaya/index">
            <ToolLink to="/biaya">Biaya</ToolLink>
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
