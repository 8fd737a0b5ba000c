import { createFileRoute } from '@tanstack/react-router'
import { Ruangs } from '#src/data/resources/ruang.ts'
import { Impor } from '#src/ui/import/Import.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { RuangForm } from './-form.tsx'

export const Route = createFileRoute('/_app/ruang/')({
  ...listRoute(() => import('#src/data/resources/ruang.ts').then((m) => m.Ruangs), {
    expand: 'gedung',
  }),
  component: RuangScreen,
})

const k = columnHelper(Ruangs)
const columns = [
  'nama',
  k.accessor((row) => row.gedung?.nama, { id: 'gedung', header: 'Outlet', cell: 'text' }),
  'kapasitas',
  'status',
  k.accessor((row) => row.fasilitas.join(', '), {
    id: 'fasilitas',
    header: 'Fasilitas',
    cell: 'text',
  }),
] as const

function RuangScreen() {
  return (
    <ListScreen
      of={Ruangs}
      tools={<Impor nama="ruang" label="Ruang" />}
      columns={columns}
      filters={['gedung_id', 'status']}
      open={(row) => ({ to: '/ruang/view', search: { id: row.id } })}
      form={<RuangForm />}
    />
  )
}
