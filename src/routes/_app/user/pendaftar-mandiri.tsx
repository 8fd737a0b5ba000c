import { createFileRoute } from '@tanstack/react-router'
import { RoleId } from '#contract/enums.ts'
import { offeredCourses } from '#src/routes/_app/user/-form/offeredCourses.ts'
import { UserList, userColumns } from '#src/routes/_app/user/-userList.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'

export const Route = createFileRoute('/_app/user/pendaftar-mandiri')({
  ...listRoute(() => import('#src/data/resources/user.ts').then((m) => m.Users), {
    fixed: { jenis: 'pendaftar-mandiri', ditutup: '0' },
    expand: 'role,gedung,peserta_profil',
    prefetch: offeredCourses,
  }),
  component: PendaftarMandiriList,
})

function PendaftarMandiriList() {
  return (
    <UserList
      role={RoleId.peserta}
      jenis="pendaftar-mandiri"
      mayAdd={false}
      columns={[
        'name',
        'phone',
        'email',
        userColumns.gedung,
        userColumns.minat,
        'information_source',
        'activation',
        userColumns.created_at,
      ]}
      filters={['gedung_id', 'activation', 'sales_id']}
    />
  )
}
