import { Button, Group, Stack, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { BillingStatus, Hari, KursusPesertaStatus, PaymentStatus } from '#contract/enums.ts'
import { hasNotice } from '#contract/schedule/rules/enrolment.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { EnrolmentDetail, UndoNextClass } from '#src/data/calls.ts'
import { KursusPesertas } from '#src/data/resources/kursusPeserta.ts'
import { useAllowed, useCan } from '#src/data/session/session.ts'
import { useEnrolmentActions, type OpenDialog } from '#src/routes/_app/kursus-peserta/-actions.ts'
import { EnrolmentDialog } from '#src/routes/_app/kursus-peserta/-dialogs.tsx'
import {
  enrolmentExpand,
  enrolmentName,
  stateText,
  type Enrolment,
} from '#src/routes/_app/kursus-peserta/-enrolment.ts'
import { ProposalNote, RequestNote } from '#src/routes/_app/kursus-peserta/-waiting.tsx'
import { confirm, showFailure, toast } from '#src/state/feedback.ts'
import { bulan, jamSpan, rupiah, shortTanggal, tanggal } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { ArrearsFlag } from '#src/ui/record/ArrearsFlag.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader, RecordHistory, RecordTabs } from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'
import { confirmedFacts } from '#src/ui/schedule/confirmed.ts'
import { WeekGrid, type Block } from '#src/ui/schedule/WeekGrid.tsx'

const record = recordRoute(
  () => import('#src/data/resources/kursusPeserta.ts').then((m) => m.KursusPesertas),
  'peserta,kursus,kursus_pelatih,gedung,akun_billing,menunggak',
)
export const Route = createFileRoute('/_app/kursus-peserta/view')({
  ...record,
  // Prefetches the details of the enrolment, because the page would stay empty until they arrive.
  loader: async ({ deps }) => {
    const detail = import('#src/data/calls.ts').then((m) => m.EnrolmentDetail.query(deps))
    const fetched = detail.then((query) => queryClient.ensureQueryData(query)).catch(() => {})
    await Promise.all([record.loader({ deps }), fetched])
  },
  component: EnrolmentView,
})

/** Name of a student or payer, with a link if the reader may open the record. */
const PersonLink = ({ id, name }: { id: number; name: string }) =>
  useCan('user/view') ? (
    <PlaceLink to="/user/view" search={{ id }}>
      {name}
    </PlaceLink>
  ) : (
    name
  )

/** Returns the registration fee of an enrolment, or the reason why it is waived. */
const registrationFacts = ({ biaya_pendaftaran, bebas_pendaftaran }: Enrolment) => {
  if (bebas_pendaftaran) return [['Biaya Pendaftaran', `Bebas: ${bebas_pendaftaran}`] as const]
  return biaya_pendaftaran === null
    ? []
    : [['Biaya Pendaftaran', rupiah(biaya_pendaftaran)] as const]
}

const leaveText = ({ cuti_mulai, cuti_selesai }: Enrolment) =>
  `${tanggal(cuti_mulai)} sampai ${tanggal(cuti_selesai) || 'belum ditentukan'}`
const EnrolmentFacts = ({ row }: { row: Enrolment }) => {
  const { pelatih, ruang, zona_waktu } = EnrolmentDetail.useSuspenseData({ id: row.id })
  const [kelas, price] = [row.kursus_pelatih, row.biaya_bulanan_khusus]
  const isLeave = row.status === KursusPesertaStatus.cuti
  return (
    <Panel>
      <Facts
        items={[
          [
            'Peserta',
            <PersonLink key="p" id={row.peserta_id} name={row.peserta?.name ?? row.peserta_nama} />,
          ],
          ['Kursus', row.kursus?.nama],
          [
            'Waktu',
            kelas &&
              `${Hari.label(kelas.hari)} ${jamSpan(kelas.jam_mulai, kelas.jam_selesai, zona_waktu)}`,
          ],
          ['Guru', pelatih],
          ['Ruang', ruang],
          ['Outlet', row.gedung?.nama],
          ['Kelas', kelas?.kode],
          ['Mulai', tanggal(row.mulai)],
          [hasNotice(row) ? 'Pertemuan terakhir' : 'Selesai', tanggal(row.selesai)],
          ...(isLeave ? [['Cuti', leaveText(row)] as const] : []),
          ...(row.alasan_status ? [['Alasan', row.alasan_status] as const] : []),
          [
            'Akun Billing',
            row.akun_billing && (
              <PersonLink key="a" id={row.akun_billing.id} name={row.akun_billing.name} />
            ),
          ],
          ...registrationFacts(row),
          ...(price === null
            ? []
            : [
                [
                  'Biaya khusus',
                  [`${rupiah(price)} per bulan`, row.alasan_biaya].filter(Boolean).join(': '),
                ] as const,
              ]),
          ...confirmedFacts(row),
          ...(row.catatan_level ? [['Catatan level', row.catatan_level] as const] : []),
        ]}
      />
    </Panel>
  )
}

/** Schedule of the student for the whole week. The class of this enrolment is highlighted. */
const StudentWeek = ({ row }: { row: Enrolment }) => {
  const { pekan } = EnrolmentDetail.useSuspenseData({ id: row.id })
  const name = row.peserta?.name ?? row.peserta_nama
  const blocks = pekan.map((k, i): Block => ({
    key: String(k.id ?? `lain-${i}`),
    hari: k.hari,
    mulai: k.jam_mulai,
    selesai: k.jam_selesai,
    title: k.kursus,
    content: (
      <>
        <b>{k.kursus}</b> <span>{jamSpan(k.jam_mulai, k.jam_selesai)}</span>{' '}
        <span>{k.pelatih}</span>
      </>
    ),
  }))
  return (
    <WeekGrid
      label={`Jadwal mingguan ${name}`}
      blocks={blocks}
      emptyDay="Tidak ada kelas"
      emptyWeek="Tidak ada kelas yang berjalan"
      table={
        <DataTable
          caption={`Kelas ${name}`}
          rows={pekan}
          rowKey={(k) => `${k.id} ${k.hari} ${k.jam_mulai}`}
          columns={[
            {
              label: 'Kursus',
              cell: (k) =>
                k.id === null || k.id === row.id ? (
                  k.kursus
                ) : (
                  <PlaceLink to="/kursus-peserta/view" search={{ id: k.id }}>
                    {k.kursus}
                  </PlaceLink>
                ),
            },
            { label: 'Hari', cell: (k) => Hari.label(k.hari) },
            { label: 'Jam', cell: (k) => jamSpan(k.jam_mulai, k.jam_selesai) },
            { label: 'Guru', cell: (k) => k.pelatih ?? '–' },
            { label: 'Ruang', cell: (k) => k.ruang ?? '–' },
            { label: 'Outlet', cell: (k) => k.gedung ?? '–' },
            { label: 'Status', cell: (k) => KursusPesertaStatus.label(k.status) },
          ]}
        />
      }
    />
  )
}

const Bills = ({ row }: { row: Enrolment }) => {
  const { tagihan } = EnrolmentDetail.useSuspenseData({ id: row.id })
  return (
    <DataTable
      caption={`Tagihan ${enrolmentName(row)}`}
      empty="Belum ada tagihan untuk jadwal ini"
      rows={tagihan ?? []}
      rowKey={(t) => `${t.billing_id} ${t.periode} ${t.deskripsi}`}
      columns={[
        {
          label: 'Tagihan',
          cell: (t) => (
            <PlaceLink to="/billing/view" search={{ id: t.billing_id }}>
              {t.nomor ?? 'Draft'}
            </PlaceLink>
          ),
        },
        { label: 'Periode', cell: (t) => bulan(t.periode) || '–' },
        { label: 'Deskripsi', cell: (t) => t.deskripsi },
        { label: 'Jumlah', right: true, cell: (t) => rupiah(t.jumlah) },
        {
          label: 'Status',
          cell: (t) => {
            if (t.batal) return 'Batal'
            return t.status === BillingStatus.draft
              ? BillingStatus.label(t.status)
              : PaymentStatus.label(t.payment_status)
          },
        },
      ]}
    />
  )
}

/**
 * Table of the classes that the student has attended one after another, with a button that undoes
 * the move to the class of this enrolment. The button is disabled, with the reason, if the move can
 * no longer be undone.
 */
const Chain = ({ row }: { row: Enrolment }) => {
  const { rantai, urung } = EnrolmentDetail.useSuspenseData({ id: row.id })
  const navigate = Route.useNavigate()
  const [busy, setBusy] = useState(false)
  const mayUndo = useCan('kursus-peserta/kelas-selanjutnya') && row.sebelumnya_id !== null
  const takeBack = async () => {
    const body = `${enrolmentName(row)} dihapus, dan kelas sebelumnya berjalan lagi seperti semula.`
    if (!(await confirm({ title: 'Batalkan kenaikan kelas?', body, confirm: 'Batalkan kenaikan' })))
      return
    setBusy(true)
    try {
      // The request deletes this enrolment, so the page must be left before any query is refetched.
      const { id } = await UndoNextClass.send({}, undefined, { id: row.id })
      toast('Kenaikan kelas dibatalkan')
      await navigate({ to: '/kursus-peserta/view', search: { id }, replace: true })
      KursusPesertas.settle()
    } catch (error) {
      showFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Stack>
      <DataTable
        caption="Rangkaian kelas"
        rows={rantai}
        rowKey={(k) => k.id}
        columns={[
          {
            label: 'Kursus',
            cell: (k) =>
              k.id === row.id ? (
                <b>{k.kursus}</b>
              ) : (
                <PlaceLink to="/kursus-peserta/view" search={{ id: k.id }}>
                  {k.kursus}
                </PlaceLink>
              ),
          },
          { label: 'Mulai', cell: (k) => shortTanggal(k.mulai) },
          { label: 'Selesai', cell: (k) => shortTanggal(k.selesai) || '–' },
          { label: 'Status', cell: (k) => KursusPesertaStatus.label(k.status) },
          { label: 'Catatan', cell: (k) => k.catatan_level ?? '–' },
        ]}
      />
      {mayUndo && (
        <Group>
          <Button
            variant="default"
            disabled={urung !== null}
            loading={busy}
            onClick={() => void takeBack()}
          >
            Batalkan kenaikan kelas
          </Button>
          {urung && <Text size="sm">{urung}</Text>}
        </Group>
      )}
    </Stack>
  )
}

function EnrolmentView() {
  const { id } = Route.useSearch()
  const navigate = Route.useNavigate()
  const row = KursusPesertas.useView(id, enrolmentExpand)
  const [dialog, open] = useState<OpenDialog | null>(null)
  const allowed = useAllowed()
  const actions = useEnrolmentActions(open)(row).filter((a) => !a.code || allowed(a.code))
  const mayReadBills = useCan('billing/view')
  // Available actions are buttons. Unavailable actions are in the menu, with the reason.
  const now = actions.filter((a) => a.disabled === undefined)
  const later = actions.filter((a) => a.disabled !== undefined)
  return (
    <>
      <RecordHeader
        name={enrolmentName(row)}
        status={
          <>
            <StatusBadge tone={KursusPesertaStatus.tone(row.status)}>{stateText(row)}</StatusBadge>
            <ArrearsFlag bulan={row.menunggak?.bulan} />
          </>
        }
        actions={[
          ...now.slice(0, 2),
          {
            label: 'Cetak',
            code: 'kursus-peserta/cetak',
            run: () =>
              void navigate({
                to: '/kursus-peserta/cetak',
                search: { peserta_id: row.peserta_id },
              }),
          },
        ]}
        more={[
          ...now.slice(2),
          {
            label: 'Cetak jadwal kelas',
            code: 'kursus-pelatih/index',
            run: () =>
              void navigate({
                to: '/kursus-peserta/cetak',
                search: { kursus_pelatih_id: row.kursus_pelatih_id },
              }),
          },
          ...later,
        ]}
      />
      <RequestNote row={row} />
      <ProposalNote row={row} />
      <EnrolmentFacts row={row} />
      <RecordTabs
        tabs={[
          { id: 'pekan', label: 'Jadwal mingguan', content: <StudentWeek row={row} /> },
          ...(mayReadBills
            ? [{ id: 'tagihan', label: 'Tagihan', content: <Bills row={row} /> }]
            : []),
          { id: 'rangkaian', label: 'Rangkaian kelas', content: <Chain row={row} /> },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <RecordHistory entitas="kursus-peserta" id={id} of={KursusPesertas} />,
          },
        ]}
      />
      <EnrolmentDialog dialog={dialog} close={() => open(null)} />
    </>
  )
}
