import { createFileRoute } from '@tanstack/react-router'
import { RoleId } from '#contract/enums.ts'
import { UserList, userColumns } from '#src/routes/_app/user/-userList.tsx'
import { Impor } from '#src/ui/import/Import.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'

export const Route = createFileRoute('/_app/user/peserta')({
  ...listRoute(() => import('#src/data/resources/user.ts').then((m) => m.Users), {
    fixed: { jenis: 'peserta' },
    expand: 'role,gedung,akun_billing,peserta_profil,kursus_aktif',
  }),
  component: PesertaList,
})

function PesertaList() {
  return (
    <UserList
      role={RoleId.peserta}
      jenis="peserta"
      extraTools={<Impor nama="user" label="Peserta" />}
      columns={[
        userColumns.nama,
        userColumns.no_induk,
        userColumns.gedung,
        userColumns.kursus,
        userColumns.akun_billing,
        'status',
        'phone',
      ]}
      filters={['status', 'gedung_id', 'kursus_id', 'kursus_aktif', 'akun_billing_id', 'sales_id']}
    />
  )
}
