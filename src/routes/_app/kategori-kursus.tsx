import { createFileRoute } from '@tanstack/react-router'
import { KategoriKursuses } from '#src/data/resources/kategoriKursus.ts'
import { KategoriKursusForm } from '#src/routes/_app/-forms/kategoriKursus.tsx'
import { Impor } from '#src/ui/import/Import.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'

export const Route = createFileRoute('/_app/kategori-kursus')({
  ...listRoute(
    () => import('#src/data/resources/kategoriKursus.ts').then((m) => m.KategoriKursuses),
    {
      expand: 'levels',
    },
  ),
  component: KategoriKursusScreen,
})

const k = columnHelper(KategoriKursuses)
const columns = [
  'nama',
  k.accessor((row) => row.levels?.map((l) => l.nama).join(' → '), {
    id: 'levels',
    header: 'Level',
    cell: 'text',
  }),
  'warna',
  'urutan',
  'status',
] as const

function KategoriKursusScreen() {
  return (
    <ListScreen
      of={KategoriKursuses}
      tools={<Impor nama="kategori-kursus" label="Kategori Kursus" school />}
      columns={columns}
      form={<KategoriKursusForm />}
    />
  )
}
