import { createFileRoute } from '@tanstack/react-router'
import { DaftarUser, kolomUser } from '#src/routes/_app/user/-Daftar.tsx'
import { listRoute } from '#src/ui/listRoute.ts'

export const Route = createFileRoute('/_app/user/')({
  ...listRoute(() => import('#src/data/user.ts').then((m) => m.Users), {
    expand: 'role,gedung,dua_langkah',
  }),
  component: SemuaUser,
})

function SemuaUser() {
  return (
    <DaftarUser
      columns={[
        'name',
        'username',
        kolomUser.role,
        'email',
        'phone',
        kolomUser.gedung,
        kolomUser.last_login_at,
        kolomUser.dua_langkah,
        'status',
      ]}
      filters={['role_id', 'status', 'gedung_id']}
    />
  )
}
