import { IconUserShare } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { RoleId } from '#contract/enums.ts'
import { Leads } from '#src/data/resources/lead.ts'
import { roleOf, useCan, useMe } from '#src/data/session/session.ts'
import { HandOverAll, HandOverMany, LeadDialog } from '#src/routes/_app/sales/lead/-dialogs.tsx'
import { LeadForm } from '#src/routes/_app/sales/lead/-form.tsx'
import {
  dueOf,
  leadPlace,
  useLeadActions,
  type Lead,
  type OpenDialog,
} from '#src/routes/_app/sales/lead/-lead.ts'
import { WaitingPage } from '#src/ui/feedback/WaitingPage.tsx'
import { phoneText } from '#src/ui/format/format.ts'
import { Impor } from '#src/ui/import/Import.tsx'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { Badge } from '#src/ui/list/rows/Badge.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { Tool } from '#src/ui/list/Tool.tsx'
import { part } from '#src/ui/page/part.ts'
import { PageTabs } from '#src/ui/record/PageTabs.tsx'

const route = listRoute(() => import('#src/data/resources/lead.ts').then((m) => m.Leads), {
  expand: 'gedung,sales',
})
export const Route = createFileRoute('/_app/sales/lead/')({
  ...route,
  // Does not fetch the list of leads for the board, because each column of the board fetches its
  // own cards.
  loader: (x) => (x.deps.tab === 'papan' ? undefined : route.loader(x)),
  component: LeadScreen,
})

const Board = lazy(() =>
  part(() => import('#src/routes/_app/sales/lead/-board.tsx')).then((m) => ({ default: m.Board })),
)

const k = columnHelper(Leads)
const columns = [
  k.accessor('nama', {
    header: 'Nama',
    cell: ({ cell, row }) => cell.person(phoneText(row.phone)),
  }),
  'tahap',
  k.accessor('tindak_lanjut_at', {
    header: 'Tindak Lanjut',
    cell: ({ cell, row }) => {
      const due = dueOf(row)
      return due ? <Badge tone={due.tone}>{due.text}</Badge> : cell.date()
    },
  }),
  'tindak_lanjut',
  k.accessor((row) => row.sales?.name, { id: 'sales', header: 'Sales', cell: 'text' }),
  k.accessor((row) => row.gedung?.nama, { id: 'gedung', header: 'Outlet', cell: 'text' }),
  'information_source',
  k.accessor('created_at', { header: 'Dibuat', cell: ({ cell }) => cell.instant() }),
] as const
const filters = ['tahap', 'jatuh', 'gedung_id', 'information_source', 'created_at'] as const
const filtersOfAll = [
  'tahap',
  'jatuh',
  'sales_id',
  'gedung_id',
  'information_source',
  'created_at',
] as const

interface Chosen {
  rows: readonly Lead[]
  left: (ids: ReadonlySet<number>) => void
}

function LeadScreen() {
  const { tab } = Route.useSearch()
  const open = tab === 'papan' ? 'papan' : 'daftar'
  const tabs = (
    <PageTabs
      keep
      label="Lead"
      open={open}
      tabs={[
        ['daftar', 'Daftar'],
        ['papan', 'Papan'],
      ]}
    />
  )
  if (open === 'daftar') return <LeadList tabs={tabs} />
  return (
    <Suspense fallback={<WaitingPage />}>
      <Board tabs={tabs} />
    </Suspense>
  )
}

const LeadList = ({ tabs }: { tabs: ReactNode }) => {
  const [dialog, show] = useState<OpenDialog | null>(null)
  const [chosen, choose] = useState<Chosen>()
  const [isHandingOver, handOver] = useState(false)
  const actionsOf = useLeadActions(show)
  const isSales = roleOf(useMe()) === RoleId.sales
  const mayHandOver = useCan('lead/serahkan')
  return (
    <>
      <ListScreen
        of={Leads}
        columns={columns}
        filters={isSales ? filters : filtersOfAll}
        above={tabs}
        open={leadPlace}
        actions={(row) => {
          const { notes, step, activation, others, moves } = actionsOf(row)
          return [...notes, step, activation, ...moves.filter((m) => !m.disabled), ...others]
        }}
        rowMay={(row, operation) =>
          operation === 'update' || actionsOf(row).whyNotDeleted === undefined
        }
        bulk={[
          {
            label: 'Serahkan',
            code: 'lead/serahkan',
            together: (rows, keepSelected) => choose({ rows, left: keepSelected }),
          },
        ]}
        tools={
          <>
            <Impor nama="lead" label="Lead" />
            {mayHandOver && (
              <Tool brief="onPhone" icon={IconUserShare} onClick={() => handOver(true)}>
                Serahkan semua
              </Tool>
            )}
          </>
        }
        form={<LeadForm />}
      />
      <LeadDialog dialog={dialog} close={() => show(null)} />
      {chosen && <HandOverMany {...chosen} close={() => choose(undefined)} />}
      {isHandingOver && <HandOverAll close={() => handOver(false)} />}
    </>
  )
}
