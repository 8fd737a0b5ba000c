/**
 * Day board of the front desk: the lessons of today by time, room or coach, with the people who
 * have arrived, who are late and who are in arrears (domain.md 3.10).
 */
import { Box, Button, Group, Text, Title } from '@mantine/core'
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react'
import { Suspense, useEffect, useState } from 'react'
import { RoleId } from '#contract/enums.ts'
import { formatTanggalHari } from '#contract/values/tanggal.ts'
import {
  DayBoard as Board,
  withMarkOnBoard,
  type BoardLesson as Lesson,
} from '#src/data/attendance/attendance.ts'
import { addMark, useQueue } from '#src/data/attendance/attendanceQueue.ts'
import { useOwnOutlets } from '#src/data/outlets.ts'
import { roleOf, useCan, useMe } from '#src/data/session/session.ts'
import { useMinute, useToday } from '#src/state/clock.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { jam, numberText } from '#src/ui/format/format.ts'
import { useFullWidth } from '#src/ui/hooks/useFullWidth.ts'
import { LazyPicker } from '#src/ui/list/filters/LazyPicker.tsx'
import { Nothing } from '#src/ui/list/table/NoRows.tsx'
import { fetchMenus } from '#src/ui/overlay/Menu.tsx'
import { LinkButton } from '#src/ui/page/LinkButton.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { RefusedMarks, SendingState } from './attendanceQueue.tsx'
import {
  countsOf,
  groupings,
  hasEnded,
  isRunning,
  peopleOf,
  sectionsOf,
  sharedOf,
  type BoardMark,
  type Person,
  type Section,
} from './board.ts'
import { BoardLesson } from './boardLesson.tsx'
import type { BoardSearch } from './boardSearch.ts'
import classes from './DayBoard.module.css'
import { useEarlyQuestion } from './earlyQuestion.ts'

interface Shown {
  search: BoardSearch
  change: (patch: BoardSearch) => void
}

const Groupings = ({ search: { kelompok = 'jam' }, change }: Shown) => (
  <Group gap={6} role="group" aria-label="Kelompokkan menurut">
    {groupings.map(([key, label]) => (
      <Button
        key={key}
        variant={key === kelompok ? 'light' : 'default'}
        aria-pressed={key === kelompok}
        onClick={() => change({ kelompok: key === 'jam' ? undefined : key })}
      >
        {label}
      </Button>
    ))}
  </Group>
)
/** Filter by outlet, for users who see several outlets. Coaches see all own lessons at once. */
const OutletFilter = ({ search: { gedung_id }, change }: Shown) => {
  const isCoach = roleOf(useMe()) === RoleId.pelatih
  const isOne = useOwnOutlets().length === 1
  const may = useCan('gedung/pilihan')
  if (!may || isCoach || isOne) return null
  return (
    <LazyPicker
      label="Outlet"
      resource="gedung"
      value={gedung_id === undefined ? null : Number(gedung_id)}
      onChange={(id) => change({ gedung_id: id === null ? undefined : String(id) })}
    />
  )
}

/** Counts of all lessons of the day, as text. Counts of 0 are omitted, except the first. */
const summaryOf = (lessons: readonly Lesson[], now: number): string => {
  const { all, marked, late, owing } = countsOf(lessons, now)
  return [
    `${numberText(marked)} dari ${numberText(all)} peserta ditandai`,
    late > 0 ? `${numberText(late)} belum absen` : '',
    owing > 0 ? `${numberText(owing)} menunggak` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

/**
 * Returns a text that says how far away a section of lessons with one start time is; empty for
 * lessons that are more than an hour away or have ended.
 */
const whenOf = (lesson: Lesson | undefined, now: number): string => {
  if (!lesson) return ''
  if (isRunning(lesson, now)) return 'sekarang'
  const minutes = Math.ceil((Date.parse(lesson.mulai_at) - now) / 60_000)
  return minutes > 0 && minutes <= 60 ? `${minutes} menit lagi` : ''
}

/** Button that shows the lessons that have ended, with the number of people to mark in them. */
const PastButton = ({
  lessons,
  now,
  isOpen,
  toggle,
}: {
  lessons: readonly Lesson[]
  now: number
  isOpen: boolean
  toggle: () => void
}) => {
  const { late } = countsOf(lessons, now)
  const Chevron = isOpen ? IconChevronDown : IconChevronRight
  return (
    <Button
      variant="subtle"
      ml="-0.75rem"
      px="sm"
      h="auto"
      mih={36}
      // Lets the label wrap into two lines on a phone.
      styles={{ label: { whiteSpace: 'normal', textAlign: 'start' } }}
      leftSection={<Chevron size={16} aria-hidden />}
      aria-expanded={isOpen}
      onClick={toggle}
    >
      {`${numberText(lessons.length)} pertemuan sudah lewat`}
      {late > 0 && `, ${numberText(late)} peserta belum absen`}
    </Button>
  )
}

const Lessons = ({
  lessons,
  search: { kelompok = 'jam' },
}: {
  lessons: readonly Lesson[]
  search: BoardSearch
}) => {
  const now = useMinute()
  const queue = useQueue()
  const askEarly = useEarlyQuestion()
  const [showsPast, setShowsPast] = useState(false)
  const stored = new Map(lessons.map((lesson) => [lesson.id, lesson]))
  const { pertemuan: all } = queue
    .filter((mark) => mark.refused === undefined)
    .reduce((data, { lesson, input }) => withMarkOnBoard(data, lesson, input), {
      pertemuan: [...lessons],
    })
  const past = all.filter((lesson) => hasEnded(lesson, now))
  const coming = all.filter((lesson) => !hasEnded(lesson, now))
  // In the evening all lessons have ended; hiding them would leave an empty page.
  const mayFold = past.length > 0 && coming.length > 0
  const shown = mayFold && !showsPast ? coming : all
  const shared = sharedOf(lessons)
  const mark = (lesson: Lesson) => (person: Person, newMark: BoardMark) => {
    const what = `${person.nama}, ${jam(lesson.jam_mulai)} ${lesson.kursus.nama}`
    const label = newMark.kode_absensi === null ? `${what}, hapus tanda` : what
    const time = { ...lesson, zona_waktu: lesson.gedung.zona_waktu }
    void askEarly(time, [newMark.kode_absensi], () =>
      addMark({ lesson: lesson.id, label, input: person.inputOf(newMark) }),
    )
  }
  const titleOf = ({ title, lessons: [first] }: Section) =>
    [title, kelompok === 'jam' ? whenOf(first, now) : ''].filter(Boolean).join(' · ')
  return (
    <>
      <Group gap="0 1.5rem" px="var(--pad)" py="xs">
        <Text role="status" aria-label="Ringkasan" fw={600}>
          {summaryOf(all, now)}
        </Text>
        <SendingState marks={queue} />
        {mayFold && (
          <PastButton
            lessons={past}
            now={now}
            isOpen={showsPast}
            toggle={() => setShowsPast(!showsPast)}
          />
        )}
      </Group>
      {sectionsOf(shown, kelompok, shared).map((section) => (
        <section key={section.key} className={classes.section} aria-label={section.title}>
          <Title order={3} fz="1rem" className={classes.title}>
            {titleOf(section)}
          </Title>
          {section.lessons.map((lesson) => (
            <BoardLesson
              key={lesson.id}
              lesson={lesson}
              people={peopleOf(lesson, stored.get(lesson.id) ?? lesson)}
              grouping={kelompok}
              shared={shared}
              now={now}
              mark={mark(lesson)}
            />
          ))}
        </section>
      ))}
    </>
  )
}

const Body = ({ today, search, change }: Shown & { today: string }) => {
  const { pertemuan } = Board.useSuspenseData({ tanggal: today, gedung_id: search.gedung_id })
  const mayCalendar = useCan('pertemuan/index')
  // Loads the menus of marks while there is a connection.
  useEffect(fetchMenus, [])
  if (pertemuan.length > 0) return <Lessons lessons={pertemuan} search={search} />
  return (
    <Nothing title="Tidak ada pertemuan hari ini">
      {search.gedung_id !== undefined && (
        <Button variant="default" onClick={() => change({ gedung_id: undefined })}>
          Semua outlet
        </Button>
      )}
      {mayCalendar && (
        <LinkButton place={{ to: '/kursus-pelatih', search: { tab: 'minggu' } }} variant="default">
          Buka jadwal
        </LinkButton>
      )}
    </Nothing>
  )
}

/** Attendance page for a URL without a lesson: the board of today. */
export const DayBoard = ({ search, change }: Shown) => {
  useFullWidth()
  const today = useToday()
  const queue = useQueue()
  return (
    <>
      <PageTitle />
      <RefusedMarks marks={queue} />
      <Panel
        bare
        title={formatTanggalHari(today)}
        aside={
          <Group gap="0.5rem 1rem" align="end">
            <Groupings search={search} change={change} />
            <OutletFilter search={search} change={change} />
          </Group>
        }
      >
        <Boundary resetKey={`${today} ${search.gedung_id}`}>
          <Suspense
            fallback={
              <Box p="var(--pad)">
                <FormSkeleton />
              </Box>
            }
          >
            <Body today={today} search={search} change={change} />
          </Suspense>
        </Boundary>
      </Panel>
    </>
  )
}
