/**
 * Finds the conflicts of a dated lesson or a weekly class with other lessons, classes, leaves,
 * holidays and opening hours (domain.md 3.8). The caller reads these data. The server uses the
 * rules to save a lesson or class, to check the input of a form, and to propose free times.
 */
import { enumOf, Hari, RoleId, SlotPelatih } from '#contract/enums.ts'
import { slotsOfClass, statusAt, type Weekday } from '#contract/schedule/rules/freeSlots.ts'
import {
  dayWithin,
  distance,
  limitToDays,
  lacksTravelTime,
  isWeekly,
  meets,
  type Wanted,
  type WantedClass,
  type WantedLesson,
} from '#contract/schedule/rules/overlap.ts'
import { sitsOn, type SeatDays } from '#contract/schedule/rules/seats.ts'
import { isClosed, type Validity } from '#contract/schedule/rules/weekly.ts'
import { weekday } from '#contract/values/tanggal.ts'

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

/** Kinds of soft conflicts. A soft conflict is allowed if the user confirms it with a reason. */
export const BentrokLunak = enumOf([
  ['slot', 'Di luar jam kosong guru'],
  ['cuti', 'Guru libur pada sebagian pertemuan'],
  ['libur', 'Hari libur pada sebagian pertemuan'],
  ['jeda', 'Guru pindah outlet kurang dari 30 menit'],
  ['saudara', 'Saudara di outlet lain pada jam yang sama'],
])
export type SoftKind = (typeof BentrokLunak.options)[number]['value']
export const softKinds: readonly SoftKind[] = BentrokLunak.options.map((o) => o.value)

/**
 * Severity of a conflict. A `keras` (hard) conflict is always rejected. A `lunak` (soft) conflict
 * is allowed if the user confirms it with a reason.
 */
type Severity = 'keras' | 'lunak'

/** An existing lesson with which the checked lesson or class is compared. */
export interface BusyLesson extends WantedLesson {
  /** Id of the lesson; null for a future lesson of a class that has no row in the database yet. */
  id: number | null
  /**
   * Ids of the students who attend this lesson. The list may omit students who are not in the
   * checked lesson or class and have no sibling in it.
   */
  peserta: readonly number[]
}
/** An existing class with which the checked lesson or class is compared. */
export interface BusyClass extends WantedClass {
  id: number
  /**
   * Students of this class, each with the first and last day of the enrolment. The list may omit
   * students who are not in the checked lesson or class and have no sibling in it.
   */
  murid: readonly (Validity & { id: number })[]
}
export type Busy = BusyLesson | BusyClass
/** A student of the checked lesson or class, with the days on which the student is enrolled. */
export interface LessonStudent extends SeatDays {
  id: number
  nama: string
}
/** Data with which the checked lesson or class is compared. */
export interface ConflictContext<B extends Busy> {
  lessons: readonly B[]
  peserta: readonly LessonStudent[]
  /** Lessons and classes of siblings of the students (`peserta`); `nama` names the sibling. */
  saudara: readonly { lesson: B; nama: string }[]
  outlet: { jam_buka: string; jam_tutup: string }
  /** Number of seats of each room. The key is the room id. */
  kursi: ReadonlyMap<number, number>
  /**
   * Capacity (`batas`) and number of taken seats (`terisi`) of a class that a student joins;
   * undefined for other checks.
   */
  tempat?: { terisi: number; batas: number }
  /** Names of the holidays at the outlet. The key is the day. */
  libur: ReadonlyMap<string, string>
  /** Approved leaves of coaches. */
  cuti: readonly { pelatih_id: number; mulai: string; selesai: string }[]
  /**
   * Free slots of each coach, as the text of a week (freeSlots.ts). The key is the coach id. Omits
   * coaches who have never entered free slots.
   */
  jadwal: ReadonlyMap<number, string>
  /** Base role of the user who acts. */
  dasar: number
}

export interface FoundConflict<B extends Busy> {
  jenis: ConflictKind
  tingkat: Severity
  /** Existing lesson or class that causes the conflict; undefined for another cause. */
  lesson?: B
  /** Name of the student, sibling or holiday in the conflict; undefined for other conflicts. */
  nama?: string
  /** First day of the conflict with a holiday or leave; undefined for other conflicts. */
  tanggal?: string
}

/** Parts of a lesson or class that are new or changed. Only these parts are checked. */
export interface CheckedParts {
  pelatih: boolean
  ruang: boolean
  waktu: boolean
  /** Whether students join. Conflicts of students are checked if `peserta` or `waktu` is true. */
  peserta?: boolean
}
const everything: CheckedParts = { pelatih: true, ruang: true, waktu: true }

/**
 * Returns the worst status of a coach's slots during the hours of a lesson or class. From best to
 * worst, the statuses are free, ask first and not available. Returns free for a coach who has never
 * entered free slots.
 */
const slotOf = (item: Wanted, week: string | undefined): number => {
  if (week === undefined) return SlotPelatih.kosong
  const places = slotsOfClass(item)
  const day = isWeekly(item) ? item.hari : weekday(item.tanggal)
  const hari: Weekday = Hari.options.find((o) => o.value === day)?.value ?? Hari.minggu
  // Treats the coach as not available if the lesson or class overlaps no slot of the day.
  if (places.length === 0) return SlotPelatih.tidakBisa
  return Math.max(...places.map((place) => statusAt(week, hari, place)))
}
/**
 * Whether a class is at a time that its coach has marked as "ask first". Such a class waits for the
 * approval of the coach.
 */
export const asksFirst = (wantedClass: WantedClass, jadwal: ReadonlyMap<number, string>): boolean =>
  slotOf(wantedClass, jadwal.get(wantedClass.pelatih_id)) === SlotPelatih.tanyaDulu

const slotConflicts = <B extends Busy>(
  item: Wanted,
  around: ConflictContext<B>,
): FoundConflict<B>[] => {
  const slot = slotOf(item, around.jadwal.get(item.pelatih_id))
  if (slot === SlotPelatih.kosong) return []
  // A class at an "ask first" time has no conflict; it waits for the approval of its coach.
  if (slot === SlotPelatih.tanyaDulu && isWeekly(item)) return []
  const isHard = slot === SlotPelatih.tidakBisa && around.dasar > RoleId.admin
  return [{ jenis: 'slot', tingkat: isHard ? 'keras' : 'lunak' }]
}
const coachConflicts = <B extends Busy>(
  item: Wanted,
  around: ConflictContext<B>,
): FoundConflict<B>[] => {
  const coachLessons = around.lessons.filter((l) => l.pelatih_id === item.pelatih_id)
  return [
    ...coachLessons
      .filter((l) => meets(l, item))
      .map((lesson) => ({ jenis: 'pelatih' as const, tingkat: 'keras' as const, lesson })),
    ...around.cuti
      .filter((c) => c.pelatih_id === item.pelatih_id)
      .flatMap((c) => dayWithin(item, c) ?? [])
      .map((tanggal) => ({ jenis: 'cuti' as const, tingkat: ofDays(item), tanggal })),
    ...slotConflicts(item, around),
    ...coachLessons
      .filter((l) => lacksTravelTime(l, item))
      .map((lesson) => ({ jenis: 'jeda' as const, tingkat: 'lunak' as const, lesson })),
  ]
}
/**
 * Returns the severity of a conflict with a holiday or leave. The conflict is hard for a dated
 * lesson. It is soft for a weekly class, because only some lessons of the class are affected.
 */
const ofDays = (item: Wanted): Severity => (isWeekly(item) ? 'lunak' : 'keras')

const roomConflicts = <B extends Busy>(
  item: Wanted,
  around: ConflictContext<B>,
  students: number,
): FoundConflict<B>[] => [
  ...around.lessons
    .filter((l) => l.ruang_id === item.ruang_id)
    .filter((l) => meets(l, item))
    .map((lesson) => ({ jenis: 'ruang' as const, tingkat: 'keras' as const, lesson })),
  ...(students > (around.kursi.get(item.ruang_id) ?? students)
    ? [{ jenis: 'kapasitas' as const, tingkat: 'keras' as const }]
    : []),
]

/**
 * Limits a lesson or class to the days of a student's enrolment. Returns undefined for a class or
 * lesson outside these days, and for a lesson during the student's leave. A leave does not limit a
 * class, because a student on leave keeps the seat.
 */
const whileSeated = <W extends Wanted>(item: W, student: SeatDays): W | undefined => {
  const there = limitToDays(item, student)
  return there === undefined || isWeekly(there) || sitsOn(student, there.tanggal)
    ? there
    : undefined
}
/** Returns the ranges of days on which a student attends an existing lesson or class. */
const daysIn = (busy: Busy, id: number): readonly Validity[] => {
  if ('murid' in busy) return busy.murid.filter((m) => m.id === id)
  return busy.peserta.includes(id) ? [{ mulai: busy.tanggal, selesai: busy.tanggal }] : []
}
const isBusy = (item: Wanted, student: LessonStudent, busy: Busy): boolean => {
  const here = whileSeated(item, student)
  return (
    here !== undefined &&
    daysIn(busy, student.id).some((days) => {
      const there = limitToDays(busy, days)
      return there !== undefined && meets(here, there)
    })
  )
}
const studentConflicts = <B extends Busy>(
  item: Wanted,
  around: ConflictContext<B>,
): FoundConflict<B>[] => [
  ...around.peserta.flatMap((student) =>
    around.lessons
      .filter((lesson) => isBusy(item, student, lesson))
      .map((lesson) => ({
        jenis: 'peserta' as const,
        tingkat: 'keras' as const,
        lesson,
        nama: student.nama,
      })),
  ),
  ...around.saudara
    .filter(({ lesson }) => lesson.gedung_id !== item.gedung_id && meets(lesson, item))
    .map(({ lesson, nama }) => ({
      jenis: 'saudara' as const,
      tingkat: 'lunak' as const,
      lesson,
      nama,
    })),
]

const timeConflicts = <B extends Busy>(
  item: Wanted,
  around: ConflictContext<B>,
): FoundConflict<B>[] => [
  ...[...around.libur]
    .filter(([day]) => dayWithin(item, { mulai: day, selesai: day }) !== undefined)
    .map(([tanggal, nama]) => ({
      jenis: 'libur' as const,
      tingkat: ofDays(item),
      nama,
      tanggal,
    })),
  ...(isClosed(item, around.outlet)
    ? [{ jenis: 'tutup' as const, tingkat: 'keras' as const }]
    : []),
]
const seatConflicts = <B extends Busy>({ tempat }: ConflictContext<B>): FoundConflict<B>[] =>
  tempat && tempat.terisi >= tempat.batas ? [{ jenis: 'kapasitas', tingkat: 'keras' }] : []

/** Returns the conflicts of a lesson or class. Checks only the given `parts`. */
export const conflictsOf = <B extends Busy>(
  item: Wanted,
  around: ConflictContext<B>,
  parts: CheckedParts = everything,
): FoundConflict<B>[] => {
  const there = around.peserta.filter((s) => whileSeated(item, s) !== undefined)
  return [
    ...(parts.waktu ? timeConflicts(item, around) : []),
    ...(parts.waktu || parts.peserta ? studentConflicts(item, around) : []),
    ...(parts.pelatih || parts.waktu ? coachConflicts(item, around) : []),
    ...(parts.ruang || parts.waktu ? roomConflicts(item, around, there.length) : []),
    ...(parts.peserta ? seatConflicts(around) : []),
  ]
}

/**
 * Whether a conflict excludes a lesson or class from the proposed times. Holidays and leaves do not
 * exclude a weekly class, because they affect only some of its lessons.
 */
const isInTheWay = (item: Wanted, { jenis }: { jenis: ConflictKind }): boolean =>
  !isWeekly(item) || (jenis !== 'libur' && jenis !== 'cuti')
/**
 * Returns at most `many` candidates without conflicts, nearest to `item` in time first. A candidate
 * is the same lesson or class at another time. Classes at times that the coach has marked as "ask
 * first" are included only with `mayAsk`.
 */
export const nearestFree = <B extends Busy, W extends Wanted>(
  item: W,
  candidates: readonly W[],
  around: ConflictContext<B>,
  {
    many = 3,
    asked = everything,
    mayAsk = false,
  }: { many?: number; asked?: CheckedParts; mayAsk?: boolean } = {},
): W[] => {
  const freeItems: W[] = []
  const sorted = candidates
    .map((candidate) => ({ candidate, away: distance(candidate, item) }))
    .toSorted((a, b) => a.away - b.away)
  for (const { candidate } of sorted) {
    if (freeItems.length === many) break
    const waits = !mayAsk && isWeekly(candidate) && asksFirst(candidate, around.jadwal)
    const inTheWay = conflictsOf(candidate, around, asked).filter((c) => isInTheWay(candidate, c))
    if (!waits && inTheWay.length === 0) freeItems.push(candidate)
  }
  return freeItems
}

/** A conflict of a class or lesson, as an error response contains it (`data.konflik`). */
export interface Conflict {
  jenis: ConflictKind
  tingkat: Severity
  pesan: string
  /**
   * Row that causes the conflict, such as another lesson. For a holiday, the row is the outlet, and
   * `label` is the name of the holiday. `id` is null when the reader may not see the row.
   */
  dengan: {
    resource: 'kursus-pelatih' | 'pertemuan' | 'gedung' | 'ruang' | 'user' | 'lead'
    id: number | null
    label: string
  }
  mulai: string
  selesai: string
}
/**
 * A proposed coach, room and time without conflicts, as an error response contains it
 * (`data.alternatif`). A lesson has the day `tanggal`, a class has the weekday `hari`.
 */
export interface Alternative {
  pelatih_id: number
  ruang_id: number
  /** Id of an existing class that the student can join. */
  kursus_pelatih_id?: number
  hari?: number
  tanggal?: string
  jam_mulai: string
  label: string
}
