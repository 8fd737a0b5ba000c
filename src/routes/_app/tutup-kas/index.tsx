import { createFileRoute } from '@tanstack/react-router'
import { TutupKas } from '#src/data/resources/tutupKas.ts'
import {
  ClosingStatus,
  closingPlace,
  useClosingActions,
} from '#src/routes/_app/tutup-kas/-closing.tsx'
import { OpenTillsNote } from '#src/routes/_app/tutup-kas/-openTills.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'

export const Route = createFileRoute('/_app/tutup-kas/')({
  ...listRoute(() => import('#src/data/resources/tutupKas.ts').then((m) => m.TutupKas), {
    expand: 'gedung,penutup',
    prefetch: {
      code: 'tutup-kas/create',
      query: () => import('#src/data/resources/tutupKas.ts').then((m) => m.OpenTills.query({})),
    },
  }),
  component: ClosingList,
})

const k = columnHelper(TutupKas)
const columns = [
  'tanggal' as const,
  k.accessor((row) => row.gedung?.nama, { id: 'gedung_id', header: 'Outlet', cell: 'text' }),
  'tunai' as const,
  'seharusnya' as const,
  'dihitung' as const,
  'selisih' as const,
  k.display({ id: 'status', header: 'Status', cell: ({ row }) => <ClosingStatus closing={row} /> }),
  'disetor' as const,
  'sisa_kas' as const,
  k.accessor((row) => row.penutup?.name, {
    id: 'ditutup_oleh',
    header: 'Ditutup Oleh',
    cell: 'text',
  }),
]

function ClosingList() {
  const { actionsOf } = useClosingActions()
  return (
    <ListScreen
      of={TutupKas}
      columns={columns}
      filters={['gedung_id', 'tanggal', 'berselisih', 'dibuka']}
      above={<OpenTillsNote />}
      open={closingPlace}
      create={{ to: '/tutup-kas/form' }}
      actions={actionsOf}
    />
  )
}
