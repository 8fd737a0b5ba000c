/** Students brought by a sales person; admins see all students with their sales person. */
import { createFileRoute } from '@tanstack/react-router'
import { RoleId } from '#contract/enums.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import { UserList, userColumns } from '#src/routes/_app/user/-userList.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'

export const Route = createFileRoute('/_app/sales/peserta')({
  ...listRoute(() => import('#src/data/resources/user.ts').then((m) => m.Users), {
    fixed: { jenis: 'peserta' },
    expand: 'role,gedung,sales,kursus_aktif,belajar',
  }),
  component: OwnStudents,
})

const columns = [
  userColumns.nama,
  userColumns.kursus,
  userColumns.gedung,
  userColumns.menunggak,
  userColumns.terakhir,
  userColumns.berikut,
  'status',
  'phone',
] as const

function OwnStudents() {
  const isSales = roleOf(useMe()) === RoleId.sales
  return (
    <UserList
      jenis="peserta"
      // Students are added by an activation, or in the list of all students.
      mayAdd={false}
      columns={isSales ? columns : [...columns, userColumns.sales]}
      filters={['status', 'gedung_id', 'kursus_id', 'kursus_aktif', 'menunggak', 'sales_id']}
    />
  )
}
