/**
 * List of the students of the signed-in sales person. Admins see the students of all sales people.
 */
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
      // New students come from an activation or from the list of all students, so this list has no
      // add button.
      mayAdd={false}
      columns={isSales ? columns : [...columns, userColumns.sales]}
      filters={['status', 'gedung_id', 'kursus_id', 'kursus_aktif', 'menunggak', 'sales_id']}
    />
  )
}
