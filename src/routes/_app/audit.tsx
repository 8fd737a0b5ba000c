/**
 * Page of the audit log. Each entry shows actor, action, record, time and address. Opening an entry
 * shows its changes.
 */
import { Skeleton } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { AuditAction, AuditEntity } from '#contract/access/auditWords.ts'
import type { audit } from '#contract/access/role.ts'
import type { Row } from '#contract/resource.ts'
import { Audits } from '#src/data/resources/role.ts'
import { Can } from '#src/ui/access/Can.tsx'
import { waktu } from '#src/ui/format/format.ts'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { ToolLink } from '#src/ui/list/Tool.tsx'
import { part } from '#src/ui/page/part.ts'

export const Route = createFileRoute('/_app/audit')({
  ...listRoute(() => import('#src/data/resources/role.ts').then((m) => m.Audits), {
    expand: 'data',
  }),
  component: AuditScreen,
})

const Entry = lazy(() =>
  part(() => import('#src/routes/_app/-auditEntry.tsx')).then((m) => ({ default: m.AuditEntry })),
)

type AuditRow = Row<typeof audit>
const k = columnHelper(Audits)
/** Fields that can serve as the name of a record, in order of preference. */
const names = ['nomor', 'nama', 'name', 'peserta_nama', 'nama_bank', 'kode']
const nameIn = ({ sesudah, sebelum }: AuditRow): string | undefined =>
  names.map((n) => sesudah?.[n] ?? sebelum?.[n]).find((v) => typeof v === 'string')
const actorOf = (row: AuditRow) =>
  row.user_nama ?? (row.aksi === 'login-gagal' ? 'Seseorang' : 'Sistem')
const recordOf = (row: AuditRow) => {
  const name =
    nameIn(row) ?? row.data?.nama ?? (row.entitas_id === null ? undefined : `#${row.entitas_id}`)
  const entity = AuditEntity.label(row.entitas)
  if (name === undefined) return entity
  const [firstWord = ''] = entity.split(' ')
  // Omits the entity if the name already begins with its first word, such as `Honor November 2026`
  // of entity `Honor Guru`.
  return name.startsWith(`${firstWord} `) ? name : `${entity} ${name}`
}
const nameOf = (row: AuditRow) =>
  `${waktu(row.created_at)}: ${actorOf(row)} ${AuditAction.label(row.aksi)} ${recordOf(row)}`

const columns = [
  k.accessor('created_at', { header: 'Waktu', cell: ({ cell }) => cell.instant() }),
  k.accessor(actorOf, { id: 'user_nama', header: 'Oleh', cell: 'text' }),
  k.accessor((row) => AuditAction.label(row.aksi), {
    id: 'aksi',
    header: 'Tindakan',
    cell: ({ cell }) => cell.multiline(),
  }),
  k.accessor(recordOf, { id: 'entitas', header: 'Data', cell: ({ cell }) => cell.multiline() }),
  'alasan',
] as const

function AuditScreen() {
  return (
    <ListScreen
      of={Audits}
      columns={columns}
      filters={['created_at', 'oleh', 'aksi', 'entitas']}
      rowName={nameOf}
      tools={
        <Can do="integritas/index">
          <ToolLink place={{ to: '/integritas' }}>Integritas Data</ToolLink>
        </Can>
      }
      detail={(row) => (
        <Suspense fallback={<Skeleton h={17} />}>
          <Entry row={row} />
        </Suspense>
      )}
    />
  )
}
