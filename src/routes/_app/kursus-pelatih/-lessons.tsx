/** Lessons of a week or a day, shown as a calendar or, on a phone, as a list of days. */
import { Text } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { useState } from 'react'
import { addDays, formatRentang, formatTanggalHari } from '#contract/values/tanggal.ts'
import { LessonCalendar } from '#src/data/calls.ts'
import { useToday } from '#src/state/clock.ts'
import { LogoPreload } from '#src/ui/print/print.tsx'
import { usePrinting } from '#src/ui/print/printing.ts'
import { hoursAround, mondayOf, type CalendarEvent, type Hours } from '#src/ui/schedule/calendar.ts'
import { LessonAgenda } from '#src/ui/schedule/LessonAgenda.tsx'
import { LessonDay, LessonWeek } from '#src/ui/schedule/LessonCalendar.tsx'
import {
  daysFrom,
  eventOf,
  freeSpans,
  shadesOf,
  type CalendarData as Data,
  type Rows,
} from './-calendar/calendarEvents.ts'
import { PrintedLessons } from './-calendar/printedLessons.tsx'
import { PrintedWeek } from './-calendar/printedWeek.tsx'
import type { OpenLesson } from './-lesson.ts'
import { LessonDialog } from './-lessonDialogs.tsx'
import { useLessonMoves } from './-moveLesson.ts'

export type CalendarTab = 'minggu' | 'hari'
export interface CalendarScope {
  tab: CalendarTab
  /** Any day of the shown week, or the day shown in the day view. */
  tanggal: string
  gedung_id?: string
  ruang_id?: string
  pelatih_id?: string
  baris: Rows
}
/**
 * Hours that the calendar shows at least. If there are lessons, the calendar starts with the hour
 * of the first lesson instead of `from`. The hours are in the afternoon, because most lessons take
 * place after school.
 */
const usualHours = { from: '12:00', to: '18:00' }

export const spanOf = ({ tab, tanggal }: CalendarScope) => {
  const mulai = tab === 'minggu' ? mondayOf(tanggal) : tanggal
  return { mulai, selesai: tab === 'minggu' ? addDays(mulai, 6) : mulai }
}
export const titleOf = ({ mulai, selesai }: { mulai: string; selesai: string }): string =>
  mulai === selesai ? formatTanggalHari(mulai) : formatRentang(mulai, selesai)

/** Returns the lessons of a scope; suspends while they load. */
export const useLessons = (scope: CalendarScope): Data => {
  const { gedung_id, ruang_id, pelatih_id } = scope
  return LessonCalendar.useSuspenseData({ ...spanOf(scope), gedung_id, ruang_id, pelatih_id })
}

/** Returns the opening hours of the outlet and the free hours of the coach. */
const openHours = ({ gedung, pelatih }: Data) => [
  ...(gedung ? [{ jam_mulai: gedung.jam_buka, jam_selesai: gedung.jam_tutup }] : []),
  ...freeSpans(pelatih?.slot),
]
/**
 * Returns the hours that the calendar shows. They cover all lessons, the opening hours of the
 * outlet, the free hours of the coach, and `usualHours`. If there is a lesson, the hours before the
 * first lesson are omitted. A lesson therefore cannot be dragged to an omitted hour. The dialog for
 * moves accepts such an hour.
 */
const shownHours = (data: Data): Hours => {
  const whole = hoursAround([...data.pertemuan, ...openHours(data)], usualHours)
  const [first] = data.pertemuan.map((lesson) => lesson.jam_mulai).toSorted()
  return first === undefined ? whole : { ...whole, from: `${first.slice(0, 2)}:00` }
}
/**
 * Returns `ruang` or `pelatih` if the calendar already shows the room or the coach of each lesson,
 * so that lessons need not repeat the name; undefined if it shows neither.
 */
const sharedKindOf = ({ tab, baris, ruang_id, pelatih_id }: CalendarScope): Rows | undefined => {
  if (tab === 'hari') return baris
  if (pelatih_id !== undefined) return 'pelatih'
  return ruang_id === undefined ? undefined : 'ruang'
}
/**
 * Returns the rows of the day view: the rooms of the outlet, or the coaches who teach on that day.
 */
const rowsOf = ({ gedung, pertemuan }: Data, baris: Rows) => {
  if (baris === 'ruang') return (gedung?.ruang ?? []).map((r) => ({ id: r.id, label: r.nama }))
  return [...new Map(pertemuan.map((p) => [p.pelatih.id, p.pelatih.name]))]
    .map(([id, label]) => ({ id, label }))
    .toSorted((a, b) => a.label.localeCompare(b.label, 'id'))
}

/** Returns the data and handlers that the calendar and the list of days on phones need. */
const useCalendarData = (scope: CalendarScope, open: (dialog: OpenLesson) => void) => {
  const data = useLessons(scope)
  const span = spanOf(scope)
  const days = daysFrom(span.mulai, scope.tab === 'minggu' ? 7 : 1)
  const sharedKind = sharedKindOf(scope)
  const moves = useLessonMoves(data, scope.tab === 'hari' ? scope.baris : undefined, open)
  const hours = shownHours(data)
  return {
    data,
    days,
    moves,
    common: {
      label: `Jadwal ${titleOf(span)}`,
      events: data.pertemuan.map((lesson) => eventOf(lesson, sharedKind)),
      shades: shadesOf(data, days, hours),
      hours,
      zone: data.gedung?.zona_waktu ?? data.pertemuan[0]?.gedung.zona_waktu ?? 'Asia/Jakarta',
      open: ({ id }: CalendarEvent) => open({ name: 'lihat', id }),
    },
  }
}

const emptyRows: Record<Rows, string> = {
  ruang: 'Outlet ini belum punya ruang aktif',
  pelatih: 'Tidak ada pertemuan pada hari ini',
}

const Drawn = ({ asked, open }: { asked: CalendarScope; open: (dialog: OpenLesson) => void }) => {
  const isNarrow = useMediaQuery('(max-width: 767px)')
  const today = useToday()
  const { data, days, moves, common } = useCalendarData(asked, open)
  const { shades } = common
  if (isNarrow)
    return (
      <LessonAgenda
        {...common}
        days={days}
        today={today}
        empty={(tanggal) =>
          shades.find((s) => s.tanggal === tanggal && s.status === undefined)?.title ??
          'Tidak ada pertemuan'
        }
      />
    )
  const [first = asked.tanggal] = days
  if (asked.tab === 'minggu')
    return (
      <LessonWeek
        {...common}
        monday={first}
        holidays={data.libur.map((l) => l.tanggal)}
        moves={moves}
      />
    )
  const rows = rowsOf(data, asked.baris)
  if (rows.length === 0) return <Text c="dimmed">{emptyRows[asked.baris]}</Text>
  return (
    <LessonDay
      {...common}
      tanggal={first}
      moves={moves}
      resources={rows}
      shades={rows.flatMap(({ id }) => shades.map((s) => ({ ...s, resource: id })))}
    />
  )
}

/**
 * Printed version of the calendar. A week is printed as on the screen; a day is printed as a list,
 * because a page is too narrow for all rooms side by side.
 */
const Printed = ({ asked, data }: { asked: CalendarScope; data: Data }) => {
  const span = spanOf(asked)
  const title = titleOf(span)
  return asked.tab === 'minggu' ? (
    <PrintedWeek data={data} monday={span.mulai} title={title} known={sharedKindOf(asked)} />
  ) : (
    <PrintedLessons data={data} title={title} />
  )
}

export const Lessons = ({ asked }: { asked: CalendarScope }) => {
  const [dialog, open] = useState<OpenLesson | null>(null)
  const data = useLessons(asked)
  const isPrinting = usePrinting()
  return (
    <>
      <LogoPreload />
      {isPrinting && <Printed asked={asked} data={data} />}
      <div className="noPrint">
        <Drawn asked={asked} open={open} />
      </div>
      <LessonDialog dialog={dialog} open={open} />
    </>
  )
}
