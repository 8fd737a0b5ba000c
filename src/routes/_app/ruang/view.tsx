import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { Hari, StatusAktif } from '#contract/enums.ts'
import { formatRentang } from '#contract/rules/jadwal.ts'
import { hariIni } from '#contract/rules/tanggal.ts'
import { KursusPelatihs } from '#src/data/kursusPelatih.ts'
import { Ruangs } from '#src/data/ruang.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { DataTable } from '#src/ui/DataTable.tsx'
import { Facts } from '#src/ui/Facts.tsx'
import { angka, tanggalPendek } from '#src/ui/format.ts'
import { Minggu, type Blok } from '#src/ui/Minggu.tsx'
import { Panel } from '#src/ui/Panel.tsx'
import { PlaceLink } from '#src/ui/PlaceLink.tsx'
import { RecordHeader, RecordTabs, Riwayat } from '#src/ui/Record.tsx'
import { recordRoute } from '#src/ui/recordRoute.ts'
import { Badge } from '#src/ui/table.tsx'
import { RuangForm } from './-form.tsx'

export const Route = createFileRoute('/_app/ruang/view')({
  ...recordRoute(() => import('#src/data/ruang.ts').then((m) => m.Ruangs), 'gedung'),
  component: RuangView,
})

/** The week of the room's active classes, and the same as a list. */
const JadwalRuang = ({ id, nama }: { id: number; nama: string }) => {
  const { rows, page } = KursusPelatihs.useList({
    ruang_id: String(id),
    status: 'aktif',
    expand: 'pelatih,kursus',
    sort: 'hari',
    'per-page': 100,
  })
  const kini = hariIni()
  const kelas = rows
    .filter((k) => k.selesai === null || k.selesai >= kini)
    .toSorted((a, b) => a.hari - b.hari || (a.jam_mulai < b.jam_mulai ? -1 : 1))
  const blok = kelas.map((k): Blok => {
    const jam = { hari: k.hari, mulai: k.jam_mulai, selesai: k.jam_selesai }
    return {
      ...jam,
      key: String(k.id),
      title: k.nama,
      isi: (
        <>
          <b>{k.kursus?.nama ?? k.nama}</b> <span>{formatRentang(jam)}</span>{' '}
          <span>{k.pelatih?.name}</span>
        </>
      ),
    }
  })
  return (
    <div className="form">
      <Minggu
        label={`Jadwal mingguan ${nama}`}
        blok={blok}
        kosong="Tidak ada kelas"
        belum="Belum ada kelas di ruang ini"
      />
      {kelas.length > 0 && (
        <div className="mingguTabel">
          <DataTable
            caption={`Kelas di ${nama}`}
            rows={kelas}
            rowKey={(k) => k.id}
            columns={[
              { label: 'Kelas', cell: (k) => k.kode },
              { label: 'Kursus', cell: (k) => k.kursus?.nama ?? '–' },
              { label: 'Hari', cell: (k) => Hari.label(k.hari) },
              {
                label: 'Jam',
                cell: (k) =>
                  formatRentang({ hari: k.hari, mulai: k.jam_mulai, selesai: k.jam_selesai }),
              },
              {
                label: 'Guru',
                cell: (k) =>
                  k.pelatih ? (
                    <PlaceLink to="/user/view" search={{ id: k.pelatih.id }}>
                      {k.pelatih.name}
                    </PlaceLink>
                  ) : (
                    '–'
                  ),
              },
              { label: 'Kapasitas', right: true, cell: (k) => angka(k.kapasitas) },
              { label: 'Mulai', cell: (k) => tanggalPendek(k.mulai) },
              { label: 'Selesai', cell: (k) => tanggalPendek(k.selesai) || '–' },
            ]}
          />
        </div>
      )}
      {page.total > rows.length && (
        <p style={{ margin: 0 }}>
          <PlaceLink to="/kursus-pelatih" search={{ ruang_id: id }}>
            Lihat semua {angka(page.total)} kelas
          </PlaceLink>
        </p>
      )}
    </div>
  )
}

function RuangView() {
  const { id } = Route.useSearch()
  const ruang = Ruangs.useView(id, 'gedung')
  const remove = Ruangs.useDelete()
  const navigate = Route.useNavigate()
  const [open, setOpen] = useState(false)
  const hapus = async () => {
    if (
      !(await confirm({
        title: `Hapus ${ruang.nama}?`,
        body: `Ruang ${ruang.nama} akan dihapus. Tindakan ini tidak dapat dibatalkan.`,
        confirm: 'Hapus',
        danger: true,
      }))
    )
      return
    remove.mutate(id, {
      onSuccess: () => {
        toast(`Ruang ${ruang.nama} dihapus`)
        void navigate({ to: '/ruang', replace: true })
      },
    })
  }
  return (
    <>
      <RecordHeader
        name={ruang.nama}
        status={
          <Badge tone={StatusAktif.tone(ruang.status)}>{StatusAktif.label(ruang.status)}</Badge>
        }
        actions={[
          { label: 'Ubah', code: 'ruang/update', primary: true, run: () => setOpen(true) },
          {
            label: 'Hapus',
            code: 'ruang/delete',
            danger: true,
            busy: remove.isPending,
            run: () => void hapus(),
          },
        ]}
      />
      <Panel>
        <Facts
          items={[
            ['Outlet', ruang.gedung?.nama],
            ['Kapasitas', `${angka(ruang.kapasitas)} peserta`],
            ['Fasilitas', ruang.fasilitas.join(', ')],
          ]}
        />
      </Panel>
      <RecordTabs
        tabs={[
          {
            id: 'jadwal',
            label: 'Jadwal',
            code: 'kursus-pelatih/index',
            content: <JadwalRuang id={id} nama={ruang.nama} />,
          },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <Riwayat entitas="ruang" id={id} of={Ruangs} />,
          },
        ]}
      />
      <RuangForm target={{ id: open ? id : null, close: () => setOpen(false) }} />
    </>
  )
}
