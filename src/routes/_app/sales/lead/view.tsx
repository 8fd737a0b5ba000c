import { Button, Group, Text, Timeline } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { InformationSource } from '#contract/enums.ts'
import { JenisAktivitas, TahapLead } from '#contract/sales/leadEnums.ts'
import { Leads } from '#src/data/resources/lead.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { LeadDialog } from '#src/routes/_app/sales/lead/-dialogs.tsx'
import {
  dueOf,
  useLeadActions,
  type Lead,
  type OpenDialog,
} from '#src/routes/_app/sales/lead/-lead.ts'
import { SimilarNote, useSimilar } from '#src/routes/_app/sales/lead/-similar.tsx'
import { TrialPanel } from '#src/routes/_app/sales/lead/-trial.tsx'
import { confirm, toast } from '#src/state/feedback.ts'
import { phoneText, waktu } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { Badge } from '#src/ui/list/rows/Badge.tsx'
import { Menu } from '#src/ui/overlay/Menu.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import {
  RecordHeader,
  RecordHistory,
  RecordTabs,
  type RecordAction,
} from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

const expand = 'gedung,sales,kursus,aktivitas,trial'
export const Route = createFileRoute('/_app/sales/lead/view')({
  ...recordRoute(
    () => import('#src/data/resources/lead.ts').then((m) => m.Leads),
    'gedung,sales,kursus,aktivitas,trial',
  ),
  component: LeadView,
})

const nextStep = (row: Lead) => {
  const due = dueOf(row)
  return (
    due && (
      <>
        <Badge tone={due.tone}>{due.text}</Badge> {row.tindak_lanjut}
      </>
    )
  )
}
const LeadFacts = ({ row }: { row: Lead }) => (
  <Panel>
    <Facts
      items={[
        ['Langkah berikut', nextStep(row)],
        ['No. HP / WhatsApp', phoneText(row.phone)],
        ['Email', row.email],
        ['Outlet', row.gedung?.nama],
        ['Sales', row.sales?.name],
        ['Kursus diminati', row.kursus?.map((k) => k.nama).join(', ')],
        ['Usia', row.usia === null ? null : `${row.usia} tahun`],
        ['Nama wali', row.wali_nama],
        [
          'Sumber informasi',
          row.information_source && InformationSource.label(row.information_source),
        ],
        ...(row.alasan_kalah ? [['Alasan kalah', row.alasan_kalah] as const] : []),
        ['Di tahap ini sejak', waktu(row.tahap_at)],
        ['Dicatat', waktu(row.created_at)],
        ['Catatan', row.catatan],
      ]}
    />
  </Panel>
)

const Activities = ({ row, notes }: { row: Lead; notes: readonly RecordAction[] }) => {
  const allowed = useAllowed()
  const all = row.aktivitas ?? []
  return (
    <>
      <Group gap="xs" mb="md">
        {notes
          .filter((n) => !n.code || allowed(n.code))
          .map((n) => (
            <Button
              key={n.label}
              variant="default"
              title={n.disabled}
              disabled={n.disabled !== undefined}
              onClick={n.run}
            >
              {n.label}
            </Button>
          ))}
      </Group>
      {all.length === 0 ? (
        <Text c="dimmed">Belum ada aktivitas</Text>
      ) : (
        <Timeline bulletSize={12} lineWidth={2} role="list">
          {all.map((a) => (
            <Timeline.Item key={a.id} role="listitem" mt="md">
              <b>{JenisAktivitas.label(a.jenis)}</b>{' '}
              <Dim>
                · {waktu(a.pada_at, row.gedung?.zona_waktu)}
                {a.oleh && ` · ${a.oleh}`}
              </Dim>
              <Text style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}>{a.isi}</Text>
            </Timeline.Item>
          ))}
        </Timeline>
      )}
    </>
  )
}

/** Menu with the stages to which the lead can be moved. A disabled stage shows the reason. */
const StageMenu = ({ moves }: { moves: readonly RecordAction[] }) => (
  <Menu
    label="Pindah tahap"
    width={260}
    button={(props) => (
      <Button variant="default" {...props}>
        Pindah tahap
      </Button>
    )}
    items={moves.map(({ label, run, danger, disabled }) => ({
      label,
      run,
      danger: danger && !disabled,
      why: disabled,
    }))}
  />
)

function LeadView() {
  const { id } = Route.useSearch()
  const navigate = Route.useNavigate()
  const row = Leads.useView(id, expand)
  const [dialog, show] = useState<OpenDialog | null>(null)
  const remove = Leads.useDelete()
  const allowed = useAllowed()
  const { notes, step, activation, others, moves, foreign, whyNotDeleted } =
    useLeadActions(show)(row)
  const similar = useSimilar({ nama: row.nama, phone: row.phone, email: row.email, exceptId: id })
  const deleteIt = async () => {
    const body = 'Lead ini hilang dari daftar.'
    if (!(await confirm({ title: `Hapus ${row.nama}?`, body, confirm: 'Hapus', danger: true })))
      return
    remove.mutate(id, {
      onSuccess: () => toast(`${row.nama} dihapus`),
      next: () => void navigate({ to: '/sales/lead', replace: true }),
    })
  }
  return (
    <>
      <RecordHeader
        name={row.nama}
        status={
          <>
            <StatusBadge tone={TahapLead.tone(row.tahap)}>{TahapLead.label(row.tahap)}</StatusBadge>
            {allowed('lead/tahap') && <StageMenu moves={moves} />}
          </>
        }
        actions={[activation, ...notes.slice(1, 2), step]}
        more={[
          {
            label: 'Ubah data',
            code: 'lead/update',
            disabled: step.disabled,
            run: () => show({ name: 'ubah', row }),
          },
          ...others,
          {
            label: 'Hapus',
            code: 'lead/delete',
            danger: true,
            disabled: whyNotDeleted,
            run: () => void deleteIt(),
          },
        ]}
      />
      <SimilarNote found={similar} intro="Mungkin orang yang sama" />
      <LeadFacts row={row} />
      <TrialPanel row={row} foreign={foreign} open={show} />
      <RecordTabs
        tabs={[
          {
            id: 'aktivitas',
            label: 'Aktivitas',
            content: <Activities row={row} notes={notes} />,
          },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <RecordHistory entitas="lead" id={id} of={Leads} />,
          },
        ]}
      />
      <LeadDialog dialog={dialog} close={() => show(null)} />
    </>
  )
}
