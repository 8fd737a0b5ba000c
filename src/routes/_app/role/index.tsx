import { createFileRoute } from '@tanstack/react-router'
import { RoleId } from '#contract/enums.ts'
import { Roles } from '#src/data/role.ts'
import { listRoute } from '#src/ui/listRoute.ts'
import { ListScreen } from '#src/ui/ListScreen.tsx'
import { kolom } from '#src/ui/table.tsx'

export const Route = createFileRoute('/_app/role/')({
  ...listRoute(() => import('#src/data/role.ts').then((m) => m.Roles)),
  component: DaftarRole,
})

const k = kolom(Roles)
const columns = [
  'name' as const,
  k.accessor((row) => (row.dasar_role_id === null ? 'Bawaan' : RoleId.label(row.dasar_role_id)), {
    id: 'dasar',
    header: 'Role Dasar',
    cell: 'teks',
  }),
  k.accessor((row) => (row.accesses[0] === '*' ? 'Semua akses' : `${row.accesses.length} akses`), {
    id: 'jumlah',
    header: 'Akses',
    cell: 'teks',
  }),
  'keterangan' as const,
]

function DaftarRole() {
  return (
    <ListScreen
      of={Roles}
      columns={columns}
      open={(row) => ({ to: '/role/view', search: { id: row.id } })}
      create={{ to: '/role/create' }}
      edit={(row) => ({ to: '/role/update', search: { id: row.id } })}
      rowMay={(row, operation) => operation === 'update' || row.id > 6}
    />
  )
}
