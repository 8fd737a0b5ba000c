import { createFileRoute } from '@tanstack/react-router'
import { Biayas } from '#src/data/resources/biaya.ts'
import { BiayaForm } from '#src/routes/_app/-forms/biaya.tsx'
import { Impor } from '#src/ui/import/Import.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'

export const Route = createFileRoute('/_app/biaya')({
  ...listRoute(() => import('#src/data/resources/biaya.ts').then((m) => m.Biayas), {
    expand: 'jenis_billing',
  }),
  component: BiayaScreen,
})

const k = columnHelper(Biayas)
const columns = [
  k.accessor('nama', {
    cell: ({ cell, row: { kode, jenis_billing: jenis } }) =>
      cell.person(jenis ? `${kode} · ${jenis.nama}` : kode),
  }),
  'nominal',
  'pemicu',
  'kursus',
  'gedung',
  'berlaku_mulai',
  'status',
] as const

function BiayaScreen() {
  return (
    <ListScreen
      of={Biayas}
      tools={<Impor nama="biaya" label="Biaya" />}
      columns={columns}
      filters={['pemicu', 'gedung_id', 'status']}
      form={<BiayaForm />}
    />
  )
}
