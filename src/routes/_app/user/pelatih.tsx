import { createFileRoute } from '@tanstack/react-router'
import { RoleId } from '#contract/enums.ts'
import { useCan } from '#src/data/session/session.ts'
import { UserList, userColumns } from '#src/routes/_app/user/-userList.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ToolLink } from '#src/ui/list/Tool.tsx'

export const Route = createFileRoute('/_app/user/pelatih')({
  ...listRoute(() => import('#src/data/resources/user.ts').then((m) => m.Users), {
    fixed: { jenis: 'pelatih' },
    expand: 'role,pelatih_profil,bidang,gedung_wilayah,mengajar',
  }),
  component: PelatihList,
})

function PelatihList() {
  const mayLeave = useCan('pelatih-libur/index')
  const mayHonor = useCan('honor-periode/index')
  return (
    <UserList
      role={RoleId.pelatih}
      jenis="pelatih"
      columns={[
        userColumns.nama,
        userColumns.kode_pelatih,
        userColumns.bidang,
        userColumns.wilayah,
        userColumns.kelas,
        userColumns.murid,
        'phone',
        'status',
      ]}
      filters={['status', 'bidang', 'wilayah', 'gender']}
      extraTools={
        <>
          {mayLeave && <ToolLink place={{ to: '/pelatih-libur' }}>Libur Guru</ToolLink>}
          {mayHonor && <ToolLink place={{ to: '/honor-periode' }}>Honor Guru</ToolLink>}
        </>
      }
    />
  )
}
