/**
 * Page on which a coach records the attendance of a lesson, designed for phones. It works offline:
 * marks are queued until there is a connection. Without a lesson the page is the day board of the
 * front desk.
 */
import { Box, Button, Group, Text } from '@mantine/core'
import { createFileRoute } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { StatusKeberangkatan, StatusPertemuan } from '#contract/enums.ts'
import { runPrefetch } from '#src/data/api/prefetch.ts'
import { queryClient } from '#src/data/api/queryClient.ts'
import {
  Attendance,
  withMark,
  type AttendanceData,
  type AttendanceRow,
  type MarkInput,
} from '#src/data/attendance/attendance.ts'
import { addMark, useQueue } from '#src/data/attendance/attendanceQueue.ts'
import { useAllowed } from '#src/data/session/session.ts'
import { Note } from '#src/ui/feedback/Note.tsx'
import { jam, jamSpan, rupiah, tanggalWithDay, waktu } from '#src/ui/format/format.ts'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { Actions, PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Facts } from '#src/ui/record/Facts.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { recordRoute } from '#src/ui/record/recordRoute.ts'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'
import { RefusedMarks, SendingState } from './-attendance/attendanceQueue.tsx'
import { AttendanceStudent, type StudentMark } from './-attendance/attendanceRow.tsx'
import { boardSearch, type BoardSearch } from './-attendance/boardSearch.ts'
import { DayBoard } from './-attendance/dayBoard.tsx'
import { useEarlyQuestion } from './-attendance/earlyQuestion.ts'
import { LessonHistory } from './-attendance/markHistory.tsx'
import { NoteField } from './-attendance/noteField.tsx'
import { RemoveButton } from './-attendance/removeButton.tsx'
import { TrialCandidate } from './-attendance/trialCandidate.tsx'
import type { OpenLesson } from './-lesson.ts'
import { LessonDialog } from './-lessonDialogs.tsx'

const lessonRoute = recordRoute(() =>
  import('#src/data/attendance/attendance.ts').then(({ Attendance: of }) => ({
    queries: { view: (id: number) => of.query({ id }) },
  })),
)
export const Route = createFileRoute('/_app/kursus-pelatih/absensi')({
  ...lessonRoute,
  validateSearch: (search: Record<string, unknown>): BoardSearch & { id?: number } => {
    const { id } = lessonRoute.validateSearch(search)
    return id > 0 ? { id } : boardSearch(search)
  },
  loaderDeps: ({ search: { id, gedung_id } }) => ({ id, gedung_id }),
  loader: async ({ deps: { id, gedung_id } }) => {
    if (id !== undefined) return lessonRoute.loader({ deps: { id } })
    return runPrefetch({
      query: () =>
        import('#src/data/attendance/attendance.ts').then((m) => m.boardQuery(gedung_id)),
    })
  },
  component: AttendanceScreen,
})
/** Style that lets a label wrap into two lines on a narrow phone. */
const wrapped = { label: { whiteSpace: 'normal' as const, lineHeight: 1.15 } }
type Mark = (label: string, input: MarkInput) => void
const { belum, berangkat, tidakBerangkat } = StatusKeberangkatan

/** Panel in which the coach reports to be on the way to the lesson, or not to come. */
const Coach = ({ data, mark }: { data: AttendanceData; mark: Mark }) => {
  const [says, setSays] = useState(false)
  const { status_keberangkatan: status, alasan } = data.pelatih
  const disabled = data.terhalang !== null && data.pertemuan.status !== 'batal_pelatih'
  return (
    <Panel title={data.pertemuan.pelatih.nama}>
      <Group gap="xs" grow role="group" aria-label="Keberangkatan guru">
        <Button
          h={52}
          px="xs"
          styles={wrapped}
          variant={status === berangkat ? 'filled' : 'default'}
          aria-pressed={status === berangkat}
          disabled={disabled}
          onClick={() => {
            setSays(false)
            if (status !== berangkat)
              mark('Guru berangkat', { pelatih: { status_keberangkatan: berangkat } })
          }}
        >
          Berangkat
        </Button>
        <Button
          h={52}
          px="xs"
          styles={wrapped}
          variant={status === tidakBerangkat ? 'filled' : 'default'}
          aria-pressed={status === tidakBerangkat}
          disabled={disabled}
          onClick={() => setSays(true)}
        >
          Tidak berangkat
        </Button>
      </Group>
      {alasan && !says && <Text mt="xs">{alasan}</Text>}
      {status !== belum &&
        data.terhalang === null &&
        data.pertemuan.status !== 'batal_pelatih' &&
        !says && (
          <RemoveButton
            of="guru"
            remove={() => mark('Guru, hapus tanda', { pelatih: { status_keberangkatan: belum } })}
          />
        )}
      {says && (
        <NoteField
          label="Alasan tidak berangkat"
          initial={alasan ?? ''}
          required
          close={() => setSays(false)}
          save={(text) => {
            setSays(false)
            mark('Guru tidak berangkat', {
              pelatih: { status_keberangkatan: tidakBerangkat, alasan: text },
            })
          }}
        />
      )}
    </Panel>
  )
}

const Taught = ({ data, mark }: { data: AttendanceData; mark: Mark }) => {
  const [edits, setEdits] = useState(false)
  const taught = data.pertemuan.catatan_materi
  return (
    <Panel title="Materi">
      {edits ? (
        <NoteField
          label="Yang diajarkan"
          initial={taught ?? ''}
          required={false}
          max={1000}
          close={() => setEdits(false)}
          save={(text) => {
            setEdits(false)
            mark('Materi', { catatan_materi: text || null })
          }}
        />
      ) : (
        <>
          <Text mb="xs" c={taught ? undefined : 'dimmed'}>
            {taught ?? 'Belum ada catatan tentang yang diajarkan.'}
          </Text>
          <Button
            h={44}
            variant="default"
            disabled={data.terhalang !== null}
            onClick={() => setEdits(true)}
          >
            {taught ? 'Ubah materi' : 'Tulis materi'}
          </Button>
        </>
      )}
    </Panel>
  )
}

const Head = ({ data: { pertemuan: p } }: { data: AttendanceData }) => (
  <Panel>
    <Facts
      items={[
        ['Kursus', p.kursus.nama],
        [
          'Waktu',
          `${tanggalWithDay(p.tanggal)} ${jamSpan(p.jam_mulai, p.jam_selesai, p.zona_waktu)}`,
        ],
        ['Ruang', `${p.ruang.nama}, ${p.gedung.nama}`],
        ...(p.pelatih_asli ? [['Menggantikan', p.pelatih_asli] as const] : []),
        ...(p.honor_nominal === null ? [] : [['Honor', rupiah(p.honor_nominal)] as const]),
      ]}
    />
  </Panel>
)

/**
 * Button that opens the dialog with the actions of the lesson, such as move, substitute and cancel.
 * The button is shown only to users who have the access code of at least one of these actions.
 */
const Change = ({ id }: { id: number }) => {
  const allowed = useAllowed()
  const [dialog, open] = useState<OpenLesson | null>(null)
  const codes = ['pindah', 'update', 'pengganti', 'batal'] as const
  if (!codes.some((code) => allowed(`pertemuan/${code}`))) return null
  return (
    <>
      <Actions>
        <Button variant="default" h={44} onClick={() => open({ name: 'lihat', id })}>
          Ubah pertemuan
        </Button>
      </Actions>
      <LessonDialog dialog={dialog} open={open} />
    </>
  )
}

function AttendanceScreen() {
  const { id, ...search } = Route.useSearch()
  const navigate = Route.useNavigate()
  if (id !== undefined) return <LessonAttendance key={id} id={id} />
  return (
    <DayBoard
      search={search}
      change={(patch) =>
        void navigate({
          search: (old) => ({ ...old, ...patch }),
          replace: true,
          resetScroll: false,
        })
      }
    />
  )
}

const LessonAttendance = ({ id }: { id: number }) => {
  const server = Attendance.useSuspenseData({ id })
  const queue = useQueue()
  const ownMarks = queue.filter((m) => m.lesson === id && m.refused === undefined)
  const data = ownMarks.reduce((now, { input }) => withMark(now, input), server)
  const next = data.berikutnya?.id
  // Prefetches the next lesson, so that it can be opened offline.
  useEffect(() => {
    if (next !== undefined) void queryClient.prefetchQuery(Attendance.query({ id: next }))
  }, [next])
  const mark: Mark = (label, input) => addMark({ lesson: id, label, input })
  const askEarly = useEarlyQuestion()
  const markStudents = (rows: readonly AttendanceRow[], newMark: StudentMark) =>
    askEarly(data.pertemuan, [newMark.kode_absensi], () => {
      for (const { kursus_peserta_id, nama } of rows) {
        const stored = server.peserta.find((row) => row.kursus_peserta_id === kursus_peserta_id)
        const kode_terlihat = stored?.kode_absensi ?? null
        mark(newMark.kode_absensi === null ? `${nama}, hapus tanda` : nama, {
          peserta: [{ ...newMark, kursus_peserta_id, kode_terlihat }],
        })
      }
    })
  const waiting = new Set(
    ownMarks.flatMap(({ input }) => input.peserta?.map((p) => p.kursus_peserta_id) ?? []),
  )
  const unmarked = data.peserta.filter((row) => row.kode_absensi === null)
  const disabled = data.terhalang !== null
  return (
    <>
      <PageTitle>
        <StatusBadge tone={StatusPertemuan.tone(data.pertemuan.status)}>
          {StatusPertemuan.label(data.pertemuan.status)}
        </StatusBadge>
        <Change id={id} />
      </PageTitle>
      <Head data={data} />
      {data.terhalang && (
        <Note tone="orange" mb="sm">
          {data.terhalang}
        </Note>
      )}
      <Box mb="sm">
        <SendingState marks={queue} />
      </Box>
      <RefusedMarks marks={queue} lesson={id} />
      <Coach data={data} mark={mark} />
      {data.calon && (
        <TrialCandidate
          calon={data.calon}
          zone={data.pertemuan.zona_waktu}
          disabled={disabled}
          mark={(label, kode_absensi) =>
            void askEarly(data.pertemuan, [kode_absensi], () =>
              mark(label, {
                calon: { kode_absensi, kode_terlihat: server.calon?.kode_absensi ?? null },
              }),
            )
          }
        />
      )}
      {(data.peserta.length > 0 || !data.calon) && (
        <Panel
          bare
          title={`Peserta (${data.peserta.length - unmarked.length} dari ${data.peserta.length})`}
          aside={
            <Button
              h={44}
              disabled={disabled || unmarked.length === 0}
              onClick={() => void markStudents(unmarked, { kode_absensi: 'HADIR' })}
            >
              Semua hadir
            </Button>
          }
        >
          {data.peserta.length === 0 && (
            <Text p="var(--pad)" c="dimmed">
              Tidak ada peserta pada pertemuan ini.
            </Text>
          )}
          {data.peserta.length > 0 && (
            <Text size="sm" c="dimmed" pt="sm" px="var(--pad)">
              {`Izin: dikabari sampai ${waktu(data.izin_sampai_at, data.pertemuan.zona_waktu)}. Sesudahnya izin mendadak, tanpa kelas pengganti.`}
            </Text>
          )}
          <Box component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
            {data.peserta.map((row) => (
              <AttendanceStudent
                key={row.kursus_peserta_id}
                row={row}
                zone={data.pertemuan.zona_waktu}
                waits={waiting.has(row.kursus_peserta_id)}
                disabled={disabled}
                mark={(newMark) => void markStudents([row], newMark)}
              />
            ))}
          </Box>
        </Panel>
      )}
      <Taught key={id} data={data} mark={mark} />
      {data.berikutnya && (
        <LinkButton place={{ to: '/kursus-pelatih/absensi', search: { id: data.berikutnya.id } }}>
          {`Berikutnya: ${jam(data.berikutnya.jam_mulai)} ${data.berikutnya.kursus}`}
        </LinkButton>
      )}
      <LessonHistory id={id} zone={data.pertemuan.zona_waktu} />
    </>
  )
}
