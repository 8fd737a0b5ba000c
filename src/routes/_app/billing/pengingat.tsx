import { createFileRoute, useNavigate } from '@tanstack/react-router'
import { pengingatText } from '#contract/settings/collection.ts'
import { Pengingats } from '#src/data/resources/pengingat.ts'
import { useCan } from '#src/data/session/session.ts'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { shortTanggal } from '#src/ui/format/format.ts'
import { listRoute } from '#src/ui/list/listRoute.ts'
import { ListScreen } from '#src/ui/list/ListScreen.tsx'
import { columnHelper } from '#src/ui/list/table/table.tsx'
import { Tool, ToolLink } from '#src/ui/list/Tool.tsx'
import {
  ReminderStatus,
  sentText,
  useReminders,
  useSkipReminder,
  waitText,
  type Reminder,
} from './-pengingat.tsx'

const expand = 'billing,gedung,surat,pesan,petugas,tahan'
export const Route = createFileRoute('/_app/billing/pengingat')({
  ...listRoute(() => import('#src/data/resources/pengingat.ts').then((m) => m.Pengingats), {
    expand,
    prefetch: {
      query: () =>
        import('#src/data/calls.ts').then((m) => m.NextPengingat.query({ setelah: '0' })),
    },
  }),
  component: ReminderList,
})

const nameOf = (row: Reminder): string => row.billing?.nomor ?? 'Pengingat'
const k = columnHelper(Pengingats)
const columns = [
  k.accessor(nameOf, {
    id: 'nomor',
    header: 'Tagihan',
    cell: ({ cell, row }) => cell.person(row.billing?.nama_tagihan),
  }),
  k.accessor((row) => pengingatText(row.langkah).replace(' jatuh tempo', ''), {
    id: 'hari',
    header: 'Langkah',
    cell: ({ cell, row }) => cell.person(`Jatuh tempo ${shortTanggal(row.billing?.jatuh_tempo)}`),
  }),
  k.accessor((row) => row.billing?.sisa ?? 0, { id: 'sisa', header: 'Sisa', cell: 'rupiah' }),
  k.display({ id: 'status', header: 'Status', cell: ({ row }) => <ReminderStatus row={row} /> }),
  k.accessor(sentText, { id: 'kabar', header: 'Terkirim', cell: 'text' }),
  k.accessor((row) => row.gedung?.nama, { id: 'outlet', header: 'Outlet', cell: 'text' }),
]

/** Note on waiting reminders that cannot be sent now; not shown if all can be sent. */
const QueueNote = () => {
  const { data } = useReminders(0)
  const text = data && waitText(data)
  return text ? <Note mb="sm">{text}</Note> : null
}

const SendNext = () => {
  const navigate = useNavigate()
  const { data, isFetching, refetch } = useReminders(0)
  const go = async () => {
    const next = (await refetch()).data?.berikut
    if (!next) return toast('Tidak ada pengingat yang dapat dikirim sekarang', { tone: 'red' })
    const { id: pengingat, billing_id: id } = next
    void navigate({ to: '/billing/share', search: { id, pengingat } })
  }
  return (
    <Tool primary disabled={!data?.menunggu} busy={isFetching} onClick={() => void go()}>
      Kirim berikutnya
    </Tool>
  )
}

function ReminderList() {
  const skip = useSkipReminder()
  const maySend = useCan('billing/share')
  return (
    <ListScreen
      of={Pengingats}
      columns={columns}
      rowName={nameOf}
      filters={['antre', 'status', 'gedung_id', 'langkah', 'tertahan', 'created_at']}
      above={<QueueNote />}
      tools={
        <>
          {maySend && <SendNext />}
          <ToolLink place={{ to: '/billing/unpaid' }}>Belum terbayar</ToolLink>
        </>
      }
      open={({ id, billing_id, status }) =>
        status === 'menunggu' && maySend
          ? { to: '/billing/share', search: { id: billing_id, pengingat: id } }
          : { to: '/billing/view', search: { id: billing_id } }
      }
      actions={(row) => [
        {
          label: 'Lewati',
          code: 'pengingat/lewati',
          disabled: row.status === 'menunggu' ? undefined : 'Sudah selesai',
          run: () => void skip(row.id, nameOf(row)),
        },
      ]}
    />
  )
}
