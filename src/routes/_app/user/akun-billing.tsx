import { createFileRoute } from '@tanstack/react-router'
import { UserList, userColumns } from '#src/routes/_app/user/-userList.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'

export const Route = createFileRoute('/_app/user/akun-billing')({
  ...listRoute(() => import('#src/data/user.ts').then((m) => m.Users), {
    fixed: { jenis: 'akun-billing' },
    expand: 'role,akun_billing_profil,peserta,piutang',
  }),
  component: AkunBillingList,
})

function AkunBillingList() {
  return (
    <UserList
      role={5}
      jenis="akun-billing"
      columns={[
        userColumns.nama_tagihan,
        'phone',
        userColumns.peserta,
        userColumns.saldo,
        userColumns.tunggakan,
        userColumns.blokir,
        'status',
      ]}
      filters={['status', 'gedung_id', 'sales_id', 'tunggakan']}
    />
  )
}
