/**
 * Dialog in which an admin decides on the leave of a coach. It also lists the lessons that have no
 * coach because of the leave.
 */
import { Button, Group, Stack, Text } from '@mantine/core'
import { IconDots } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import type { CallOutput } from '#contract/call.ts'
import { StatusLibur } from '#contract/enums.ts'
import type { leaveLessons } from '#contract/schedule/substituteCalls.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { LeaveLessons } from '#src/data/calls.ts'
import { PelatihLiburs } from '#src/data/resources/pelatihLibur.ts'
import { useCan } from '#src/data/session/session.ts'
import { leaveDays } from '#src/routes/_app/-leaveDays.ts'
import { withLesson, type OpenLesson } from '#src/routes/_app/kursus-pelatih/-lesson.ts'
import { LessonDialog } from '#src/routes/_app/kursus-pelatih/-lessonDialogs.tsx'
import { askReason, toast } from '#src/state/feedback.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { Note } from '#src/ui/feedback/Note.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { jam, jamSpan, numberText, tanggalWithDay } from '#src/ui/format/format.ts'
import { DataTable } from '#src/ui/list/table/DataTable.tsx'
import { Badge } from '#src/ui/list/table/table.tsx'
import { Dialog } from '#src/ui/overlay/Dialog.tsx'
import { IconButton } from '#src/ui/overlay/IconButton.tsx'
import { Menu } from '#src/ui/overlay/Menu.tsx'

export interface Leave {
  id: number
  pelatih_id: number
  mulai: string
  selesai: string
  alasan: string
  status: 'diajukan' | 'disetujui' | 'ditolak'
  pelatih?: { name: string } | null
  terbuka?: { jumlah: number } | null
}
/**
 * Returns the number of lessons during a leave that still need a substitute, a move or a
 * cancellation, as text; `–` if there are none or the leave was rejected.
 */
export const openText = ({ status, terbuka }: Leave): string =>
  status === 'ditolak' || !terbuka || terbuka.jumlah === 0 ? '–' : numberText(terbuka.jumlah)
type Open = CallOutput<typeof leaveLessons>['pertemuan'][number]
const courseOf = ({ kursus, menggantikan }: Open): string =>
  menggantikan === null ? kursus.nama : `${kursus.nama}, menggantikan ${menggantikan}`
/** Lists the lessons without a coach, each with its free substitutes and actions. */
const OpenLessons = ({ id, open }: { id: number; open: (dialog: OpenLesson) => void }) => {
  const { pertemuan, jumlah } = LeaveLessons.useSuspenseData({ id })
  const act = (name: 'pengganti' | 'pindah' | 'batal', lesson: number) => () =>
    void withLesson(lesson, (row) => open({ name, row }))
  return (
    <Stack gap="0.5rem">
      <Text m={0}>
        {jumlah === 0
          ? 'Tidak ada pertemuan yang masih terbuka pada hari-hari itu.'
          : `${numberText(jumlah)} pertemuan perlu guru pengganti, dipindahkan atau dibatalkan:`}
      </Text>
      {pertemuan.length > 0 && (
        <DataTable
          caption="Pertemuan selama libur"
          rows={pertemuan}
          rowKey={(p) => p.id}
          columns={[
            { label: 'Hari', cell: (p) => tanggalWithDay(p.tanggal) },
            { label: 'Jam', cell: (p) => jamSpan(p.jam_mulai, p.jam_selesai, p.gedung.zona_waktu) },
            { label: 'Kursus', cell: courseOf },
            { label: 'Ruang', cell: (p) => `${p.ruang.nama}, ${p.gedung.nama}` },
            {
              label: 'Guru kosong',
              cell: (p) => p.kosong.map((c) => c.name).join(', ') || 'Tidak ada',
            },
          ]}
          menu={(p) => {
            const name = `Aksi ${tanggalWithDay(p.tanggal)} ${jam(p.jam_mulai)}`
            return (
              <Menu
                label={name}
                items={[
                  { label: 'Guru pengganti', run: act('pengganti', p.id) },
                  { label: 'Pindahkan', run: act('pindah', p.id) },
                  { label: 'Batalkan pertemuan', run: act('batal', p.id), danger: true },
                ]}
                button={(props) => <IconButton label={name} icon={IconDots} {...props} />}
              />
            )
          }}
        />
      )}
      {jumlah > pertemuan.length && (
        <Text m={0}>{`${numberText(pertemuan.length)} yang pertama ditampilkan.`}</Text>
      )}
    </Stack>
  )
}

/**
 * Returns the current number of lessons without a coach. Uses the field `terbuka` of the row only
 * until the current number has loaded, because lessons may have been reassigned since the row was
 * read.
 */
const useOpenCount = ({ id, terbuka }: Leave, enabled: boolean): number => {
  const { data } = LeaveLessons.useOptionalQuery({ id }, { enabled })
  return data?.jumlah ?? terbuka?.jumlah ?? 0
}

/**
 * Dialog that approves or rejects a leave request; for a decided request it only shows the lessons.
 * The dialog of a lesson action replaces this dialog until the action is done.
 */
export const LeaveDialog = ({ leave, close }: { leave: Leave; close: () => void }) => {
  const mayApprove = useCan('pelatih-libur/setujui')
  const mayRefuse = useCan('pelatih-libur/tolak')
  const maySeeLessons = useCan('pertemuan/pengganti')
  const [lesson, openLesson] = useState<OpenLesson | null>(null)
  const setujui = PelatihLiburs.useAction('setujui')
  const tolak = PelatihLiburs.useAction('tolak')
  const isOpen = leave.status === 'diajukan'
  const isOver = leave.selesai < currentDay()
  const openCount = useOpenCount(leave, maySeeLessons)
  const coachName = leave.pelatih?.name ?? 'Guru'
  const approve = () =>
    setujui.mutate(
      { id: leave.id, input: {} },
      {
        onSuccess: () => {
          toast(
            `Libur ${coachName} disetujui${openCount === 0 ? '' : `; ${numberText(openCount)} pertemuan perlu pengganti`}`,
          )
          close()
        },
      },
    )
  const refuse = async () => {
    const alasan = await askReason({
      title: `Tolak libur ${coachName}?`,
      body: 'Guru membaca alasan ini di portalnya.',
      confirm: 'Tolak',
      danger: true,
    })
    if (!alasan) return
    tolak.mutate(
      { id: leave.id, input: { alasan } },
      {
        onSuccess: () => {
          toast(`Libur ${coachName} ditolak`)
          close()
        },
      },
    )
  }
  if (lesson) return <LessonDialog dialog={lesson} open={openLesson} />
  return (
    <Dialog title={`Libur ${coachName}, ${leaveDays(leave)}`} close={close} closeButton size="lg">
      <Stack>
        <Text m={0} style={{ overflowWrap: 'anywhere' }}>
          Alasan: {leave.alasan}
        </Text>
        {isOpen && isOver && (
          <Note tone="orange">Hari-harinya sudah lewat: tolak atau hapus pengajuan ini.</Note>
        )}
        {maySeeLessons && (
          <Boundary resetKey={String(leave.id)}>
            <Suspense fallback={<FormSkeleton />}>
              <OpenLessons id={leave.id} open={openLesson} />
            </Suspense>
          </Boundary>
        )}
        <Group justify="flex-end" gap="0.6rem" pt="xs">
          <Button variant="default" onClick={close}>
            Tutup
          </Button>
          {isOpen && mayRefuse && (
            <Button
              variant="default"
              c="var(--mantine-color-error)"
              loading={tolak.isPending}
              onClick={() => void refuse()}
            >
              Tolak
            </Button>
          )}
          {isOpen && !isOver && mayApprove && (
            <Button loading={setujui.isPending} onClick={approve}>
              Setujui
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  )
}

/** Section of a record that lists the leave periods of the coach. */
export const PelatihLibur = ({ id }: { id: number }) => {
  const { rows } = PelatihLiburs.useList({
    pelatih_id: String(id),
    sort: '-mulai',
    expand: 'pelatih,terbuka',
    'per-page': 50,
  })
  const [deciding, decide] = useState<Leave>()
  return (
    <>
      <DataTable
        caption="Libur guru"
        empty="Belum ada pengajuan libur"
        rows={rows}
        rowKey={(row) => row.id}
        columns={[
          { label: 'Hari', cell: leaveDays },
          { label: 'Alasan', cell: (row) => row.alasan },
          {
            label: 'Status',
            cell: (row) => (
              <Badge tone={StatusLibur.tone(row.status)}>{StatusLibur.label(row.status)}</Badge>
            ),
          },
          { label: 'Terbuka', right: true, cell: (row) => openText(row) },
          {
            label: 'Pertemuan',
            cell: (row) => (
              <Button
                variant="default"
                size="compact-sm"
                aria-label={`Pertemuan selama libur ${leaveDays(row)}`}
                onClick={() => decide(row)}
              >
                {row.status === 'diajukan' ? 'Putuskan' : 'Lihat'}
              </Button>
            ),
          },
        ]}
      />
      {deciding && <LeaveDialog leave={deciding} close={() => decide(undefined)} />}
    </>
  )
}
