/**
 * Converts lessons into events of the calendar. Converts holidays, leave, opening hours and free
 * slots into shaded spans behind the events.
 */
import type { CallOutput } from '#contract/call.ts'
import { JenisPertemuan, SlotPelatih, StatusPertemuan } from '#contract/enums.ts'
import type { lessonCalendar } from '#contract/schedule/calendarCalls.ts'
import { slotSpans, statusAt } from '#contract/schedule/rules/freeSlots.ts'
import { addDays, currentDay, formatTanggalHari, weekday } from '#contract/values/tanggal.ts'
import { jamSpan } from '#src/ui/format/format.ts'
import { groupNames, shortName } from '#src/ui/format/names.ts'
import type { CalendarEvent, Hours, Shade } from '#src/ui/schedule/calendar.ts'

export type CalendarData = CallOutput<typeof lessonCalendar>
type Lesson = CalendarData['pertemuan'][number]
/**
 * Rooms (`ruang`) or coaches (`pelatih`). In the day view, this is the kind of the rows. In the
 * week view, this is the kind of the single room or coach to which the view is limited.
 */
export type Rows = 'ruang' | 'pelatih'

/**
 * Whether a lesson has taken place or is scheduled. Calendar and day board strike through all other
 * lessons.
 */
export const takesPlace = (status: Lesson['status']): boolean =>
  status === 'terjadwal' || status === 'selesai'

const seatsText = ({ peserta, kapasitas }: Lesson): string =>
  kapasitas === null || kapasitas === 1 ? '' : `${peserta}/${kapasitas}`

/**
 * Returns the students of a lesson: `Ratih M.` for a private lesson, `Ani, Budi, Caca +2` for a
 * group. The text is empty if the reader may see no name.
 */
const studentsText = ({ siswa, peserta, kapasitas }: Lesson): string =>
  kapasitas === 1 ? siswa.map(shortName).join(', ') : groupNames(siswa, peserta)

/**
 * Returns the status of a lesson that does not take place. For another lesson, returns a text if
 * the lesson needs a substitute coach; otherwise an empty text.
 */
export const stateOf = ({ status, perlu_pengganti }: Lesson): string => {
  if (!takesPlace(status)) return StatusPertemuan.label(status)
  return perlu_pengganti ? 'Perlu pengganti' : ''
}

/**
 * Converts a lesson into an event of the calendar. The title of a private lesson begins with the
 * student; the title of a group is the course. `sharedKind` is `ruang` or `pelatih` if the calendar
 * already shows the room or the coach of each lesson; the visible text then omits this name.
 */
export const eventOf = (lesson: Lesson, sharedKind: Rows | undefined): CalendarEvent => {
  const { jenis, status, pelatih, ruang, gedung } = lesson
  const state = stateOf(lesson)
  const kind = jenis === 'reguler' ? '' : JenisPertemuan.label(jenis)
  const seats = seatsText(lesson)
  const students = studentsText(lesson)
  const isPrivate = lesson.kapasitas === 1
  const title = isPrivate && students ? `${students} · ${lesson.kursus}` : lesson.kursus
  const note = [
    // The text about a missing substitute comes first, because the end of the note may be cut off.
    lesson.perlu_pengganti ? state : '',
    isPrivate ? '' : students,
    sharedKind === 'pelatih' ? '' : pelatih.name,
    sharedKind === 'ruang' ? '' : ruang.nama,
    seats,
    lesson.calon === null ? kind : `${kind} ${lesson.calon}`,
    lesson.perlu_pengganti ? '' : state,
  ]
    .filter(Boolean)
    .join(' · ')
  // The accessible name starts with the visible text, so that voice control finds the event by this
  // text.
  const name = [
    `${title} ${note}`,
    sharedKind === 'pelatih' ? pelatih.name : '',
    sharedKind === 'ruang' ? ruang.nama : '',
    gedung.nama,
    formatTanggalHari(lesson.tanggal),
    jamSpan(lesson.jam_mulai, lesson.jam_selesai, gedung.zona_waktu),
  ]
  return {
    id: lesson.id,
    tanggal: lesson.tanggal,
    jam_mulai: lesson.jam_mulai,
    jam_selesai: lesson.jam_selesai,
    ...(sharedKind && { resource: sharedKind === 'ruang' ? ruang.id : pelatih.id }),
    name: name.filter(Boolean).join(', '),
    title,
    note,
    color: lesson.warna,
    cancelled: !takesPlace(status),
    waits: lesson.perlu_pengganti,
    movable: status === 'terjadwal' && lesson.tanggal >= currentDay(gedung.zona_waktu),
  }
}

/**
 * Returns the shaded spans behind the lessons of these days: holidays, leave, closed hours and free
 * hours.
 */
export const shadesOf = (
  { libur, gedung, pelatih }: CalendarData,
  days: readonly string[],
  hours: Hours,
): Shade[] => {
  const whole = { jam_mulai: hours.from, jam_selesai: hours.to }
  return days.flatMap((tanggal): Shade[] => {
    const closed = libur
      .filter((l) => l.tanggal === tanggal)
      .map((l): Shade => ({ tanggal, ...whole, title: l.nama }))
    const away = (pelatih?.cuti ?? [])
      .filter((c) => c.mulai <= tanggal && c.selesai >= tanggal)
      .map((): Shade => ({ tanggal, ...whole, title: 'Guru libur' }))
    if (closed.length + away.length > 0) return [...closed, ...away]
    const outside = gedung
      ? [
          { jam_mulai: hours.from, jam_selesai: gedung.jam_buka },
          { jam_mulai: gedung.jam_tutup, jam_selesai: hours.to },
        ]
          .filter((s) => s.jam_mulai < s.jam_selesai)
          .map((s): Shade => ({ tanggal, ...s, title: 'Outlet tutup' }))
      : []
    return [...freeHours(pelatih?.slot, tanggal), ...outside]
  })
}

/**
 * Returns the hours in which a coach is free or wants to be asked first, from the weekly slots
 * `week`. Adjacent slots with the same status are joined into one span.
 */
export const freeSpans = (week: string | undefined) => {
  if (week === undefined) return []
  return slotSpans((hari, place) => {
    const status = statusAt(week, hari, place)
    return status === SlotPelatih.tidakBisa ? undefined : String(status)
  }).map(({ hari, key, mulai, selesai }) => ({
    hari,
    status: Number(key) === SlotPelatih.kosong ? SlotPelatih.kosong : SlotPelatih.tanyaDulu,
    jam_mulai: mulai,
    jam_selesai: selesai,
  }))
}
const freeHours = (week: string | undefined, tanggal: string): Shade[] =>
  freeSpans(week)
    .filter(({ hari }) => hari === weekday(tanggal))
    .map(({ hari: _, ...span }) => ({ ...span, tanggal, title: SlotPelatih.label(span.status) }))

/** Returns `count` consecutive days, starting with `first`. */
export const daysFrom = (first: string, count: number): string[] =>
  Array.from({ length: count }, (_, i) => addDays(first, i))
