import { createFileRoute } from '@tanstack/react-router'
import { listRoute } from '#src/ui/listRoute.ts'
import { DaftarUser, kolomUser } from '#src/routes/_app/user/-Daftar.tsx'

export const Route = createFileRoute('/_app/user/pelatih')({
  ...listRoute(() => import('#src/data/user.ts').then((m) => m.Users), { fixed: { jenis: 'pelatih' }, expand: 'gedung' }), component: Pelatih,
})

function Pelatih() {
  return <DaftarUser role={3} columns={['name', 'nama_panggilan', 'phone', 'email', kolomUser.gedung, 'status']} filters={['status', 'gedung_id', 'gender']} />
}
