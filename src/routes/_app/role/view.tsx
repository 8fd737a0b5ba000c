import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { titled } from '#contract/values/titled.ts'
import { useWhyNotYours } from '#src/data/outlets.ts'
import { Roles } from '#src/data/resources/role.ts'
import { Users } from '#src/data/resources/user.ts'
import { AksesList } from '#src/routes/_app/role/-aksesList.tsx'
import { confirm, toast } from '#src/state/feedback.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader, RecordTabs, RecordHistory } from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

export const Route = createFileRoute('/_app/role/view')({
  ...recordRoute(() => import('#src/data/resources/role.ts').then((m) => m.Roles)),
  component: DetailRole,
})

function DetailRole() {
  const { id } = Route.useSearch()
  const navigate = useNavigate()
  const role = Roles.useView(id)
  const remove = Roles.useDelete()
  const whyNot = useWhyNotYours(Roles.resource)(role)
  const isBuiltIn = id <= 6
  const removeRole = async () => {
    if (
      !(await confirm({
        title: `Hapus ${titled('role', role.name)}?`,
        body: 'Role ini akan dihapus beserta daftar aksesnya.',
        confirm: 'Hapus',
        danger: true,
      }))
    )
      return
    remove.mutate(id, {
      onSuccess: () => toast(`${titled('Role', role.name)} dihapus`),
      next: () => void navigate({ to: '/role', replace: true }),
    })
  }
  return (
    <>
      <RecordHeader
        name={role.name}
        status={
          <StatusBadge tone={isBuiltIn ? 'blue' : 'gray'}>
            {isBuiltIn ? 'Bawaan' : 'Buatan sendiri'}
          </StatusBadge>
        }
        actions={[
          {
            label: 'Ubah',
            code: 'role/update',
            primary: true,
            disabled: whyNot,
            run: () => void navigate({ to: '/role/update', search: { id } }),
          },
          {
            label: 'Salin',
            code: 'role/create',
            disabled: whyNot ?? (id === 1 ? 'Superadmin bukan role dasar' : undefined),
            run: () => void navigate({ to: '/role/create', search: { dari: id } }),
          },
          {
            label: 'Hapus',
            code: 'role/delete',
            danger: true,
            busy: remove.isPending,
            disabled: whyNot ?? (isBuiltIn ? 'Role bawaan tidak dapat dihapus' : undefined),
            run: () => void removeRole(),
          },
        ]}
      />
      <Panel>
        <Facts
          items={[
            ['Nama', role.name],
            [
              'Role Dasar',
              role.dasar_role_id === null ? 'Role bawaan' : RoleId.label(role.dasar_role_id),
            ],
            [
              'Akses',
              role.accesses[0] === '*' ? 'Semua akses (*)' : `${role.accesses.length} akses`,
            ],
            ['Keterangan', role.keterangan],
          ]}
        />
      </Panel>
      <RecordTabs
        tabs={[
          {
            id: 'akses',
            label: 'Akses',
            content: (
              <AksesList accesses={role.accesses} baseRole={role.dasar_role_id ?? role.id} />
            ),
          },
          { id: 'pengguna', label: 'Pengguna', code: 'user/index', content: <RoleUsers id={id} /> },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <RecordHistory entitas="role" id={id} of={Roles} />,
          },
        ]}
      />
    </>
  )
}

const RoleUsers = ({ id }: { id: number }) => {
  const { rows, page } = Users.useList({ role_id: String(id), expand: 'gedung' })
  return (
    <>
      <DataTable
        caption="Pengguna role ini"
        empty="Belum ada pengguna"
        rows={rows}
        rowKey={(u) => u.id}
        columns={[
          {
            label: 'Nama',
            cell: (u) => (
              <PlaceLink to="/user/view" search={{ id: u.id }}>
                {u.name}
              </PlaceLink>
            ),
          },
          { label: 'Username', cell: (u) => u.username ?? '–' },
          { label: 'Outlet', cell: (u) => u.gedung?.nama ?? '–' },
          {
            label: 'Status',
            cell: (u) => (
              <Badge tone={UserStatus.tone(u.status)}>{UserStatus.label(u.status)}</Badge>
            ),
          },
        ]}
      />
      {page.total > rows.length && (
        <p style={{ marginBottom: 0 }}>
          <PlaceLink to="/user" search={{ role_id: id }}>
            Lihat semua {page.total} pengguna
          </PlaceLink>
        </p>
      )}
    </>
  )
}
