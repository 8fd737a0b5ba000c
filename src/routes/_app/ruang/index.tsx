import { createFileRoute } from '@tanstack/react-router'
import { Ruangs } from '#src/data/ruang.ts'
import { Impor } from '#src/ui/impor/Impor.tsx'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'
import { kolom } from '#src/ui/table.tsx'
import { RuangForm } from './-form.tsx'

export const Route = createFileRoute('/_app/ruang/')({
  ...listRoute(() => import('#src/data/ruang.ts').then((m) => m.Ruangs), { expand: 'gedung' }),
  component: RuangScreen,
})

const k = kolom(Ruangs)
const columns = [
  'nama',
  k.accessor((row) => row.gedung?.nama, { id: 'gedung', header: 'Outlet', cell: 'teks' }),
  'kapasitas',
  'status',
  k.accessor((row) => row.fasilitas.join(', '), {
    id: 'fasilitas',
    header: 'Fasilitas',
    cell: 'teks',
  }),
] as const

function RuangScreen() {
  return (
    <ListScreen
      of={Ruangs}
      tools={<Impor nama="ruang" sebutan="Ruang" />}
      columns={columns}
      filters={['gedung_id', 'status']}
      open={(row) => ({ to: '/ruang/view', search: { id: row.id } })}
      form={<RuangForm />}
    />
  )
}
