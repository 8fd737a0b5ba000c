/** Sections, people and states of the day board, derived from its lessons and the current time. */
import { KodeAbsensi, StatusKeberangkatan } from '#contract/enums.ts'
import { trialMarks } from '#contract/sales/rules/trial.ts'
import { meaningOf, type AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import { coachAlertMinutes, markableCodes } from '#contract/schedule/rules/marking.ts'
import type { BoardLesson, MarkInput } from '#src/data/attendance/attendance.ts'
import type { Place } from '#src/state/place.ts'
import { jam } from '#src/ui/format/format.ts'
import { takesPlace } from '../-calendar/calendarEvents.ts'
import type { Grouping } from './boardSearch.ts'

const minute = 60_000
export const groupings = [
  ['jam', 'Jam'],
  ['ruang', 'Ruang'],
  ['pelatih', 'Guru'],
] as const satisfies readonly (readonly [Grouping, string])[]

/** Attendance mark that a press on the board makes. */
export interface BoardMark {
  /** Attendance code; null removes the mark. */
  kode_absensi: AttendanceCode | null
  terlambat_menit?: number
}
/** Person on the board: a student of a lesson, or the lead of a trial lesson. */
export interface Person extends Pick<
  BoardLesson['peserta'][number],
  'nama' | 'kode_absensi' | 'terlambat_menit' | 'menunggak' | 'tunggakan' | 'phone'
> {
  key: string
  /** Label of a person who is not a student of the class. */
  note?: string
  /** Attendance codes that the menu of the person offers, with their labels. */
  codes: readonly (readonly [AttendanceCode, string])[]
  /** Screen of the person. */
  record: Place | undefined
  inputOf: (mark: BoardMark) => MarkInput
}

/** Codes that need no note. A mark with a note is made on the page of the lesson. */
const plainCodes = markableCodes
  .filter((code) => !meaningOf(code).wajib_catatan)
  .map((code) => [code, KodeAbsensi.label(code)] as const)

const leadOf = (
  calon: NonNullable<BoardLesson['calon']>,
  seen: AttendanceCode | null | undefined,
): Person => ({
  ...calon,
  key: 'calon',
  note: 'Trial',
  terlambat_menit: 0,
  menunggak: null,
  tunggakan: null,
  phone: null,
  codes: trialMarks,
  record:
    calon.lead_id === null ? undefined : { to: '/sales/lead/view', search: { id: calon.lead_id } },
  inputOf: ({ kode_absensi }) => ({ calon: { kode_absensi, kode_terlihat: seen ?? null } }),
})
/**
 * Returns the people of a lesson. `stored` is the lesson as the server knows it, without the marks
 * that this device has not sent yet.
 */
export const peopleOf = (lesson: BoardLesson, stored: BoardLesson): Person[] => {
  const seen = new Map(stored.peserta.map((row) => [row.kursus_peserta_id, row.kode_absensi]))
  return [
    ...(lesson.calon ? [leadOf(lesson.calon, stored.calon?.kode_absensi)] : []),
    ...lesson.peserta.map((row): Person => ({
      ...row,
      key: String(row.kursus_peserta_id),
      ...(row.pengganti && { note: 'Kelas pengganti' }),
      codes: plainCodes,
      record: { to: '/user/view', search: { id: row.peserta_id } },
      inputOf: (mark) => ({
        peserta: [
          {
            ...mark,
            kursus_peserta_id: row.kursus_peserta_id,
            kode_terlihat: seen.get(row.kursus_peserta_id) ?? null,
          },
        ],
      }),
    })),
  ]
}

export const hasEnded = ({ selesai_at }: BoardLesson, now: number): boolean =>
  Date.parse(selesai_at) <= now
export const isRunning = (lesson: BoardLesson, now: number): boolean =>
  takesPlace(lesson.status) && Date.parse(lesson.mulai_at) <= now && !hasEnded(lesson, now)
/** State of people who are not marked although their lesson has begun. */
export interface Late {
  /** Minutes since the beginning of the lesson. */
  minutes: number
  text: string
}
/**
 * Returns the state of the people of a lesson who are not marked. Returns undefined before the
 * lesson, and for a lesson that does not take place.
 */
export const lateOf = (lesson: BoardLesson, now: number): Late | undefined => {
  const minutes = Math.floor((now - Date.parse(lesson.mulai_at)) / minute)
  if (!takesPlace(lesson.status) || minutes < 0) return undefined
  return { minutes, text: hasEnded(lesson, now) ? 'Belum absen' : `Belum absen ${minutes} menit` }
}

const { belum, tidakBerangkat } = StatusKeberangkatan
/**
 * Whether staff must look after the coach of a lesson: the coach has reported an absence, or has
 * not set out shortly before the start or during the lesson.
 */
export const lacksCoach = (lesson: BoardLesson, now: number): boolean => {
  const { status_keberangkatan: status } = lesson.pelatih
  if (!takesPlace(lesson.status) || hasEnded(lesson, now)) return false
  const isDue = Date.parse(lesson.mulai_at) - coachAlertMinutes * minute <= now
  return status === tidakBerangkat || (status === belum && isDue)
}

/** Counts of the people in the lessons that take place. */
export const countsOf = (lessons: readonly BoardLesson[], now: number) => {
  const people = lessons
    .filter(({ status }) => takesPlace(status))
    .flatMap((lesson) =>
      peopleOf(lesson, lesson).map((person) => ({
        ...person,
        isLate: person.kode_absensi === null && lateOf(lesson, now) !== undefined,
      })),
    )
  return {
    all: people.length,
    marked: people.filter(({ kode_absensi }) => kode_absensi !== null).length,
    late: people.filter(({ isLate }) => isLate).length,
    owing: people.filter(({ tunggakan, menunggak }) => tunggakan ?? menunggak).length,
  }
}

/** Names that the lessons share, so that the board need not repeat them. */
export interface Shared {
  isOneOutlet: boolean
  isOneZone: boolean
}
export const sharedOf = (lessons: readonly BoardLesson[]): Shared => ({
  isOneOutlet: new Set(lessons.map(({ gedung }) => gedung.id)).size <= 1,
  isOneZone: new Set(lessons.map(({ gedung }) => gedung.zona_waktu)).size <= 1,
})

const titles: Record<Grouping, (lesson: BoardLesson, shared: Shared) => string> = {
  jam: ({ jam_mulai, gedung }, { isOneZone }) =>
    jam(jam_mulai, isOneZone ? undefined : gedung.zona_waktu),
  ruang: ({ ruang, gedung }, { isOneOutlet }) =>
    isOneOutlet ? ruang.nama : `${ruang.nama}, ${gedung.nama}`,
  pelatih: ({ pelatih }) => pelatih.nama,
}
const keys: Record<Grouping, (lesson: BoardLesson) => string | number> = {
  jam: ({ mulai_at, jam_mulai }) => `${mulai_at} ${jam_mulai}`,
  ruang: ({ ruang }) => ruang.id,
  pelatih: ({ pelatih }) => pelatih.id,
}
/** Section of the board: lessons with the same start time, room or coach. */
export interface Section {
  key: string | number
  title: string
  lessons: readonly BoardLesson[]
}
/**
 * Returns the sections of the board. `lessons` are in the order of their times. Sections by time
 * keep this order; rooms and coaches are sorted by name.
 */
export const sectionsOf = (
  lessons: readonly BoardLesson[],
  grouping: Grouping,
  shared: Shared,
): Section[] => {
  const sections = [...Map.groupBy(lessons, keys[grouping])].map(([key, members]) => ({
    key,
    title: members[0] ? titles[grouping](members[0], shared) : '',
    lessons: members,
  }))
  return grouping === 'jam'
    ? sections
    : sections.toSorted((a, b) => a.title.localeCompare(b.title, 'id', { numeric: true }))
}
