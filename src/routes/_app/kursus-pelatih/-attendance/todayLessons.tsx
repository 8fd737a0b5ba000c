import { useNavigate } from '@tanstack/react-router'
import { Suspense } from 'react'
import { formatTanggalHari } from '#contract/values/tanggal.ts'
import { LessonCalendar } from '#src/data/calls.ts'
import { useToday } from '#src/state/clock.ts'
import { Boundary } from '#src/ui/feedback/Failed.tsx'
import { FormSkeleton } from '#src/ui/form/form.tsx'
import { PageTitle } from '#src/ui/page/PageTitle.tsx'
import { Panel } from '#src/ui/record/Panel.tsx'
import { LessonAgenda } from '#src/ui/schedule/LessonAgenda.tsx'
import { eventOf } from '../-calendar/calendarEvents.ts'

const Lessons = ({ today }: { today: string }) => {
  const navigate = useNavigate()
  const { pertemuan } = LessonCalendar.useSuspenseData({ mulai: today, selesai: today })
  return (
    <LessonAgenda
      label="Pertemuan hari ini"
      days={[today]}
      today={today}
      events={pertemuan.map((lesson) => eventOf(lesson, undefined))}
      open={({ id }) => void navigate({ to: '/kursus-pelatih/absensi', search: { id } })}
      empty={() => 'Tidak ada pertemuan hari ini'}
    />
  )
}
/** Attendance page for a URL without a lesson. Lists the lessons of today, each with a link. */
export const TodayLessons = () => {
  const today = useToday()
  return (
    <>
      <PageTitle />
      <Panel title={formatTanggalHari(today)}>
        <Boundary resetKey={today}>
          <Suspense fallback={<FormSkeleton />}>
            <Lessons today={today} />
          </Suspense>
        </Boundary>
      </Panel>
    </>
  )
}
