import { createFileRoute, useNavigate } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { queryClient } from '#src/data/api/queryClient.ts'
import { ShareDetail } from '#src/data/calls.ts'
import { Billings } from '#src/data/resources/billing.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { tanggal } from '#src/ui/format/format.ts'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader } from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { BillStatus, type Bill } from './-bill.tsx'
import { ReminderBar, useGoOn } from './-pengingat.tsx'
import { LinkPanel, MessageTable } from './-share/shareLinks.tsx'
import { QueueBar } from './-share/shareQueue.tsx'
import { SendForm } from './-share/shareSend.tsx'

/**
 * Pattern of the search parameter that lists the bills of a queue: up to 500 ids, separated by
 * commas.
 */
const queueForm = /^\d{1,9}(?:,\d{1,9}){0,499}$/
const record = recordRoute(
  () => import('#src/data/resources/billing.ts').then((m) => m.Billings),
  'gedung',
)
export const Route = createFileRoute('/_app/billing/share')({
  ...record,
  validateSearch: (
    search: Record<string, unknown>,
  ): { id: number; ids?: string; pengingat?: number } => {
    const reminder = Number(search.pengingat)
    const pengingat = Number.isSafeInteger(reminder) && reminder > 0 ? reminder : undefined
    const ids =
      typeof search.ids === 'string' && queueForm.test(search.ids) ? search.ids : undefined
    const { id } = record.validateSearch({ id: search.id ?? ids?.split(',')[0] })
    return {
      id,
      ...(ids !== undefined && { ids }),
      ...(pengingat !== undefined && { pengingat }),
    }
  },
  loader: async ({ deps }) => {
    const detail = import('#src/data/calls.ts').then((m) => m.ShareDetail.query(deps))
    const fetched = detail.then((query) => queryClient.ensureQueryData(query)).catch(() => {})
    await Promise.all([record.loader({ deps }), fetched])
  },
  component: BillingShare,
})

function BillingShare() {
  const { id, ids, pengingat } = Route.useSearch()
  const queue = ids === undefined ? [] : [...new Set(ids.split(',').map(Number))]
  // The key resets the form for each bill or reminder, so that text typed for one bill is never
  // sent with another bill.
  if (pengingat !== undefined) return <RemindBill key={pengingat} id={id} reminder={pengingat} />
  return <BillShare key={id} id={id} queue={queue} />
}

interface PageOf {
  id: number
  /** Renders the bar above the form. The bar shows the state of the queue of bills or reminders. */
  bar: (bill: Bill) => ReactNode
  /** Id of the reminder that this form sends; undefined if the form does not send a reminder. */
  reminder?: number
  /** Opens the next item of the queue after sending; undefined outside a queue. */
  goOn: (() => Promise<void>) | undefined
}
const SharePage = ({ id, bar, reminder, goOn }: PageOf) => {
  const navigate = useNavigate()
  const bill = Billings.useView(id, 'gedung')
  const detail = ShareDetail.useSuspenseData({ id })
  return (
    <>
      <RecordHeader
        name={bill.nomor ?? undefined}
        status={<BillStatus bill={bill} />}
        actions={[
          {
            label: 'Lihat tagihan',
            code: 'billing/view',
            run: () => void navigate({ to: '/billing/view', search: { id } }),
          },
          {
            label: 'Antrean pengingat',
            code: 'pengingat/index',
            run: () => void navigate({ to: '/billing/pengingat', search: { antre: '1' } }),
          },
        ]}
      />
      {bar(bill)}
      {detail.halangan && (
        <Note tone="orange">{detail.halangan}. Tautannya tidak dapat dibuka.</Note>
      )}
      {detail.halangan === null && (
        <Panel title="Kirim">
          <SendForm
            bill={bill}
            detail={detail}
            reminder={reminder}
            label={goOn ? 'Kirim berikutnya' : undefined}
            sent={goOn}
          />
        </Panel>
      )}
      <Panel title="Pesan terkirim">
        <MessageTable messages={detail.pesan} />
      </Panel>
      <LinkPanel
        bill={bill}
        detail={detail}
        until={
          detail.berlaku_sampai === null ? undefined : tanggal(detail.berlaku_sampai.slice(0, 10))
        }
      />
    </>
  )
}

const BillShare = ({ id, queue }: { id: number; queue: readonly number[] }) => {
  const navigate = useNavigate()
  const next = queue[queue.indexOf(id) + 1]
  const isQueue = queue.length > 1
  const goOn = () =>
    next === undefined
      ? navigate({ to: '/billing' })
      : navigate({ to: '/billing/share', search: { id: next, ids: queue.join(',') } })
  return (
    <SharePage
      id={id}
      goOn={isQueue ? goOn : undefined}
      bar={(bill) =>
        isQueue && (
          <QueueBar
            bill={bill}
            queue={queue}
            skip={() => void goOn()}
            isLast={next === undefined}
          />
        )
      }
    />
  )
}

const RemindBill = ({ id, reminder }: { id: number; reminder: number }) => {
  const goOn = useGoOn(reminder)
  return (
    <SharePage
      id={id}
      reminder={reminder}
      goOn={goOn}
      bar={(bill) => <ReminderBar bill={bill} id={reminder} />}
    />
  )
}
