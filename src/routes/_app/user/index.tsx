import { createFileRoute } from '@tanstack/react-router'
import { UserList, userColumns } from '#src/routes/_app/user/-userList.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'

export const Route = createFileRoute('/_app/user/')({
  ...listRoute(() => import('#src/data/resources/user.ts').then((m) => m.Users), {
    expand: 'role,gedung,dua_langkah',
  }),
  component: AllUsers,
})

function AllUsers() {
  return (
    <UserList
      columns={[
        'name',
        'username',
        userColumns.role,
        'email',
        'phone',
        userColumns.gedung,
        userColumns.last_login_at,
        userColumns.dua_langkah,
        'status',
      ]}
      filters={['role_id', 'status', 'gedung_id']}
    />
  )
}
