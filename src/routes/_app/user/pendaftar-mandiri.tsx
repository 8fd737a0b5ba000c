import { createFileRoute } from '@tanstack/react-router'
import { listRoute } from '#src/ui/listRoute.ts'
import { DaftarUser, kolomUser } from '#src/routes/_app/user/-Daftar.tsx'

export const Route = createFileRoute('/_app/user/pendaftar-mandiri')({
  ...listRoute(() => import('#src/data/user.ts').then((m) => m.Users), { fixed: { jenis: 'pendaftar-mandiri' }, expand: 'gedung' }), component: PendaftarMandiri,
})

function PendaftarMandiri() {
  return <DaftarUser role={6} tambah={false} columns={['name', 'phone', 'email', kolomUser.gedung, 'information_source', 'activation', kolomUser.created_at]} filters={['gedung_id', 'sales_id']} />
}
