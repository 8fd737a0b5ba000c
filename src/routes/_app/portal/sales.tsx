import { Group, Stack, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import type { CallOutput } from '#contract/call.ts'
import { TahapLead } from '#contract/sales/leadEnums.ts'
import type { portalSales } from '#contract/sales/portalCalls.ts'
import { trialMarks } from '#contract/sales/rules/trial.ts'
import { PortalSales } from '#src/data/calls.ts'
import { useCan } from '#src/data/session/session.ts'
import { More, PortalList, PortalScreen, EmptyText } from '#src/routes/_app/portal/-portal.tsx'
import { portalRoute } from '#src/routes/_app/portal/-route.ts'
import { HeldSlots, Overdue, WaitingSeats } from '#src/routes/_app/portal/-salesLists.tsx'
import { PlainBar } from '#src/ui/feedback/Progress.tsx'
import { jamSpan, numberText, rupiah, shortTanggal, tanggalWithDay } from '#src/ui/format/format.ts'
import { Dim } from '#src/ui/format/Words.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { Tiles } from '#src/ui/record/Tiles.tsx'

export const Route = createFileRoute('/_app/portal/sales')({
  ...portalRoute(() => import('#src/data/calls.ts').then((m) => m.PortalSales.query({}))),
  component: PortalSalesScreen,
})

type Portal = CallOutput<typeof portalSales>

const long = { style: { overflowWrap: 'anywhere' as const, minWidth: 0 } }

const Due = ({ tindak_lanjut, jumlah_tindak_lanjut, hari_ini }: Portal) => (
  <Panel title={`Tindak lanjut (${numberText(jumlah_tindak_lanjut)})`}>
    {tindak_lanjut.length === 0 ? (
      <EmptyText>
        Tidak ada yang jatuh tempo hari ini. Beri langkah berikut pada setiap lead, agar muncul di
        sini pada harinya.
      </EmptyText>
    ) : (
      <PortalList>
        {tindak_lanjut.map((row) => (
          <li key={row.id}>
            <Group gap="0.25rem 0.6rem">
              <Badge tone={row.tindak_lanjut_at < hari_ini ? 'red' : 'orange'}>
                {row.tindak_lanjut_at < hari_ini
                  ? `Terlambat, ${shortTanggal(row.tindak_lanjut_at)}`
                  : 'Hari ini'}
              </Badge>
              <PlaceLink to="/sales/lead/view" search={{ id: row.id }}>
                {row.nama}
              </PlaceLink>
              <Dim>{TahapLead.label(row.tahap)}</Dim>
            </Group>
            {row.tindak_lanjut && (
              <Text m={0} {...long}>
                {row.tindak_lanjut}
              </Text>
            )}
          </li>
        ))}
      </PortalList>
    )}
    {jumlah_tindak_lanjut > tindak_lanjut.length && (
      <More>
        <PlaceLink to="/sales/lead" search={{ jatuh: 'perlu' }}>
          {`Semua ${numberText(jumlah_tindak_lanjut)} tindak lanjut`}
        </PlaceLink>
      </More>
    )}
  </Panel>
)

/**
 * Badge with the attendance of the candidate of a trial; not shown until the coach has recorded it.
 */
const TrialAttendance = ({ trial: { kode_absensi } }: { trial: Portal['trial'][number] }) => {
  const mark = trialMarks.find(([code]) => code === kode_absensi)?.[1]
  return mark && <Badge tone={kode_absensi === 'HADIR' ? 'green' : 'red'}>{mark}</Badge>
}
const Trials = ({ trial, hari_ini }: Portal) => (
  <Panel title="Trial hari ini dan besok">
    {trial.length === 0 ? (
      <EmptyText>Tidak ada trial. Jadwalkan dari halaman lead yang tertarik.</EmptyText>
    ) : (
      <PortalList>
        {trial.map((t) => (
          <li key={t.pertemuan_id}>
            <Group gap="0.25rem 0.6rem">
              <b>
                {`${t.tanggal === hari_ini ? 'Hari ini' : tanggalWithDay(t.tanggal)} ${jamSpan(t.jam_mulai, t.jam_selesai, t.zona_waktu)}`}
              </b>
              <PlaceLink to="/sales/lead/view" search={{ id: t.lead.id }}>
                {t.lead.nama}
              </PlaceLink>
              <TrialAttendance trial={t} />
            </Group>
            <Text m={0} c="dimmed" {...long}>
              {[t.kursus, t.pelatih, t.ruang, t.gedung].join(' · ')}
            </Text>
          </li>
        ))}
      </PortalList>
    )}
  </Panel>
)

/** Progress towards a target. The progress can exceed 100 %. */
const Target = ({
  label,
  value,
  target,
  text,
}: {
  label: string
  value: number
  target: number | null
  text: (n: number) => string
}) => {
  if (!target) return null
  const percent = Math.floor((value / target) * 100)
  return (
    <div>
      <Group justify="space-between" gap="0.25rem 1rem">
        <b>{label}</b>
        <span>{`${text(value)} dari ${text(target)} (${percent} %)`}</span>
      </Group>
      <PlainBar percent={percent} isDone={percent >= 100} />
    </div>
  )
}
const MonthFigures = ({ bulan }: Portal) => {
  const { peserta_baru, target_peserta, pendapatan, target_pendapatan } = bulan
  return (
    <Panel title="Bulan ini">
      <Stack>
        <Tiles
          items={[
            ['Lead baru', numberText(bulan.lead_baru)],
            ['Menang', numberText(bulan.menang)],
            ['Kalah', numberText(bulan.kalah)],
            ['Peserta baru', numberText(peserta_baru)],
            ['Pendapatan', rupiah(pendapatan)],
          ]}
        />
        <Target
          label="Target peserta baru"
          value={peserta_baru}
          target={target_peserta}
          text={numberText}
        />
        <Target
          label="Target pendapatan"
          value={pendapatan}
          target={target_pendapatan}
          text={rupiah}
        />
        {!target_peserta && !target_pendapatan && (
          <EmptyText>Belum ada target bulan ini. Admin mengisinya di data sales Anda.</EmptyText>
        )}
      </Stack>
    </Panel>
  )
}

/** Panel with the number of open leads by stage, as bars relative to the largest stage. */
const Funnel = ({ corong }: Portal) => {
  const most = Math.max(...corong.map((c) => c.jumlah))
  return (
    <Panel title="Lead berjalan">
      {most === 0 ? (
        <EmptyText>
          Belum ada lead berjalan. Catat setiap orang yang bertanya sebagai lead.
        </EmptyText>
      ) : (
        <PortalList gap="0.6rem">
          {corong.map(({ tahap, jumlah }) => (
            <li key={tahap}>
              <Group justify="space-between" gap="xs">
                <PlaceLink to="/sales/lead" search={{ tahap }}>
                  {TahapLead.label(tahap)}
                </PlaceLink>
                <b>{numberText(jumlah)}</b>
              </Group>
              <PlainBar percent={(jumlah / most) * 100} />
            </li>
          ))}
        </PortalList>
      )}
    </Panel>
  )
}

const Applicants = ({ pendaftar: { sendiri, belum_dipegang } }: Portal) => {
  const may = useCan('pendaftar-mandiri/index')
  return (
    <Panel title="Pendaftar mandiri">
      <Tiles
        items={[
          ['Milik saya', numberText(sendiri)],
          ['Belum dipegang siapa pun', numberText(belum_dipegang)],
        ]}
      />
      {may && sendiri + belum_dipegang > 0 && (
        <More>
          <PlaceLink to="/sales/pendaftar-mandiri">Lihat pendaftar</PlaceLink>
        </More>
      )}
    </Panel>
  )
}

const Expenses = ({ pengeluaran }: Portal) => {
  const { disetujui, menunggu, jumlah_menunggu, ditolak } = pengeluaran
  return (
    <Panel title="Pengeluaran saya">
      <Tiles
        items={[
          ['Disetujui bulan ini', rupiah(disetujui)],
          [`Menunggu (${numberText(menunggu)})`, rupiah(jumlah_menunggu)],
          ['Ditolak, perlu dijawab', numberText(ditolak)],
        ]}
      />
      <More>
        {ditolak > 0 ? (
          <PlaceLink to="/pengeluaran-sales" search={{ status: 'ditolak' }}>
            Jawab yang ditolak
          </PlaceLink>
        ) : (
          <PlaceLink to="/pengeluaran-sales">Daftar pengeluaran</PlaceLink>
        )}
      </More>
    </Panel>
  )
}

const Body = () => {
  const portal = PortalSales.useSuspenseData({})
  const mayExpense = useCan('pengeluaran-sales/index')
  return (
    <>
      <Due {...portal} />
      <Trials {...portal} />
      <HeldSlots {...portal} />
      <WaitingSeats {...portal} />
      <MonthFigures {...portal} />
      <Funnel {...portal} />
      <Applicants {...portal} />
      {mayExpense && <Expenses {...portal} />}
      <Overdue {...portal} />
    </>
  )
}

function PortalSalesScreen() {
  const mayLead = useCan('lead/index')
  const mayStudents = useCan('sales/peserta')
  const mayExpense = useCan('pengeluaran-sales/create')
  return (
    <PortalScreen
      actions={
        <>
          {mayLead && (
            <LinkButton place={{ to: '/sales/lead', search: { tab: 'papan' } }} variant="default">
              Papan lead
            </LinkButton>
          )}
          {mayStudents && (
            <LinkButton place={{ to: '/sales/peserta' }} variant="default">
              Peserta saya
            </LinkButton>
          )}
          {mayExpense && (
            <LinkButton place={{ to: '/pengeluaran-sales/form' }} variant="default">
              Catat pengeluaran
            </LinkButton>
          )}
        </>
      }
    >
      <Body />
    </PortalScreen>
  )
}
