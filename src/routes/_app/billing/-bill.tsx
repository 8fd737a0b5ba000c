/** List of bills with its columns, and the status badges of a bill, shared by the bill screens. */
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import type { billing } from '#contract/billing/billing.ts'
import { BillingStatus, PaymentStatus, RoleId } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { roleOf, useMe } from '#src/data/session/session.ts'
import { lateText, studentNames, studentsText } from '#src/routes/_app/-billContent.ts'
import { toast } from '#src/state/feedback.ts'
import { bulan, shortTanggal, timeAgo } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import type { BulkAction } from '#src/ui/list/bulk/bulk.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { Badge, Badges, columnHelper, type Column } from '#src/ui/list/table/table.tsx'
import { billName, useBillActions, type Bill } from './-billActions.ts'

export { billName, useBillActions, type Bill }

/**
 * Whether a published bill with a remaining amount is past its due day. Today is taken in the time
 * zone of the bill's outlet, so the row must be read with `expand=gedung`.
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
 * Badge for a bill that is past its due day. A bill with a pending payment confirmation is not
 * shown as overdue until an admin has decided on the confirmation.
 */
const DueBadge = ({ bill }: { bill: Bill }) => {
  if (bill.konfirmasi && bill.konfirmasi.length > 0)
    return <Badge tone="orange">Menunggu verifikasi</Badge>
  return isOverdue(bill) && <Badge tone="red">Lewat jatuh tempo</Badge>
}
/** Status badges of a bill. There are at most two, so that a table row stays one text line high. */
export const BillStatus = ({ bill }: { bill: Bill }) => (
  <Badges>
    <StateBadge bill={bill} />
    <DueBadge bill={bill} />
  </Badges>
)

/**
 * Shows the due day of an open bill. A badge shows the number of days overdue, or, instead, that a
 * payment confirmation waits for review.
 */
const DueDay = ({ bill }: { bill: Bill }) => (
  <Badges>
    <span>{shortTanggal(bill.jatuh_tempo)}</span>
    {bill.konfirmasi && bill.konfirmasi.length > 0 ? (
      <Badge tone="orange">Menunggu verifikasi</Badge>
    ) : (
      isOverdue(bill) && (
        <Badge tone="red">
          {lateText(bill.jatuh_tempo, currentDay(bill.gedung?.zona_waktu)) ?? 'Lewat'}
        </Badge>
      )
    )}
  </Badges>
)
/**
 * Returns the payer and the outlet of a bill. Omits the payer if the payer is the only student of
 * the bill.
 */
const payerText = (bill: Bill): string => {
  const [student, ...others] = studentNames(bill.untuk)
  const isOwn = others.length === 0 && student === bill.nama_tagihan
  return [isOwn ? undefined : bill.nama_tagihan, bill.gedung?.nama].filter(Boolean).join(' · ')
}

const k = columnHelper(Billings)
/**
 * Columns of a list of bills that wait for payment. A route with these columns must fetch the rows
 * with `expand: 'gedung,konfirmasi,untuk,pesan_terakhir'`.
 */
export const openColumns = [
  k.accessor((bill) => studentsText(bill.untuk) || bill.nama_tagihan, {
    id: 'nama_tagihan',
    header: 'Peserta',
    // Shows the students on a line of their own without truncation, because a reader identifies the
    // row by these names.
    cell: ({ cell, row }) => (
      <>
        {cell.multiline()}
        <br />
        <small>
          <Dim>{payerText(row)}</Dim>
        </small>
      </>
    ),
  }),
  k.accessor('nomor', { cell: ({ cell, row }) => cell.person(bulan(row.periode)) }),
  k.accessor('jatuh_tempo', { cell: ({ row }) => <DueDay bill={row} /> }),
  'total' as const,
  'terbayar' as const,
  'sisa' as const,
  k.accessor((bill) => bill.pesan_terakhir?.dibuat, {
    id: 'pesan_terakhir',
    header: 'Pesan terakhir',
    cell: ({ row }) => (row.pesan_terakhir ? timeAgo(row.pesan_terakhir.dibuat) : <Dim>–</Dim>),
  }),
]
const numberColumn = k.accessor((bill) => bill.nomor ?? 'Draft', {
  id: 'nomor',
  header: 'Nomor',
  cell: ({ cell, row }) => cell.person(bulan(row.periode)),
})
const familyColumn = k.accessor('nama_tagihan', {
  cell: ({ cell, row }) => cell.person(row.gedung?.nama),
})
const stateColumns = [
  k.display({ id: 'status', header: 'Status', cell: ({ row }) => <BillStatus bill={row} /> }),
  'jatuh_tempo' as const,
  'total' as const,
  'terbayar' as const,
  // Shows no remaining amount for a void bill. The total of the list excludes void bills as well.
  k.accessor((bill) => (bill.void_at ? null : bill.sisa), {
    id: 'sisa',
    header: 'Sisa',
    cell: 'rupiah',
  }),
]
/**
 * Returns a function that opens the queue in which the given bills are sent one after another.
 * Drafts and void bills are skipped.
 */
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
 * Columns of the bills in all states. The first column names the row: the family for staff, the
 * number for a payer, who sees only bills of their own family.
 */
const useAllColumns = () =>
  roleOf(useMe()) === RoleId.akunBilling
    ? [numberColumn, familyColumn, ...stateColumns]
    : [familyColumn, numberColumn, ...stateColumns]

/**
 * List of bills, also used by routes that show only bills of one status. The route must fetch the
 * rows with `expand: 'gedung,konfirmasi'`.
 */
export const BillList = ({
  columns,
  hasDrafts = false,
  bulk,
  tools,
}: {
  columns?: readonly Column<typeof billing>[]
  /** Whether the list contains drafts. Only drafts can be deleted. */
  hasDrafts?: boolean
  tools?: ReactNode
  bulk?: readonly BulkAction<typeof billing>[]
}) => {
  const { actionsOf } = useBillActions()
  const share = useShareQueue()
  const allColumns = useAllColumns()
  return (
    <ListScreen
      bulk={[...(bulk ?? []), { label: 'Bagikan', code: 'billing/share', together: share }]}
      of={Billings}
      tools={tools}
      columns={columns ?? allColumns}
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
 * List of all bills including drafts. Publishing applies to every selected draft, even if the
 * current filter does not show it.
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
