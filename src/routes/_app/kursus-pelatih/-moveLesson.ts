/** Drag and drop of a lesson in the calendar: conflicts visible in the calendar, and the dialog. */
import { currentDay, spansOverlap } from '#contract/values/tanggal.ts'
import { useCan } from '#src/data/session/session.ts'
import {
  endAt,
  type CalendarEvent,
  type CalendarMoves,
  type Place,
} from '#src/ui/schedule/calendar.ts'
import type { CalendarData, Rows } from './-calendar/calendarEvents.ts'
import { withLesson, type OpenLesson } from './-lesson.ts'

type Lesson = CalendarData['pertemuan'][number]
interface Span {
  jam_mulai: string
  jam_selesai: string
}
const spanOf = ({ jam_mulai, jam_selesai }: Span) => ({ mulai: jam_mulai, selesai: jam_selesai })

/** Returns why the coach cannot teach on that day: past day, holiday, leave, closed hours. */
const dayRefusal = (
  { libur, gedung, pelatih }: CalendarData,
  movedLesson: Lesson,
  tanggal: string,
  span: Span,
): string | undefined => {
  if (tanggal < currentDay(movedLesson.gedung.zona_waktu)) return 'Hari itu sudah lewat'
  const holiday = libur.find(
    (l) => l.tanggal === tanggal && (l.gedung_id === null || l.gedung_id === movedLesson.gedung.id),
  )
  if (holiday) return `Hari libur: ${holiday.nama}`
  if (pelatih?.cuti.some((c) => c.mulai <= tanggal && tanggal <= c.selesai))
    return `${pelatih.name} libur pada hari itu`
  const isOutside =
    gedung && (span.jam_mulai < gedung.jam_buka || span.jam_selesai > gedung.jam_tutup)
  return isOutside ? `${gedung.nama} tutup pada jam itu` : undefined
}

/** Finds another lesson of the coach, or in the room, at that time. */
const clashOf = (
  { pertemuan }: CalendarData,
  movedLesson: Lesson,
  room: number,
  tanggal: string,
  span: Span,
): Lesson | undefined =>
  pertemuan.find(
    (p) =>
      p.id !== movedLesson.id &&
      p.status === 'terjadwal' &&
      p.tanggal === tanggal &&
      (p.pelatih.id === movedLesson.pelatih.id || p.ruang.id === room) &&
      spansOverlap(spanOf(p), spanOf(span)),
  )

/**
 * Returns why a lesson cannot be at a place, as far as this calendar's data show; the server checks
 * the rest. `rows`: kind of the day's rows.
 */
const refusalIn =
  (data: CalendarData, rows: Rows | undefined) =>
  (event: CalendarEvent, to: Place): string | undefined => {
    const movedLesson = data.pertemuan.find((p) => p.id === event.id)
    if (!movedLesson) return undefined
    if (rows === 'pelatih' && to.resource !== event.resource)
      return 'Guru diganti dari layar pertemuannya'
    const span = { jam_mulai: to.jam_mulai, jam_selesai: endAt(event, to) }
    const room = rows === 'ruang' && to.resource !== undefined ? to.resource : movedLesson.ruang.id
    const refusal = dayRefusal(data, movedLesson, to.tanggal, span)
    const rival = refusal ? undefined : clashOf(data, movedLesson, room, to.tanggal, span)
    if (!rival) return refusal
    return rival.pelatih.id === movedLesson.pelatih.id
      ? `${movedLesson.pelatih.name} sudah mengajar ${rival.kursus}`
      : `${rival.ruang.nama} sudah dipakai ${rival.kursus}`
  }

/**
 * Moves of a calendar, for a reader who may move lessons. `open` opens the dialog that asks for the
 * reason and lists conflicts.
 */
export const useLessonMoves = (
  data: CalendarData,
  rows: Rows | undefined,
  open: (dialog: OpenLesson) => void,
): CalendarMoves | undefined => {
  if (!useCan('pertemuan/pindah')) return undefined
  const move = (event: CalendarEvent, to: Place) => {
    const ruang_id = rows === 'ruang' ? to.resource : undefined
    const spot = { tanggal: to.tanggal, jam_mulai: to.jam_mulai, ...(ruang_id && { ruang_id }) }
    void withLesson(event.id, (row) => open({ name: 'pindah', row, to: spot }))
  }
  return { refusalOf: refusalIn(data, rows), move }
}
