import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { coveredDays } from '#contract/billing/rules/paper/tillText.ts'
import { TutupKas } from '#src/data/resources/tutupKas.ts'
import {
  ClosingStatus,
  differenceText,
  useClosingActions,
  type Closing,
} from '#src/routes/_app/tutup-kas/-closing.tsx'
import { cashFacts, LineTable } from '#src/routes/_app/tutup-kas/-lines.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { numberText, rupiah, waktu } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader, RecordHistory, RecordTabs } from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'

const expand = 'gedung,penutup,pembuka,rincian,lembaran'
export const Route = createFileRoute('/_app/tutup-kas/view')({
  ...recordRoute(() => import('#src/data/resources/tutupKas.ts').then((m) => m.TutupKas), expand),
  component: ClosingDetail,
})

function ClosingDetail() {
  const { id } = Route.useSearch()
  const closing = TutupKas.useView(id, expand)
  const { actionsOf } = useClosingActions()
  return (
    <>
      <RecordHeader
        name={`${closing.gedung?.nama ?? ''}, ${coveredDays(closing)}`}
        status={<ClosingStatus closing={closing} />}
        actions={actionsOf(closing)}
      />
      {closing.dibuka_at && <Reopened closing={closing} />}
      <ClosingPanel closing={closing} />
      <RecordTabs
        tabs={[
          {
            id: 'pembayaran',
            label: 'Pembayaran',
            content: <Payments closing={closing} />,
          },
          { id: 'pecahan', label: 'Pecahan', content: <Notes closing={closing} /> },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <RecordHistory entitas="tutup-kas" id={id} of={TutupKas} />,
          },
        ]}
      />
    </>
  )
}

const Reopened = ({
  closing: { dibuka_at, dibuka_alasan, gedung, pembuka },
}: {
  closing: Closing
}) => (
  <Note tone="orange" mb="md">
    Dibuka kembali {waktu(dibuka_at ?? '', gedung?.zona_waktu)} oleh {pembuka?.name ?? '–'}:{' '}
    {dibuka_alasan}
  </Note>
)

const ClosingPanel = ({ closing }: { closing: Closing }) => (
  <Panel>
    <Facts
      items={[
        ...cashFacts(closing),
        ['Dihitung', <b key="d">{rupiah(closing.dihitung)}</b>],
        ['Selisih', <b key="s">{differenceText(closing.selisih)}</b>],
        ...(closing.alasan_selisih ? [['Alasan Selisih', closing.alasan_selisih] as const] : []),
        ['Disetor', rupiah(closing.disetor)],
        ['Sisa di Laci', rupiah(closing.sisa_kas)],
        ...(closing.keterangan_kas ? [['Kas Lain', closing.keterangan_kas] as const] : []),
        ...(closing.catatan ? [['Catatan', closing.catatan] as const] : []),
        [
          'Ditutup',
          `${waktu(closing.created_at, closing.gedung?.zona_waktu)} oleh ${closing.penutup?.name ?? '–'}`,
        ],
      ]}
    />
  </Panel>
)

const Payments = ({ closing }: { closing: Closing }) => (
  <Stack>
    <LineTable lines={closing.rincian ?? []} />
    <PlaceLink
      to="/billing-payment"
      search={{
        gedung_id: String(closing.gedung_id),
        'tanggal.gte': closing.dari,
        'tanggal.lte': closing.tanggal,
      }}
    >
      Semua pembayaran hari itu
    </PlaceLink>
  </Stack>
)

const Notes = ({ closing: { lembaran = [] } }: { closing: Closing }) => (
  <DataTable
    caption="Uang yang dihitung menurut pecahan"
    empty="Yang dicatat hanya jumlahnya."
    rows={lembaran.toSorted((a, b) => b.nilai - a.nilai)}
    rowKey={({ nilai }) => nilai}
    columns={[
      { label: 'Pecahan', cell: ({ nilai }) => rupiah(nilai) },
      { label: 'Lembar', right: true, cell: ({ lembar }) => numberText(lembar) },
      { label: 'Jumlah', right: true, cell: ({ nilai, lembar }) => rupiah(nilai * lembar) },
    ]}
  />
)
