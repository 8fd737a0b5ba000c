/** List of lessons on the portals of coaches and students. */
import { Stack } from '@mantine/core'
import type { ReactNode } from 'react'
import type { CallOutput } from '#contract/call.ts'
import { JenisPertemuan, StatusPertemuan } from '#contract/enums.ts'
import type { portalPeserta } from '#contract/schedule/portalCalls.ts'
import { PortalItem, PortalList } from '#src/routes/_app/portal/-portal.tsx'
import { jam, jamSpan, tanggalWithDay } from '#src/ui/format/format.ts'
import { Subhead } from '#src/ui/record/Facts.tsx'
import { StatusBadge } from '#src/ui/record/StatusBadge.tsx'

export type PortalLesson = CallOutput<typeof portalPeserta>['pertemuan'][number]

/**
 * Badges with kind and status of a lesson; none for a regular lesson that takes place as planned.
 */
const LessonState = ({ lesson }: { lesson: PortalLesson }) => (
  <>
    {lesson.jenis !== 'reguler' && (
      <StatusBadge tone={JenisPertemuan.tone(lesson.jenis)}>
        {JenisPertemuan.label(lesson.jenis)}
      </StatusBadge>
    )}
    {lesson.status !== 'terjadwal' && (
      <StatusBadge tone={StatusPertemuan.tone(lesson.status)}>
        {StatusPertemuan.label(lesson.status)}
      </StatusBadge>
    )}
  </>
)
/** List item of a lesson: time, title and place, with a note and an action. */
const LessonItem = ({
  lesson,
  title,
  note,
  action,
}: {
  lesson: PortalLesson
  title: string
  note: string
  action: ReactNode
}) => (
  <PortalItem
    note={[
      [lesson.ruang, lesson.gedung, note].filter(Boolean).join(' · '),
      lesson.ke && `pindah ke ${tanggalWithDay(lesson.ke.tanggal)} ${jam(lesson.ke.jam_mulai)}`,
    ]
      .filter(Boolean)
      .join(' · ')}
    action={action}
  >
    <b>{jamSpan(lesson.jam_mulai, lesson.jam_selesai, lesson.zona_waktu)}</b>
    <span>{title}</span>
    <LessonState lesson={lesson} />
  </PortalItem>
)
/** List of lessons, grouped by day. The title of a lesson is its course by default. */
export const LessonDays = <L extends PortalLesson>({
  lessons,
  today,
  titleOf = ({ kursus }) => kursus,
  noteOf,
  actionOf = () => null,
}: {
  lessons: readonly L[]
  today: string
  titleOf?: (lesson: L) => string
  noteOf: (lesson: L) => string
  actionOf?: (lesson: L) => ReactNode
}) => (
  <Stack gap="0.5rem">
    {[...Map.groupBy(lessons, (lesson) => lesson.tanggal)].map(([day, dayLessons]) => (
      <section key={day}>
        <Subhead>
          {day === today ? `Hari ini, ${tanggalWithDay(day)}` : tanggalWithDay(day)}
        </Subhead>
        <PortalList>
          {dayLessons.map((lesson) => (
            <LessonItem
              key={lesson.id}
              lesson={lesson}
              title={titleOf(lesson)}
              note={noteOf(lesson)}
              action={actionOf(lesson)}
            />
          ))}
        </PortalList>
      </section>
    ))}
  </Stack>
)
