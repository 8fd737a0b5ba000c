import { createFileRoute } from '@tanstack/react-router'
import { RoleId } from '#contract/enums.ts'
import { Roles } from '#src/data/resources/role.ts'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'

export const Route = createFileRoute('/_app/role/')({
  ...listRoute(() => import('#src/data/resources/role.ts').then((m) => m.Roles)),
  component: RoleList,
})

const k = columnHelper(Roles)
const columns = [
  'name' as const,
  k.accessor((row) => (row.dasar_role_id === null ? 'Bawaan' : RoleId.label(row.dasar_role_id)), {
    id: 'dasar',
    header: 'Role Dasar',
    cell: 'text',
  }),
  k.accessor((row) => (row.accesses[0] === '*' ? 'Semua akses' : `${row.accesses.length} akses`), {
    id: 'jumlah',
    header: 'Akses',
    cell: 'text',
  }),
  'keterangan' as const,
]

function RoleList() {
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
