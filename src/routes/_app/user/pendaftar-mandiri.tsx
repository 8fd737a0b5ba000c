import { createFileRoute } from '@tanstack/react-router'
import { DaftarUser, kolomUser } from '#src/routes/_app/user/-Daftar.tsx'
import { listRoute } from '#src/ui/listRoute.ts'

export const Route = createFileRoute('/_app/user/pendaftar-mandiri')({
  ...listRoute(() => import('#src/data/user.ts').then((m) => m.Users), {
    fixed: { jenis: 'pendaftar-mandiri' },
    expand: 'role,gedung,peserta_profil',
  }),
  component: PendaftarMandiri,
})

function PendaftarMandiri() {
  return (
    <DaftarUser
      role={6}
      jenis="pendaftar-mandiri"
      tambah={false}
      columns={[
        'name',
        'phone',
        'email',
        kolomUser.gedung,
        kolomUser.minat,
        'information_source',
        'activation',
        kolomUser.created_at,
      ]}
      filters={['gedung_id', 'activation', 'sales_id']}
    />
  )
}
