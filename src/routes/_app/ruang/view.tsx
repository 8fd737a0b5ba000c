import { Stack } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { Hari, StatusAktif } from '#contract/enums.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { titled } from '#contract/values/titled.ts'
import { KursusPelatihs } from '#src/data/resources/kursusPelatih.ts'
import { Ruangs } from '#src/data/resources/ruang.ts'
import { confirm } from '#src/state/feedback.ts'
import { useDeletedToast } from '#src/ui/feedback/useDeletedToast.ts'
import { jamSpan, numberText, shortTanggal } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader, RecordTabs, RecordHistory } from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'
import { WeekGrid, type Block } from '#src/ui/schedule/WeekGrid.tsx'
import { RuangForm } from './-form.tsx'

export const Route = createFileRoute('/_app/ruang/view')({
  ...recordRoute(() => import('#src/data/resources/ruang.ts').then((m) => m.Ruangs), 'gedung'),
  component: RuangView,
})

/** Week with the active classes in the room, as a calendar and as a table. */
const RuangJadwal = ({ id, nama }: { id: number; nama: string }) => {
  const { rows, page } = KursusPelatihs.useList({
    ruang_id: String(id),
    status: 'aktif',
    expand: 'pelatih,kursus',
    sort: 'hari',
    'per-page': 100,
  })
  const today = currentDay()
  const kelas = rows
    .filter((k) => k.selesai === null || k.selesai >= today)
    .toSorted((a, b) => a.hari - b.hari || (a.jam_mulai < b.jam_mulai ? -1 : 1))
  const blocks = kelas.map((k): Block => {
    const time = { hari: k.hari, mulai: k.jam_mulai, selesai: k.jam_selesai }
    return {
      ...time,
      key: String(k.id),
      title: k.nama,
      content: (
        <>
          <b>{k.kursus?.nama ?? k.nama}</b> <span>{jamSpan(time.mulai, time.selesai)}</span>{' '}
          <span>{k.pelatih?.name}</span>
        </>
      ),
    }
  })
  return (
    <Stack>
      <WeekGrid
        label={`Jadwal mingguan ${nama}`}
        blocks={blocks}
        emptyDay="Tidak ada kelas"
        emptyWeek="Belum ada kelas di ruang ini"
        table={
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
                cell: (k) => jamSpan(k.jam_mulai, k.jam_selesai),
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
              { label: 'Kapasitas', right: true, cell: (k) => numberText(k.kapasitas) },
              { label: 'Mulai', cell: (k) => shortTanggal(k.mulai) },
              { label: 'Selesai', cell: (k) => shortTanggal(k.selesai) || '–' },
            ]}
          />
        }
      />
      {page.total > rows.length && (
        <p style={{ margin: 0 }}>
          <PlaceLink to="/kursus-pelatih" search={{ ruang_id: id }}>
            Lihat semua {numberText(page.total)} kelas
          </PlaceLink>
        </p>
      )}
    </Stack>
  )
}

function RuangView() {
  const { id } = Route.useSearch()
  const ruang = Ruangs.useView(id, 'gedung')
  const remove = Ruangs.useDelete()
  const toastDeleted = useDeletedToast(Ruangs)
  const navigate = Route.useNavigate()
  const [open, setOpen] = useState(false)
  const removeRuang = async () => {
    if (
      !(await confirm({
        title: `Hapus ${ruang.nama}?`,
        body: `${titled('Ruang', ruang.nama)}${ruang.gedung ? ` di ${ruang.gedung.nama}` : ''} akan dihapus.`,
        confirm: 'Hapus',
        danger: true,
      }))
    )
      return
    const restore = await Ruangs.restorer(ruang)
    remove.mutate(id, {
      onSuccess: () => toastDeleted(titled('Ruang', ruang.nama), restore),
      next: () => void navigate({ to: '/ruang', replace: true }),
    })
  }
  return (
    <>
      <RecordHeader
        name={ruang.nama}
        status={
          <StatusBadge tone={StatusAktif.tone(ruang.status)}>
            {StatusAktif.label(ruang.status)}
          </StatusBadge>
        }
        actions={[
          { label: 'Ubah', code: 'ruang/update', primary: true, run: () => setOpen(true) },
          {
            label: 'Hapus',
            code: 'ruang/delete',
            danger: true,
            busy: remove.isPending,
            run: () => void removeRuang(),
          },
        ]}
      />
      <Panel>
        <Facts
          items={[
            ['Outlet', ruang.gedung?.nama],
            ['Kapasitas', `${numberText(ruang.kapasitas)} peserta`],
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
            content: <RuangJadwal id={id} nama={ruang.nama} />,
          },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <RecordHistory entitas="ruang" id={id} of={Ruangs} />,
          },
        ]}
      />
      <RuangForm target={{ id: open ? id : null, close: () => setOpen(false) }} />
    </>
  )
}
