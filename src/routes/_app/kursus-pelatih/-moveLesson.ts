/**
 * Moves a lesson in the calendar by drag and drop. A drop on a time with a visible conflict is
 * rejected; any other drop opens the dialog for moves.
 */
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

/**
 * Returns the reason why the lesson cannot take place on the day `tanggal` in the hours `span`: a
 * past day, a holiday, leave of the coach, or closed hours. Returns undefined if the lesson can
 * take place.
 */
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

/**
 * Returns another lesson that overlaps `span` on the day and has the same coach or is in `room`;
 * undefined if there is no such lesson.
 */
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
 * Returns a function that gives the reason why a lesson cannot be moved to `to` (a day, time and
 * row). It checks only the data of this calendar; the server makes all further checks. `rows`:
 * whether the rows of the day view are rooms or coaches; undefined in the week view.
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
 * Returns the drag and drop handlers of a calendar; undefined if the reader may not move lessons.
 * `open` opens the dialog that asks for the reason and lists conflicts.
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
