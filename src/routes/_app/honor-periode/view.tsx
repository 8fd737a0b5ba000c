import { Button } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { JenisBarisHonor, StatusHonor } from '#contract/schedule/honorEnums.ts'
import { useMetode } from '#src/data/paymentMethods.ts'
import { HitungHonor, HonorPeriodes } from '#src/data/resources/honorPeriode.ts'
import { useCan } from '#src/data/session/session.ts'
import { useHonorActions, type Honor } from '#src/routes/_app/honor-periode/-honor.tsx'
import { toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { bulan, rupiah, shortTanggal, tanggal, waktu } from '#src/ui/format/format.ts'
import { Num } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader, RecordHistory, RecordTabs } from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

const expand = 'pelatih,gedung,bank,pemfinal,pembayar,baris,keadaan'
export const Route = createFileRoute('/_app/honor-periode/view')({
  ...recordRoute(
    () => import('#src/data/resources/honorPeriode.ts').then((m) => m.HonorPeriodes),
    expand,
  ),
  component: HonorDetail,
})

function HonorDetail() {
  const { id } = Route.useSearch()
  const honor = HonorPeriodes.useView(id, expand)
  const { actionsOf, dialog } = useHonorActions()
  const actions = actionsOf(honor)
  return (
    <>
      <RecordHeader
        name={`${honor.pelatih?.name ?? 'Guru'}, ${bulan(honor.periode)}`}
        status={
          <StatusBadge tone={StatusHonor.tone(honor.status)}>
            {StatusHonor.label(honor.status)}
          </StatusBadge>
        }
        actions={actions.filter(({ disabled, label }) => !disabled || label === 'Finalkan')}
      />
      <DraftWarnings honor={honor} />
      <HonorPanel honor={honor} />
      <RecordTabs
        tabs={[
          { id: 'rincian', label: 'Rincian', content: <Lines honor={honor} /> },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <RecordHistory entitas="honor-periode" id={id} of={HonorPeriodes} />,
          },
        ]}
      />
      {dialog}
    </>
  )
}

/**
 * Warnings on a draft of coach pay: lessons without attendance, lessons without a rate, and a total
 * that has changed since the draft was computed.
 */
const DraftWarnings = ({ honor }: { honor: Honor }) => {
  const compute = HitungHonor.useMutation()
  const mayCompute = useCan('honor-periode/hitung')
  const { status, keadaan, total, periode, gedung_id } = honor
  if (status !== 'draft' || !keadaan) return null
  const { belum_absensi, tanpa_tarif } = keadaan
  const isStale = keadaan.total !== total
  return (
    <>
      {isStale && (
        <Note mb="md">
          Daftar masih menulis {rupiah(total)}; menurut tarif dan absensi sekarang{' '}
          {rupiah(keadaan.total)}.{' '}
          {mayCompute && (
            <Button
              size="xs"
              variant="default"
              loading={compute.isPending}
              onClick={() =>
                compute.mutate(
                  { periode, gedung_id },
                  { onSuccess: () => toast('Honor dihitung ulang') },
                )
              }
            >
              Hitung ulang
            </Button>
          )}
        </Note>
      )}
      {belum_absensi > 0 && (
        <Note tone="orange" mb="md">
          {belum_absensi} pertemuan bulan ini belum diisi absensinya dan belum ikut.{' '}
          <PlaceLink to="/kursus-pelatih" search={{ tab: 'minggu', pelatih_id: honor.pelatih_id }}>
            Lihat pertemuan
          </PlaceLink>
        </Note>
      )}
      {tanpa_tarif > 0 && (
        <Note tone="orange" mb="md">
          {tanpa_tarif} pertemuan tidak dibayar, karena tidak ada tarif per pertemuan yang berlaku.{' '}
          <PlaceLink to="/user/view" search={{ id: honor.pelatih_id, tab: 'honor' }}>
            Tarif guru
          </PlaceLink>
        </Note>
      )}
    </>
  )
}

type Fact = readonly [label: string, value: string]
/**
 * Returns the events of a payslip as pairs of label and value: finalizing, payment, and the reason
 * why the payslip was reopened.
 */
const useEvents = (honor: Honor): Fact[] => {
  const metode = useMetode()
  const { final_at, tanggal_bayar, alasan, referensi } = honor
  const events: Fact[] = []
  if (final_at)
    events.push([
      'Final',
      `${waktu(final_at, honor.gedung?.zona_waktu)} oleh ${honor.pemfinal?.name ?? '–'}`,
    ])
  if (tanggal_bayar && honor.metode !== null) {
    const how = metode.withBank(honor.metode, honor.bank?.nama_bank)
    const reference = referensi ? `, ref. ${referensi}` : ''
    events.push(['Tanggal Bayar', tanggal(tanggal_bayar)])
    events.push(['Dibayar', `${how}${reference}, dicatat ${honor.pembayar?.name ?? '–'}`])
  }
  if (alasan) events.push(['Dibuka Kembali', alasan])
  return events
}

const HonorPanel = ({ honor }: { honor: Honor }) => {
  const events = useEvents(honor)
  const seesCoach = useCan('user/pelatih')
  const { pelatih, gedung, keadaan } = honor
  return (
    <Panel>
      <Facts
        items={[
          ['Total', <b key="t">{rupiah(keadaan?.total ?? honor.total)}</b>],
          ['Periode', bulan(honor.periode)],
          [
            'Guru',
            pelatih && seesCoach ? (
              <PlaceLink key="g" to="/user/view" search={{ id: pelatih.id }}>
                {pelatih.name}
              </PlaceLink>
            ) : (
              pelatih?.name
            ),
          ],
          ['Outlet', gedung?.nama],
          ...events,
        ]}
      />
    </Panel>
  )
}

type Line = NonNullable<Honor['baris']>[number]
const LessonLink = ({ line }: { line: Line }) => {
  const mayOpen = useCan('kursus-pelatih/absensi')
  const isPlain = line.jenis === 'pertemuan'
  return (
    <>
      {line.pertemuan_id !== null && mayOpen ? (
        <PlaceLink to="/kursus-pelatih/absensi" search={{ id: line.pertemuan_id }}>
          {line.deskripsi}
        </PlaceLink>
      ) : (
        line.deskripsi
      )}{' '}
      {!isPlain && <Badge>{JenisBarisHonor.label(line.jenis)}</Badge>}
    </>
  )
}
const Lines = ({ honor }: { honor: Honor }) => {
  const baris = honor.baris ?? []
  return (
    <DataTable
      caption="Rincian honor"
      empty="Belum ada yang dihonor dalam periode ini"
      rows={baris}
      rowKey={(line) => line.pertemuan_id ?? 0}
      columns={[
        { label: 'Tanggal', cell: (line) => <Num>{shortTanggal(line.tanggal)}</Num> },
        { label: 'Uraian', cell: (line) => <LessonLink line={line} /> },
        { label: 'Dasar', cell: (line) => line.dasar },
        {
          label: 'Jumlah',
          right: true,
          cell: (line) => rupiah(line.jumlah),
          total: rupiah(baris.reduce((sum, line) => sum + line.jumlah, 0)),
        },
      ]}
    />
  )
}
