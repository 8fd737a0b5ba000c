import { createFileRoute } from '@tanstack/react-router'
import { DaftarUser, kolomUser } from '#src/routes/_app/user/-Daftar.tsx'
import { listRoute } from '#src/ui/listRoute.ts'

export const Route = createFileRoute('/_app/user/sales')({
  ...listRoute(() => import('#src/data/user.ts').then((m) => m.Users), {
    fixed: { jenis: 'sales' },
    expand: 'role,gedung,sales_profil',
  }),
  component: Sales,
})

function Sales() {
  return (
    <DaftarUser
      role={4}
      jenis="sales"
      columns={[
        'name',
        kolomUser.kode_sales,
        'phone',
        kolomUser.gedung,
        kolomUser.target_peserta,
        kolomUser.target_pendapatan,
        kolomUser.last_login_at,
        'status',
      ]}
      filters={['status', 'gedung_id']}
    />
  )
}
