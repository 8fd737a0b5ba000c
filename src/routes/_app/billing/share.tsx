import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { Billings } from '#src/data/billing.ts'
import { ShareDetail } from '#src/data/calls.ts'
import { queryClient } from '#src/data/queryClient.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { tanggal } from '#src/ui/format/format.ts'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader } from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { BillStatus } from './-bill.tsx'
import { LinkPanel, MessageTable } from './-shareLinks.tsx'
import { QueueBar } from './-shareQueue.tsx'
import { SendForm } from './-shareSend.tsx'

/** Bills of a queue, as the address names them. */
const queueForm = /^\d{1,9}(?:,\d{1,9}){0,499}$/
const record = recordRoute(() => import('#src/data/billing.ts').then((m) => m.Billings), 'gedung')
export const Route = createFileRoute('/_app/billing/share')({
  ...record,
  validateSearch: (search: Record<string, unknown>): { id: number; ids?: string } => {
    const ids =
      typeof search.ids === 'string' && queueForm.test(search.ids) ? search.ids : undefined
    const { id } = record.validateSearch({ id: search.id ?? ids?.split(',')[0] })
    return { id, ...(ids !== undefined && { ids }) }
  },
  loader: async ({ deps }) => {
    const detail = import('#src/data/calls.ts').then((m) => m.ShareDetail.query(deps))
    const fetched = detail.then((query) => queryClient.ensureQueryData(query)).catch(() => {})
    await Promise.all([record.loader({ deps }), fetched])
  },
  component: BillingShare,
})

function BillingShare() {
  const { id, ids } = Route.useSearch()
  const queue = ids === undefined ? [] : [...new Set(ids.split(',').map(Number))]
  // Another bill is another form: what was typed for one is not sent with the next.
  return <BillShare key={id} id={id} queue={queue} />
}

const BillShare = ({ id, queue }: { id: number; queue: readonly number[] }) => {
  const navigate = useNavigate()
  const bill = Billings.useView(id, 'gedung')
  const detail = ShareDetail.useData({ id })
  const next = queue[queue.indexOf(id) + 1]
  const isQueue = queue.length > 1
  const goOn = () => {
    if (next === undefined) void navigate({ to: '/billing' })
    else void navigate({ to: '/billing/share', search: { id: next, ids: queue.join(',') } })
  }
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
        ]}
      />
      {isQueue && <QueueBar bill={bill} queue={queue} skip={goOn} isLast={next === undefined} />}
      {detail.halangan && (
        <Note tone="orange">{detail.halangan}. Tautannya tidak dapat dibuka.</Note>
      )}
      {detail.halangan === null && (
        <Panel title="Kirim">
          <SendForm
            bill={bill}
            detail={detail}
            label={isQueue ? 'Kirim berikutnya' : undefined}
            sent={isQueue ? goOn : undefined}
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
