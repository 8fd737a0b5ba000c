import { Button } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { createFileRoute } from '@tanstack/react-router'
import { useState } from 'react'
import { Hari, StatusAktif, StatusPertemuan } from '#contract/enums.ts'
import { PersetujuanGuru, missingApprovalOf } from '#contract/schedule/kursusPelatih.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { titled } from '#contract/values/titled.ts'
import { KursusPelatihs } from '#src/data/resources/kursusPelatih.ts'
import { Pertemuans } from '#src/data/resources/pertemuan.ts'
import { useAllowed, useCan } from '#src/data/session/session.ts'
import { confirm, toast } from '#src/state/feedback.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { jamSpan, numberText, shortTanggal, tanggalWithDay, waktu } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { IconButton } from '#src/ui/overlay/IconButton.tsx'
import { Menu } from '#src/ui/overlay/Menu.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RecordHeader, RecordHistory, RecordTabs } from '#src/ui/record/Record.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'
import { confirmedFacts } from '#src/ui/schedule/confirmed.ts'
import { AddLesson } from './-addLesson.tsx'
import { ClassStudents } from './-classStudents.tsx'
import { expandKelas } from './-expand.ts'
import { KelasForm } from './-form.tsx'
import { useKelas } from './-kelas.ts'
import {
  lessonExpand,
  lessonTime,
  useLessonActions,
  useLessonScreens,
  type Lesson,
  type OpenLesson,
} from './-lesson.ts'
import { LessonDialog } from './-lessonDialogs.tsx'
import { Seats } from './-seats.tsx'
import { PlannedMove, Versions } from './-versions.tsx'
import { FreeSeatNote } from './-waitingList.tsx'

export const Route = createFileRoute('/_app/kursus-pelatih/view')({
  ...recordRoute(
    () => import('#src/data/resources/kursusPelatih.ts').then((m) => m.KursusPelatihs),
    expandKelas,
    {
      code: 'daftar-tunggu/index',
      query: (id) =>
        import('#src/data/resources/daftarTunggu.ts').then((m) =>
          m.DaftarTunggus.queries.list(m.waitingSearch(id)),
        ),
    },
  ),
  component: KelasView,
})

/** Menu with the actions of a lesson. A disabled action shows the reason. */
const LessonMenu = ({ row, open }: { row: Lesson; open: (dialog: OpenLesson) => void }) => {
  const allowed = useAllowed()
  const [actions, screens] = [useLessonActions(open)(row), useLessonScreens()(row)]
  // Omits the link to the class, because this page is the record of the class.
  const items = [...screens.filter((a) => a.label === 'Absensi'), ...actions]
    .filter((a) => !a.code || allowed(a.code))
    .map(({ label, run, danger, disabled }) => ({
      label,
      run,
      danger: danger && !disabled,
      why: disabled,
    }))
  if (items.length === 0) return null
  const name = `Aksi ${lessonTime(row)}`
  return (
    <Menu
      label={name}
      width={280}
      items={items}
      button={(props) => <IconButton label={name} icon={IconDots} {...props} />}
    />
  )
}

/**
 * Table of the next lessons of the class, with the reason for each lesson that does not take place.
 */
const Lessons = ({ id, isActive }: { id: number; isActive: boolean }) => {
  const mayAdd = useCan('pertemuan/create') && isActive
  const [adds, setAdds] = useState(false)
  const { rows, page } = Pertemuans.useList({
    kursus_pelatih_id: String(id),
    'tanggal.gte': currentDay(),
    expand: lessonExpand,
    sort: 'mulai_at',
  })
  const [dialog, open] = useState<OpenLesson | null>(null)
  return (
    <>
      {mayAdd && (
        <Button variant="default" mb="md" onClick={() => setAdds(true)}>
          Tambah pertemuan
        </Button>
      )}
      <AddLesson isOpen={adds} close={() => setAdds(false)} kelas={id} />
      <DataTable
        caption="Pertemuan berikutnya"
        empty="Belum ada pertemuan: pertemuan dibuat delapan minggu ke depan"
        rows={rows}
        rowKey={(p) => p.id}
        columns={[
          { label: 'Tanggal', cell: (p) => tanggalWithDay(p.tanggal) },
          { label: 'Jam', cell: (p) => jamSpan(p.jam_mulai, p.jam_selesai, p.gedung?.zona_waktu) },
          { label: 'Guru', cell: (p) => p.pelatih?.name ?? '–' },
          { label: 'Ruang', cell: (p) => p.ruang?.nama ?? '–' },
          {
            label: 'Status',
            cell: (p) => (
              <Badge tone={StatusPertemuan.tone(p.status)}>{StatusPertemuan.label(p.status)}</Badge>
            ),
          },
          { label: 'Alasan', cell: (p) => p.alasan ?? '–' },
        ]}
        menu={(p) => <LessonMenu row={p} open={open} />}
      />
      <LessonDialog dialog={dialog} open={open} />
      {page.total > rows.length && <p>{`${numberText(page.total)} pertemuan seluruhnya.`}</p>}
    </>
  )
}

/**
 * Note on a class at an hour that the coach has marked "ask first". It is shown while the coach has
 * not approved the class, and after the coach has denied it.
 */
const SlotApproval = ({ kelas }: { kelas: ReturnType<typeof useKelas> }) => (
  <Note tone={kelas.tanya_dulu_ditolak_at === null ? 'orange' : 'red'} mb="md">
    {kelas.tanya_dulu_ditolak_at === null ? (
      <>
        Menunggu persetujuan guru: jam ini ditandai &quot;tanya dulu&quot;. Peserta baru dapat masuk
        sesudah guru setuju.
      </>
    ) : (
      <>
        <div style={{ overflowWrap: 'anywhere' }}>
          {`Guru menolak jam ini, ${waktu(kelas.tanya_dulu_ditolak_at)}: ${kelas.alasan_tanya_dulu}`}
        </div>
        Pilih jam atau guru lain, atau nonaktifkan kelas ini.
      </>
    )}
  </Note>
)

function KelasView() {
  const { id } = Route.useSearch()
  const kelas = useKelas(id)
  const remove = KursusPelatihs.useDelete()
  const approve = KursusPelatihs.useAction('setujui-slot')
  const navigate = Route.useNavigate()
  const [open, setOpen] = useState(false)
  const unanswered = missingApprovalOf(kelas)
  const time = `${Hari.label(kelas.hari)} ${jamSpan(kelas.jam_mulai, kelas.jam_selesai, kelas.gedung?.zona_waktu)}`
  const removeKelas = async () => {
    const question = {
      title: `Hapus ${kelas.nama}?`,
      body: `${titled('Kelas', kelas.nama)} akan dihapus. Tindakan ini tidak dapat dibatalkan.`,
      confirm: 'Hapus',
      danger: true,
    }
    if (!(await confirm(question))) return
    remove.mutate(id, {
      onSuccess: () => toast(`${titled('Kelas', kelas.nama)} dihapus`),
      next: () => void navigate({ to: '/kursus-pelatih', replace: true }),
    })
  }
  return (
    <>
      <RecordHeader
        name={kelas.kode}
        status={
          <>
            <StatusBadge tone={StatusAktif.tone(kelas.status)}>
              {StatusAktif.label(kelas.status)}
            </StatusBadge>
            {unanswered && (
              <StatusBadge tone={PersetujuanGuru.tone(unanswered)}>
                {PersetujuanGuru.label(unanswered)}
              </StatusBadge>
            )}
          </>
        }
        actions={[
          ...(unanswered
            ? [
                {
                  label: 'Setujui jam',
                  code: 'kursus-pelatih/setujui-slot' as const,
                  busy: approve.isPending,
                  run: () =>
                    approve.mutate(
                      { id, input: {} },
                      { onSuccess: () => toast(`Jam ${titled('kelas', kelas.nama)} disetujui`) },
                    ),
                },
              ]
            : []),
          { label: 'Ubah', code: 'kursus-pelatih/update', primary: true, run: () => setOpen(true) },
          {
            label: 'Lihat minggu',
            code: 'pertemuan/index',
            run: () =>
              void navigate({
                to: '/kursus-pelatih',
                search: { tab: 'minggu', pelatih_id: kelas.pelatih_id },
              }),
          },
          {
            label: 'Hapus',
            code: 'kursus-pelatih/delete',
            danger: true,
            busy: remove.isPending,
            run: () => void removeKelas(),
          },
        ]}
      />
      {unanswered && <SlotApproval kelas={kelas} />}
      <PlannedMove kelas={kelas} />
      <FreeSeatNote kelas={kelas} />
      <Panel>
        <Facts
          items={[
            ['Kursus', kelas.kursus?.nama],
            ['Guru', kelas.pelatih?.name],
            ['Outlet', kelas.gedung?.nama],
            ['Ruang', kelas.ruang?.nama],
            ['Waktu', time],
            [
              'Berlaku',
              `${shortTanggal(kelas.mulai)} – ${shortTanggal(kelas.selesai) || 'seterusnya'}`,
            ],
            ['Peserta', <Seats key="seats" kelas={kelas} />],
            ['Catatan', kelas.catatan],
            ...confirmedFacts(kelas),
            ...(kelas.tanya_dulu_disetujui_at
              ? [['Jam disetujui', waktu(kelas.tanya_dulu_disetujui_at)] as const]
              : []),
          ]}
        />
      </Panel>
      <RecordTabs
        tabs={[
          { id: 'peserta', label: 'Peserta', content: <ClassStudents kelas={kelas} /> },
          {
            id: 'pertemuan',
            label: 'Pertemuan',
            code: 'pertemuan/index',
            content: <Lessons id={id} isActive={kelas.status === 'aktif'} />,
          },
          { id: 'jadwal', label: 'Jadwal', content: <Versions kelas={kelas} /> },
          {
            id: 'riwayat',
            label: 'Riwayat',
            code: 'audit/index',
            content: <RecordHistory entitas="kursus-pelatih" id={id} of={KursusPelatihs} />,
          },
        ]}
      />
      <KelasForm target={{ id: open ? id : null, close: () => setOpen(false) }} />
    </>
  )
}
