import { Box, Group } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { lazy, Suspense, useState } from 'react'
import { Hari, KursusPesertaStatus, StatusAktif, TipeKursus } from '#contract/enums.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import { useWhyNotYours } from '#src/data/outlets.ts'
import { Kursuses } from '#src/data/resources/kursus.ts'
import { KursusPelatihs } from '#src/data/resources/kursusPelatih.ts'
import { KursusPesertas } from '#src/data/resources/kursusPeserta.ts'
import { useCan } from '#src/data/session/session.ts'
import { currentHarga } from '#src/routes/_app/kursus/-currentHarga.ts'
import { expandKursus } from '#src/routes/_app/kursus/-expand.ts'
import { HargaTab } from '#src/routes/_app/kursus/-harga.tsx'
import { ke, JenjangLadder } from '#src/routes/_app/kursus/-jenjang.tsx'
import { jamSpan, numberText, rupiah, shortTanggal } from '#src/ui/format/format.ts'
import { Dim, Num } from '#src/ui/format/Words.tsx'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { part } from '#src/ui/page/part.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader, RecordTabs, RecordHistory } from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

const record = recordRoute(
  () => import('#src/data/resources/kursus.ts').then((m) => m.Kursuses),
  expandKursus,
)
const earlierOf = (id: number) => ({ kursus_selanjutnya_id: String(id), sort: 'nama' }) as const
export const Route = createFileRoute('/_app/kursus/view')({
  ...record,
  // Prefetches the courses whose next course is this course, because the page would stay empty
  // until they arrive.
  loader: async ({ deps }) => {
    const earlier = import('#src/data/resources/kursus.ts').then(({ Kursuses: of }) =>
      queryClient.ensureQueryData(of.queries.list(earlierOf(deps.id))),
    )
    await Promise.all([record.loader({ deps }), earlier.catch(() => {})])
  },
  component: KursusDetail,
})

// Loads the form lazily, because lists prefetch this screen and few users open the form.
const KursusForm = lazy(() =>
  part(() => import('#src/routes/_app/kursus/-form.tsx')).then((m) => ({ default: m.KursusForm })),
)

/** Name of a person, with a link if the reader may open the record. */
const PersonLink = ({ id, name }: { id: number; name: string }) =>
  useCan('user/view') ? (
    <PlaceLink to="/user/view" search={{ id }}>
      {name}
    </PlaceLink>
  ) : (
    name
  )
const AllLink = ({
  to,
  kursus,
  total,
  shown,
  what,
}: {
  to: '/kursus-pelatih' | '/kursus-peserta'
  kursus: number
  total: number
  shown: number
  what: string
}) =>
  total > shown ? (
    <p>
      <PlaceLink
        to={to}
        search={{ kursus_id: kursus }}
      >{`Lihat semua ${numberText(total)} ${what}`}</PlaceLink>
    </p>
  ) : null

const KelasTable = ({ id }: { id: number }) => {
  const { rows, page } = KursusPelatihs.useList({
    kursus_id: String(id),
    expand: 'pelatih,gedung',
    sort: 'nama',
  })
  return (
    <>
      <DataTable
        caption="Kelas"
        empty="Belum ada kelas"
        rows={rows}
        rowKey={(k) => k.id}
        columns={[
          { label: 'Kelas', cell: (k) => k.kode },
          {
            label: 'Guru',
            cell: (k) => (k.pelatih ? <PersonLink id={k.pelatih.id} name={k.pelatih.name} /> : '–'),
          },
          { label: 'Outlet', cell: (k) => k.gedung?.nama ?? '–' },
          { label: 'Hari', cell: (k) => Hari.label(k.hari) },
          {
            label: 'Jam',
            cell: (k) => <Num>{jamSpan(k.jam_mulai, k.jam_selesai, k.gedung?.zona_waktu)}</Num>,
          },
          { label: 'Kapasitas', right: true, cell: (k) => numberText(k.kapasitas) },
          {
            label: 'Status',
            cell: (k) => (
              <Badge tone={StatusAktif.tone(k.status)}>{StatusAktif.label(k.status)}</Badge>
            ),
          },
        ]}
      />
      <AllLink
        to="/kursus-pelatih"
        kursus={id}
        total={page.total}
        shown={rows.length}
        what="kelas"
      />
    </>
  )
}
/**
 * Table of the current students of the course, who have an enrolment with status 1 (active) or 2
 * (on leave).
 */
const PesertaTable = ({ id }: { id: number }) => {
  const { rows, page } = KursusPesertas.useList({
    kursus_id: String(id),
    'status.gte': '1',
    'status.lte': '2',
    expand: 'peserta,kursus_pelatih,gedung',
  })
  return (
    <>
      <DataTable
        caption="Peserta"
        empty="Belum ada peserta"
        rows={rows}
        rowKey={(k) => k.id}
        columns={[
          {
            label: 'Peserta',
            cell: (k) => <PersonLink id={k.peserta_id} name={k.peserta?.name ?? k.peserta_nama} />,
          },
          { label: 'Kelas', cell: (k) => k.kursus_pelatih?.nama ?? '–' },
          { label: 'Outlet', cell: (k) => k.gedung?.nama ?? '–' },
          { label: 'Mulai', cell: (k) => <Num>{shortTanggal(k.mulai)}</Num> },
          {
            label: 'Status',
            cell: (k) => (
              <Badge tone={KursusPesertaStatus.tone(k.status)}>
                {KursusPesertaStatus.label(k.status)}
              </Badge>
            ),
          },
        ]}
      />
      <AllLink
        to="/kursus-peserta"
        kursus={id}
        total={page.total}
        shown={rows.length}
        what="peserta"
      />
    </>
  )
}

function KursusDetail() {
  const { id } = Route.useSearch()
  const row = Kursuses.useView(id, expandKursus)
  const earlier = Kursuses.useList(earlierOf(id)).rows
  const [editing, edit] = useState<number | null>(null)
  const current = currentHarga(row)
  return (
    <>
      <RecordHeader
        name={`${row.nama} (${row.kode})`}
        status={
          <StatusBadge tone={StatusAktif.tone(row.status)}>
            {StatusAktif.label(row.status)}
          </StatusBadge>
        }
        actions={[
          {
            label: 'Ubah',
            code: 'kursus/update',
            disabled: useWhyNotYours(Kursuses.resource)(row),
            run: () => edit(id),
          },
        ]}
      />
      <Panel>
        <Facts
          items={[
            [
              'Kategori',
              row.kategori_kursus && (
                <span key="kategori">
                  <Box
                    component="span"
                    aria-hidden
                    display="inline-block"
                    w={14}
                    h={14}
                    mr={10}
                    bdrs={4}
                    bg={row.kategori_kursus.warna}
                    style={{ verticalAlign: '-2px' }}
                  />
                  {row.kategori_kursus.nama}
                </span>
              ),
            ],
            ['Level', row.course_level?.nama],
            ['Tipe', TipeKursus.label(row.tipe)],
            ['Durasi', `${row.durasi_menit} menit, ${row.pertemuan_per_bulan} pertemuan sebulan`],
            [
              'Kapasitas',
              row.kapasitas_min
                ? `${row.kapasitas_min} sampai ${row.kapasitas_maks} peserta`
                : `${row.kapasitas_maks} peserta`,
            ],
            [
              'Biaya Bulanan',
              <span key="biaya">
                <Num>{rupiah(row.biaya_bulanan)}</Num>
                {current && <Dim style={{ display: 'block' }}>kini {current}</Dim>}
              </span>,
            ],
            ['Biaya Pendaftaran', rupiah(row.biaya_pendaftaran)],
            ['Kena PPN', row.ppn_kena ? 'Ya' : 'Tidak'],
            ['Outlet', row.outlet?.map((g) => g.nama).join(', ') || 'Semua outlet'],
            ['Kursus Selanjutnya', row.kursus_selanjutnya && ke(row.kursus_selanjutnya)],
            [
              'Lanjutan dari',
              earlier.length > 0 ? (
                <Group key="dari" gap="0.25rem 0.75rem">
                  {earlier.map(ke)}
                </Group>
              ) : null,
            ],
          ]}
        />
        {row.jenjang && row.jenjang.length > 0 && <JenjangLadder row={row} />}
      </Panel>
      <RecordTabs
        tabs={[
          {
            id: 'harga',
            label: 'Harga',
            code: 'kursus-harga/index',
            content: <HargaTab course={row} />,
          },
          {
            id: 'kelas',
            label: 'Kelas',
            code: 'kursus-pelatih/index',
            content: <KelasTable id={id} />,
          },
          {
            id: 'peserta',
            label: 'Peserta',
            code: 'kursus-peserta/index',
            content: <PesertaTable id={id} />,
          },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <RecordHistory entitas="kursus" id={id} of={Kursuses} />,
          },
        ]}
      />
      <Suspense fallback={null}>
        <KursusForm target={{ id: editing, close: () => edit(null) }} />
      </Suspense>
    </>
  )
}
