import { createFileRoute } from '@tanstack/react-router'
import { RoleId } from '#contract/enums.ts'
import { UserList, userColumns } from '#src/routes/_app/user/-userList.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'

export const Route = createFileRoute('/_app/user/sales')({
  ...listRoute(() => import('#src/data/resources/user.ts').then((m) => m.Users), {
    fixed: { jenis: 'sales' },
    expand: 'role,gedung,sales_profil',
  }),
  component: SalesList,
})

function SalesList() {
  return (
    <UserList
      role={RoleId.sales}
      jenis="sales"
      columns={[
        'name',
        userColumns.kode_sales,
        'phone',
        userColumns.gedung,
        userColumns.target_peserta,
        userColumns.target_pendapatan,
        userColumns.last_login_at,
        'status',
      ]}
      filters={['status', 'gedung_id']}
    />
  )
}
