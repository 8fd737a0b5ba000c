import { createFileRoute } from '@tanstack/react-router'
import { listRoute } from '#src/ui/listRoute.ts'
import { DaftarUser, kolomUser } from '#src/routes/_app/user/-Daftar.tsx'

export const Route = createFileRoute('/_app/user/sales')({
  ...listRoute(() => import('#src/data/user.ts').then((m) => m.Users), { fixed: { jenis: 'sales' }, expand: 'gedung' }), component: Sales,
})

function Sales() {
  return <DaftarUser role={4} columns={['name', 'phone', 'email', kolomUser.gedung, kolomUser.last_login_at, 'status']} filters={['status', 'gedung_id']} />
}
