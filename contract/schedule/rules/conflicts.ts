/**
 * Finds conflicts of a dated lesson or a weekly class (domain.md 3.8) among rows that were read
 * before. Writes, form previews and the search for another time share these rules.
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

/** Soft conflicts: allowed when the user confirms them with a reason. */
export const BentrokLunak = enumOf([
  ['slot', 'Di luar jam kosong guru'],
  ['cuti', 'Guru libur pada sebagian pertemuan'],
  ['libur', 'Hari libur pada sebagian pertemuan'],
  ['jeda', 'Guru pindah outlet kurang dari 30 menit'],
  ['saudara', 'Saudara di outlet lain pada jam yang sama'],
])
export type SoftKind = (typeof BentrokLunak.options)[number]['value']
export const softKinds: readonly SoftKind[] = BentrokLunak.options.map((o) => o.value)

/** `keras` conflicts are rejected even when confirmed. */
type Severity = 'keras' | 'lunak'

/** A lesson that takes place, with the students that the wanted item shares with it. */
export interface BusyLesson extends WantedLesson {
  /** Null: the row does not exist yet. */
  id: number | null
  peserta: readonly number[]
}
/** A current class, with the students that the wanted item shares with it, and their days. */
export interface BusyClass extends WantedClass {
  id: number
  murid: readonly (Validity & { id: number })[]
}
export type Busy = BusyLesson | BusyClass
/** A student of the wanted item, with the days of the enrolment. */
export interface LessonStudent extends SeatDays {
  id: number
  nama: string
}
/** Context of a check: other lessons, people and days. */
export interface ConflictContext<B extends Busy> {
  lessons: readonly B[]
  peserta: readonly LessonStudent[]
  /** Siblings of the students, by the lesson they attend. */
  saudara: readonly { lesson: B; nama: string }[]
  outlet: { jam_buka: string; jam_tutup: string }
  /** Capacity of each room. */
  kursi: ReadonlyMap<number, number>
  /** Capacity and taken seats of the class that a student joins. */
  tempat?: { terisi: number; batas: number }
  /** Holidays at the outlet, by name. */
  libur: ReadonlyMap<string, string>
  /** Approved leave of coaches. */
  cuti: readonly { pelatih_id: number; mulai: string; selesai: string }[]
  /** Free slots of each coach; missing for coaches who never set them. */
  jadwal: ReadonlyMap<number, string>
  /** Base role of the acting user. */
  dasar: number
}

export interface FoundConflict<B extends Busy> {
  jenis: ConflictKind
  tingkat: Severity
  /** The conflicting lesson or class. */
  lesson?: B
  /** Name of the affected student or of the day. */
  nama?: string
  /** First affected day of a class. */
  tanggal?: string
}

/** Parts of a lesson or class that are new: only these are checked. */
export interface CheckedParts {
  pelatih: boolean
  ruang: boolean
  waktu: boolean
  /** Students are added; a new time also checks them. */
  peserta?: boolean
}
const everything: CheckedParts = { pelatih: true, ruang: true, waktu: true }

/** Returns the worst status of a coach's week in the hours; kosong for a coach without a week. */
const slotOf = (item: Wanted, week: string | undefined): number => {
  if (week === undefined) return SlotPelatih.kosong
  const places = slotsOfClass(item)
  const day = isWeekly(item) ? item.hari : weekday(item.tanggal)
  const hari: Weekday = Hari.options.find((o) => o.value === day)?.value ?? Hari.minggu
  // Hours outside the grid count as unavailable.
  if (places.length === 0) return SlotPelatih.tidakBisa
  return Math.max(...places.map((place) => statusAt(week, hari, place)))
}
/**
 * Whether the coach wants to be asked before a class at this hour: the class then waits for the
 * coach's approval.
 */
export const asksFirst = (wantedClass: WantedClass, jadwal: ReadonlyMap<number, string>): boolean =>
  slotOf(wantedClass, jadwal.get(wantedClass.pelatih_id)) === SlotPelatih.tanyaDulu

const slotConflicts = <B extends Busy>(
  item: Wanted,
  around: ConflictContext<B>,
): FoundConflict<B>[] => {
  const slot = slotOf(item, around.jadwal.get(item.pelatih_id))
  if (slot === SlotPelatih.kosong) return []
  // A class at such an hour waits for the coach, which is no conflict.
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
 * Severity on single days: hard for a dated lesson, soft for a weekly class, which only loses some
 * of its lessons.
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
 * Limits a lesson or class to the days on which a student attends; undefined when there is none. In
 * a class, a student on leave keeps the seat.
 */
const whileSeated = <W extends Wanted>(item: W, student: SeatDays): W | undefined => {
  const there = limitToDays(item, student)
  return there === undefined || isWeekly(there) || sitsOn(student, there.tanggal)
    ? there
    : undefined
}
/** Returns the days on which a student attends a conflicting lesson or class. */
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

/** Returns all conflicts of the checked parts of a lesson or class. */
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

/** Single days without a lesson do not rule out an hour of the week. */
const isInTheWay = (item: Wanted, { jenis }: { jenis: ConflictKind }): boolean =>
  !isWeekly(item) || (jenis !== 'libur' && jenis !== 'cuti')
/**
 * Returns the free candidates for a lesson or class, nearest first: free for coach, room and
 * students together. `mayAsk`: also hours at which a class would wait for its coach.
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

/** A conflict of a class or lesson, as the error response carries it (`data.konflik`). */
export interface Conflict {
  jenis: ConflictKind
  /** `keras` conflicts are rejected even when confirmed. */
  tingkat: Severity
  pesan: string
  /** The conflicting row; without an id where the reader may not see it. */
  dengan: {
    resource: 'kursus-pelatih' | 'pertemuan' | 'gedung' | 'ruang' | 'user' | 'lead'
    id: number | null
    label: string
  }
  mulai: string
  selesai: string
}
/** An alternative place and time (`data.alternatif`): on a day, or every week. */
export interface Alternative {
  pelatih_id: number
  ruang_id: number
  /** An existing class that a student can join. */
  kursus_pelatih_id?: number
  hari?: number
  tanggal?: string
  jam_mulai: string
  label: string
}
