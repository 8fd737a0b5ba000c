/**
 * What stands in the way of a dated lesson (domain.md 3.8), over rows that were read before: the
 * same rules answer a writer, a form that asks beforehand, and the search for another time.
 */
import { Hari, RoleId, SlotPelatih } from '#contract/enums.ts'
import { slotsOfClass, statusAt, type Weekday } from '#contract/schedule/rules/freeSlots.ts'
import { sitsOn, type SeatDays } from '#contract/schedule/rules/seats.ts'
import { isClosed } from '#contract/schedule/rules/weekly.ts'
import { spansOverlap, weekday } from '#contract/values/tanggal.ts'

export const conflictKinds = [
  'pelatih',
  'ruang',
  'peserta',
  'kapasitas',
  'slot',
  'cuti',
  'libur',
  'tutup',
  'jeda',
  'saudara',
] as const
export type ConflictKind = (typeof conflictKinds)[number]

/** A hard one is refused whatever is confirmed. */
type Severity = 'keras' | 'lunak'

/** A lesson where and when it is wanted. */
export interface WantedLesson {
  pelatih_id: number
  ruang_id: number
  gedung_id: number
  tanggal: string
  jam_mulai: string
  jam_selesai: string
  mulai_at: string
  selesai_at: string
}
/** A lesson that takes place, with those of the wanted one's students who are in it. */
export interface BusyLesson extends WantedLesson {
  /** Null: the row is not made yet. */
  id: number | null
  peserta: readonly number[]
}
/** A student of the wanted lesson, on the days of the enrolment. */
export interface LessonStudent extends SeatDays {
  id: number
  nama: string
}
/** What is known of the days and people around. */
export interface Around<L extends BusyLesson> {
  lessons: readonly L[]
  peserta: readonly LessonStudent[]
  /** Brothers and sisters of the students, by the lesson in which they are. */
  saudara: readonly { lesson: L; nama: string }[]
  outlet: { jam_buka: string; jam_tutup: string }
  /** The seats of each room. */
  kursi: ReadonlyMap<number, number>
  /** Days without lessons at the outlet, by name. */
  libur: ReadonlyMap<string, string>
  /** Approved leave. */
  cuti: readonly { pelatih_id: number; mulai: string; selesai: string }[]
  /** A coach's week; none for one who has never said when. */
  jadwal: ReadonlyMap<number, string>
  /** Role of whoever writes, by its base. */
  dasar: number
}

export interface FoundConflict<L extends BusyLesson> {
  jenis: ConflictKind
  tingkat: Severity
  /** The lesson that is in the way. */
  lesson?: L
  /** The student whom it concerns, or the day's name. */
  nama?: string
}

/** What of a lesson is new: only that is asked about. */
export interface Asked {
  pelatih: boolean
  ruang: boolean
  waktu: boolean
}
const everything: Asked = { pelatih: true, ruang: true, waktu: true }

const moments = ({ mulai_at, selesai_at }: WantedLesson) => ({
  mulai: mulai_at,
  selesai: selesai_at,
})
const minutesBetween = (from: string, to: string): number =>
  (Date.parse(to) - Date.parse(from)) / 60_000
/** A coach who changes outlets needs so many minutes. */
const travelMinutes = 30

const isHurried = (a: WantedLesson, b: WantedLesson): boolean => {
  if (a.gedung_id === b.gedung_id || spansOverlap(moments(a), moments(b))) return false
  const gap = Math.max(
    minutesBetween(a.selesai_at, b.mulai_at),
    minutesBetween(b.selesai_at, a.mulai_at),
  )
  return gap < travelMinutes
}

/** The worst that a coach's week says of the hours: kosong where it says nothing. */
const slotOf = (wanted: WantedLesson, week: string | undefined): number => {
  if (week === undefined) return SlotPelatih.kosong
  const places = slotsOfClass(wanted)
  const day = weekday(wanted.tanggal)
  const hari: Weekday = Hari.options.find((o) => o.value === day)?.value ?? Hari.minggu
  // Before the first slot and after the last nobody has said that it can be.
  if (places.length === 0) return SlotPelatih.tidakBisa
  return Math.max(...places.map((place) => statusAt(week, hari, place)))
}

const coachConflicts = <L extends BusyLesson>(
  wanted: WantedLesson,
  around: Around<L>,
): FoundConflict<L>[] => {
  const own = around.lessons.filter((l) => l.pelatih_id === wanted.pelatih_id)
  const slot = slotOf(wanted, around.jadwal.get(wanted.pelatih_id))
  const isHard = slot === SlotPelatih.tidakBisa && around.dasar > RoleId.admin
  return [
    ...own
      .filter((l) => spansOverlap(moments(l), moments(wanted)))
      .map((lesson) => ({ jenis: 'pelatih' as const, tingkat: 'keras' as const, lesson })),
    ...around.cuti
      .filter((c) => c.pelatih_id === wanted.pelatih_id)
      .filter((c) => c.mulai <= wanted.tanggal && wanted.tanggal <= c.selesai)
      .map(() => ({ jenis: 'cuti' as const, tingkat: 'keras' as const })),
    ...(slot === SlotPelatih.kosong
      ? []
      : [{ jenis: 'slot' as const, tingkat: isHard ? ('keras' as const) : ('lunak' as const) }]),
    ...own
      .filter((l) => isHurried(l, wanted))
      .map((lesson) => ({ jenis: 'jeda' as const, tingkat: 'lunak' as const, lesson })),
  ]
}

const roomConflicts = <L extends BusyLesson>(
  wanted: WantedLesson,
  around: Around<L>,
  students: number,
): FoundConflict<L>[] => [
  ...around.lessons
    .filter((l) => l.ruang_id === wanted.ruang_id)
    .filter((l) => spansOverlap(moments(l), moments(wanted)))
    .map((lesson) => ({ jenis: 'ruang' as const, tingkat: 'keras' as const, lesson })),
  ...(students > (around.kursi.get(wanted.ruang_id) ?? students)
    ? [{ jenis: 'kapasitas' as const, tingkat: 'keras' as const }]
    : []),
]

const timeConflicts = <L extends BusyLesson>(
  wanted: WantedLesson,
  around: Around<L>,
  students: readonly LessonStudent[],
): FoundConflict<L>[] => {
  const libur = around.libur.get(wanted.tanggal)
  const meeting = around.lessons.filter((l) => spansOverlap(moments(l), moments(wanted)))
  return [
    ...(libur === undefined
      ? []
      : [{ jenis: 'libur' as const, tingkat: 'keras' as const, nama: libur }]),
    ...(isClosed(wanted, around.outlet)
      ? [{ jenis: 'tutup' as const, tingkat: 'keras' as const }]
      : []),
    ...meeting.flatMap((lesson) =>
      students
        .filter((s) => lesson.peserta.includes(s.id))
        .map(({ nama }) => ({
          jenis: 'peserta' as const,
          tingkat: 'keras' as const,
          lesson,
          nama,
        })),
    ),
    ...around.saudara
      .filter(({ lesson }) => lesson.gedung_id !== wanted.gedung_id)
      .filter(({ lesson }) => spansOverlap(moments(lesson), moments(wanted)))
      .map(({ lesson, nama }) => ({
        jenis: 'saudara' as const,
        tingkat: 'lunak' as const,
        lesson,
        nama,
      })),
  ]
}

/** Everything that stands in the way of a lesson, of what is asked about. */
export const lessonConflicts = <L extends BusyLesson>(
  wanted: WantedLesson,
  around: Around<L>,
  asked: Asked = everything,
): FoundConflict<L>[] => {
  const students = around.peserta.filter((s) => sitsOn(s, wanted.tanggal))
  return [
    ...(asked.waktu ? timeConflicts(wanted, around, students) : []),
    ...(asked.pelatih || asked.waktu ? coachConflicts(wanted, around) : []),
    ...(asked.ruang || asked.waktu ? roomConflicts(wanted, around, students.length) : []),
  ]
}

/** How near to each other two starts are, and the earlier first. */
const distance = (a: WantedLesson, b: WantedLesson): number =>
  Math.abs(Date.parse(a.mulai_at) - Date.parse(b.mulai_at))
/** The free ones of places where a lesson might be, nearest first: for coach, room and students. */
export const nearestFree = <L extends BusyLesson>(
  wanted: WantedLesson,
  candidates: readonly WantedLesson[],
  around: Around<L>,
  many = 3,
): WantedLesson[] => {
  const found: WantedLesson[] = []
  const sorted = candidates.toSorted((a, b) => distance(a, wanted) - distance(b, wanted))
  for (const candidate of sorted) {
    if (found.length === many) break
    if (lessonConflicts(candidate, around).length === 0) found.push(candidate)
  }
  return found
}

/** Why a class or a lesson cannot be where it is wanted, as a refusal tells it (`data.konflik`). */
export interface Conflict {
  jenis: ConflictKind
  /** A hard one is refused whatever is confirmed. */
  tingkat: Severity
  pesan: string
  /** What is in the way; without an id where the reader may not see it. */
  dengan: {
    resource: 'kursus-pelatih' | 'pertemuan' | 'gedung' | 'ruang' | 'user'
    id: number | null
    label: string
  }
  mulai: string
  selesai: string
}
/** Where and when it could be instead (`data.alternatif`): on a day, or every week. */
export interface Alternative {
  pelatih_id: number
  ruang_id: number
  hari?: number
  tanggal?: string
  jam_mulai: string
  label: string
}
