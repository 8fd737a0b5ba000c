import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { Hari, KursusPesertaStatus, StatusAktif, TipeKursus } from '#contract/enums.ts'
import { formatJam } from '#contract/rules/tanggal.ts'
import { Kursuses } from '#src/data/kursus.ts'
import { KursusPelatihs } from '#src/data/kursusPelatih.ts'
import { KursusPesertas } from '#src/data/kursusPeserta.ts'
import { useWhyNotYours } from '#src/data/outlets.ts'
import { useCan } from '#src/data/session.ts'
import { expandKursus } from '#src/routes/_app/kursus/-expand.ts'
import { KursusForm } from '#src/routes/_app/kursus/-form.tsx'
import { HargaTab } from '#src/routes/_app/kursus/-harga.tsx'
import { ke, Tangga } from '#src/routes/_app/kursus/-jenjang.tsx'
import { hargaKini } from '#src/routes/_app/kursus/-kini.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { Facts } from '#src/ui/Facts.tsx'
import { angka, rupiah, tanggalPendek } from '#src/ui/format.ts'
import { Panel } from '#src/ui/Panel.tsx'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'
import { RecordHeader, RecordTabs, Riwayat } from '#src/ui/Record.tsx'
import { recordRoute } from '#src/ui/recordRoute.ts'
import { Badge } from '#src/ui/table.tsx'

export const Route = createFileRoute('/_app/kursus/view')({
  ...recordRoute(() => import('#src/data/kursus.ts').then((m) => m.Kursuses), expandKursus),
  component: DetailKursus,
})

/** A person's name, a link for who may read it. */
const Orang = ({ id, name }: { id: number; name: string }) =>
  useCan('user/view') ? (
    <PlaceLink to="/user/view" search={{ id }}>
      {name}
    </PlaceLink>
  ) : (
    name
  )
const Semua = ({
  to,
  kursus,
  total,
  shown,
  what,
}: {
  to: string
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
      >{`Lihat semua ${angka(total)} ${what}`}</PlaceLink>
    </p>
  ) : null

const Kelas = ({ id }: { id: number }) => {
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
            cell: (k) => (k.pelatih ? <Orang id={k.pelatih.id} name={k.pelatih.name} /> : '–'),
          },
          { label: 'Outlet', cell: (k) => k.gedung?.nama ?? '–' },
          { label: 'Hari', cell: (k) => Hari.label(k.hari) },
          {
            label: 'Jam',
            cell: (k) => (
              <span className="num">{`${formatJam(k.jam_mulai)}–${formatJam(k.jam_selesai, k.gedung?.zona_waktu)}`}</span>
            ),
          },
          { label: 'Kapasitas', right: true, cell: (k) => angka(k.kapasitas) },
          {
            label: 'Status',
            cell: (k) => (
              <Badge tone={StatusAktif.tone(k.status)}>{StatusAktif.label(k.status)}</Badge>
            ),
          },
        ]}
      />
      <Semua to="/kursus-pelatih" kursus={id} total={page.total} shown={rows.length} what="kelas" />
    </>
  )
}
/** Who is in it now: active or on leave. */
const Peserta = ({ id }: { id: number }) => {
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
            cell: (k) => <Orang id={k.peserta_id} name={k.peserta?.name ?? k.peserta_nama} />,
          },
          { label: 'Kelas', cell: (k) => k.kursus_pelatih?.nama ?? '–' },
          { label: 'Outlet', cell: (k) => k.gedung?.nama ?? '–' },
          { label: 'Mulai', cell: (k) => <span className="num">{tanggalPendek(k.mulai)}</span> },
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
      <Semua
        to="/kursus-peserta"
        kursus={id}
        total={page.total}
        shown={rows.length}
        what="peserta"
      />
    </>
  )
}

function DetailKursus() {
  const { id } = Route.useSearch()
  const row = Kursuses.useView(id, expandKursus)
  const earlier = Kursuses.useList({ kursus_selanjutnya_id: String(id), sort: 'nama' }).rows
  const [editing, edit] = useState<number | null>(null)
  const kini = hargaKini(row)
  return (
    <>
      <RecordHeader
        name={`${row.nama} (${row.kode})`}
        status={<Badge tone={StatusAktif.tone(row.status)}>{StatusAktif.label(row.status)}</Badge>}
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
                <span key="kategori" className="named">
                  <span
                    aria-hidden
                    className="swatch"
                    style={{ background: row.kategori_kursus.warna }}
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
                <span className="num">{rupiah(row.biaya_bulanan)}</span>
                {kini && (
                  <span className="dim" style={{ display: 'block' }}>
                    kini {kini}
                  </span>
                )}
              </span>,
            ],
            ['Biaya Pendaftaran', rupiah(row.biaya_pendaftaran)],
            ['Kena PPN', row.ppn_kena ? 'Ya' : 'Tidak'],
            ['Outlet', row.outlet?.map((g) => g.nama).join(', ') || 'Semua outlet'],
            ['Kursus Selanjutnya', row.kursus_selanjutnya && ke(row.kursus_selanjutnya)],
            [
              'Lanjutan dari',
              earlier.length > 0 ? (
                <span key="dari" className="named">
                  {earlier.map(ke)}
                </span>
              ) : null,
            ],
          ]}
        />
        {row.jenjang && row.jenjang.length > 0 && <Tangga row={row} />}
      </Panel>
      <RecordTabs
        tabs={[
          {
            id: 'harga',
            label: 'Harga',
            code: 'kursus-harga/index',
            content: <HargaTab course={row} />,
          },
          { id: 'kelas', label: 'Kelas', code: 'kursus-pelatih/index', content: <Kelas id={id} /> },
          {
            id: 'peserta',
            label: 'Peserta',
            code: 'kursus-peserta/index',
            content: <Peserta id={id} />,
          },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <Riwayat entitas="kursus" id={id} of={Kursuses} />,
          },
        ]}
      />
      <KursusForm target={{ id: editing, close: () => edit(null) }} />
    </>
  )
}
