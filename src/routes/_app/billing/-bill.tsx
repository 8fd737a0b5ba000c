/** Shared parts of the bill screens: the list with its columns, and the status. */
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { billing } from '#contract/billing/billing.ts'
import { BillingStatus, PaymentStatus } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { toast } from '#src/state/feedback.ts'
import { bulan } from '#src/ui/format/format.ts'
import type { BulkAction } from '#src/ui/list/bulk/bulk.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { Badge, Badges, columnHelper } from '#src/ui/list/table/table.tsx'
import { billName, useBillActions, type Bill } from './-billActions.ts'

export { billName, useBillActions, type Bill }

/**
 * Whether an unpaid bill is past its due day, by the outlet's time zone (needs `expand=gedung`).
 */
export const isOverdue = (bill: Bill): boolean =>
  bill.status === BillingStatus.terbit &&
  !bill.void_at &&
  bill.sisa > 0 &&
  bill.jatuh_tempo < currentDay(bill.gedung?.zona_waktu)

const StateBadge = ({ bill }: { bill: Bill }) => {
  if (bill.void_at) return <Badge tone="red">Batal</Badge>
  if (bill.status === BillingStatus.draft) return <Badge>Draft</Badge>
  return (
    <Badge tone={PaymentStatus.tone(bill.payment_status)}>
      {PaymentStatus.label(bill.payment_status)}
    </Badge>
  )
}
/**
 * Badge of the due day. A bill with a pending payment confirmation is not shown as overdue until an
 * admin has reviewed the confirmation.
 */
const DueBadge = ({ bill }: { bill: Bill }) => {
  if (bill.konfirmasi && bill.konfirmasi.length > 0)
    return <Badge tone="orange">Menunggu verifikasi</Badge>
  return isOverdue(bill) && <Badge tone="red">Lewat jatuh tempo</Badge>
}
/** Status badges of a bill: at most two, so that a row stays one line. */
export const BillStatus = ({ bill }: { bill: Bill }) => (
  <Badges>
    <StateBadge bill={bill} />
    <DueBadge bill={bill} />
  </Badges>
)

const k = columnHelper(Billings)
const columns = [
  k.accessor((bill) => bill.nomor ?? 'Draft', {
    id: 'nomor',
    header: 'Nomor',
    cell: ({ cell, row }) => cell.person(bulan(row.periode)),
  }),
  k.accessor('nama_tagihan', { cell: ({ cell, row }) => cell.person(row.gedung?.nama) }),
  k.display({ id: 'status', header: 'Status', cell: ({ row }) => <BillStatus bill={row} /> }),
  'jatuh_tempo' as const,
  'total' as const,
  'terbayar' as const,
  // A void bill has no remaining amount; the list's total excludes it too.
  k.accessor((bill) => (bill.void_at ? null : bill.sisa), {
    id: 'sisa',
    header: 'Sisa',
    cell: 'rupiah',
  }),
]
/** Starts the queue that sends bills one after the other; skips drafts and void bills. */
const useShareQueue = () => {
  const navigate = useNavigate()
  return (bills: readonly Bill[]) => {
    const [first, ...otherBills] = bills.filter(
      (bill) => bill.status === BillingStatus.terbit && !bill.void_at,
    )
    if (!first) return toast('Hanya tagihan yang terbit dapat dibagikan', { tone: 'red' })
    const ids = [first, ...otherBills].map((bill) => bill.id).join(',')
    return void navigate({
      to: '/billing/share',
      search: { id: first.id, ...(otherBills.length > 0 && { ids }) },
    })
  }
}
/**
 * List of bills, shared by preset routes, which may omit a column that is the same in every row.
 * Rows need `expand: 'gedung,konfirmasi'`.
 */
export const BillList = ({
  without,
  hasDrafts = false,
  bulk,
  tools,
}: {
  without?: string
  /** Whether the list contains drafts: only drafts can be deleted. */
  hasDrafts?: boolean
  tools?: ReactNode
  bulk?: readonly BulkAction<typeof billing>[]
}) => {
  const { actionsOf } = useBillActions()
  const share = useShareQueue()
  return (
    <ListScreen
      bulk={[...(bulk ?? []), { label: 'Bagikan', code: 'billing/share', together: share }]}
      of={Billings}
      tools={tools}
      columns={columns.filter((c) => c !== without)}
      rowName={billName}
      filters={[
        'status',
        'payment_status',
        'batal',
        'tunggakan',
        'gedung_id',
        'periode',
        'jatuh_tempo',
        'sumber',
      ]}
      open={({ id }) => ({ to: '/billing/view', search: { id } })}
      create={{ to: '/billing/form' }}
      edit={({ id }) => ({ to: '/billing/edit', search: { id } })}
      rowMay={(bill, operation) =>
        operation === 'delete' ? bill.status === BillingStatus.draft : !bill.void_at
      }
      mayDelete={hasDrafts}
      actions={(bill) => actionsOf(bill)}
    />
  )
}

const LazyPublish = lazy(() =>
  import('./-publish/publishDialog.tsx').then((m) => ({ default: m.PublishChosen })),
)
interface Chosen {
  bills: readonly Bill[]
  left: (ids: ReadonlySet<number>) => void
}
/**
 * List of all bills with their drafts. Selected drafts are published together, regardless of the
 * current filter.
 */
export const AllBills = () => {
  const [chosen, setChosen] = useState<Chosen>()
  const close = ({ bills, left }: Chosen, done: ReadonlySet<number>) => {
    setChosen(undefined)
    if (done.size > 0) left(new Set(bills.map((b) => b.id).filter((id) => !done.has(id))))
  }
  return (
    <>
      <BillList
        hasDrafts
        bulk={[
          {
            label: 'Terbitkan',
            code: 'billing/terbitkan',
            together: (bills, keepSelected) => setChosen({ bills, left: keepSelected }),
          },
        ]}
      />
      {chosen && (
        <Suspense>
          <LazyPublish bills={chosen.bills} close={(done) => close(chosen, done)} />
        </Suspense>
      )}
    </>
  )
}
