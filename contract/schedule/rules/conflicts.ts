/**
 * What stands in the way of a lesson on a day, or of a class of every week (domain.md 3.8), over
 * rows that were read before: the same rules answer a writer, a form that asks beforehand, and the
 * search for another time.
 */
import { enumOf, Hari, RoleId, SlotPelatih } from '#contract/enums.ts'
import { slotsOfClass, statusAt, type Weekday } from '#contract/schedule/rules/freeSlots.ts'
import {
  dayWithin,
  distance,
  during,
  isHurried,
  isWeekly,
  meets,
  type Wanted,
  type WantedClass,
  type WantedLesson,
} from '#contract/schedule/rules/meeting.ts'
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

/** What may stand against a class or an enrolment all the same, once somebody has said why. */
export const BentrokLunak = enumOf([
  ['slot', 'Di luar jam kosong guru'],
  ['cuti', 'Guru libur pada sebagian pertemuan'],
  ['libur', 'Hari libur pada sebagian pertemuan'],
  ['jeda', 'Guru pindah outlet kurang dari 30 menit'],
  ['saudara', 'Saudara di outlet lain pada jam yang sama'],
])
export type SoftKind = (typeof BentrokLunak.options)[number]['value']
export const softKinds: readonly SoftKind[] = BentrokLunak.options.map((o) => o.value)

/** A hard one is refused whatever is confirmed. */
type Severity = 'keras' | 'lunak'

/** A lesson that takes place, with those of the wanted one's students who are in it. */
export interface BusyLesson extends WantedLesson {
  /** Null: the row is not made yet. */
  id: number | null
  peserta: readonly number[]
}
/** A class that runs, with those of the wanted one's students who are in it, and when. */
export interface BusyClass extends WantedClass {
  id: number
  murid: readonly (Validity & { id: number })[]
}
export type Busy = BusyLesson | BusyClass
/** A student of what is wanted, on the days of the enrolment. */
export interface LessonStudent extends SeatDays {
  id: number
  nama: string
}
/** What is known of the days and people around. */
export interface Around<B extends Busy> {
  lessons: readonly B[]
  peserta: readonly LessonStudent[]
  /** Brothers and sisters of the students, by the lesson in which they are. */
  saudara: readonly { lesson: B; nama: string }[]
  outlet: { jam_buka: string; jam_tutup: string }
  /** The seats of each room. */
  kursi: ReadonlyMap<number, number>
  /** The seats of the class that a student wants, and how many are taken. */
  tempat?: { terisi: number; batas: number }
  /** Days without lessons at the outlet, by name. */
  libur: ReadonlyMap<string, string>
  /** Approved leave. */
  cuti: readonly { pelatih_id: number; mulai: string; selesai: string }[]
  /** A coach's week; none for one who has never said when. */
  jadwal: ReadonlyMap<number, string>
  /** Role of whoever writes, by its base. */
  dasar: number
}

export interface FoundConflict<B extends Busy> {
  jenis: ConflictKind
  tingkat: Severity
  /** The lesson or class that is in the way. */
  lesson?: B
  /** The student whom it concerns, or the day's name. */
  nama?: string
  /** The days of a class that it is about. */
  tanggal?: string
}

/** What of a lesson or class is new: only that is asked about. */
export interface Asked {
  pelatih: boolean
  ruang: boolean
  waktu: boolean
  /** Students come into it; they are asked about with the time too. */
  peserta?: boolean
}
const everything: Asked = { pelatih: true, ruang: true, waktu: true }

/** The worst that a coach's week says of the hours: kosong where it says nothing. */
const slotOf = (wanted: Wanted, week: string | undefined): number => {
  if (week === undefined) return SlotPelatih.kosong
  const places = slotsOfClass(wanted)
  const day = isWeekly(wanted) ? wanted.hari : weekday(wanted.tanggal)
  const hari: Weekday = Hari.options.find((o) => o.value === day)?.value ?? Hari.minggu
  // Before the first slot and after the last nobody has said that it can be.
  if (places.length === 0) return SlotPelatih.tidakBisa
  return Math.max(...places.map((place) => statusAt(week, hari, place)))
}
/**
 * Whether the coach wants to be asked before a class is at this hour: it waits until they have
 * agreed.
 */
export const asksFirst = (wanted: WantedClass, jadwal: ReadonlyMap<number, string>): boolean =>
  slotOf(wanted, jadwal.get(wanted.pelatih_id)) === SlotPelatih.tanyaDulu

const slotConflicts = <B extends Busy>(wanted: Wanted, around: Around<B>): FoundConflict<B>[] => {
  const slot = slotOf(wanted, around.jadwal.get(wanted.pelatih_id))
  if (slot === SlotPelatih.kosong) return []
  // A class at such an hour waits for the coach, which is no conflict.
  if (slot === SlotPelatih.tanyaDulu && isWeekly(wanted)) return []
  const isHard = slot === SlotPelatih.tidakBisa && around.dasar > RoleId.admin
  return [{ jenis: 'slot', tingkat: isHard ? 'keras' : 'lunak' }]
}
const coachConflicts = <B extends Busy>(wanted: Wanted, around: Around<B>): FoundConflict<B>[] => {
  const own = around.lessons.filter((l) => l.pelatih_id === wanted.pelatih_id)
  return [
    ...own
      .filter((l) => meets(l, wanted))
      .map((lesson) => ({ jenis: 'pelatih' as const, tingkat: 'keras' as const, lesson })),
    ...around.cuti
      .filter((c) => c.pelatih_id === wanted.pelatih_id)
      .flatMap((c) => dayWithin(wanted, c) ?? [])
      .map((tanggal) => ({ jenis: 'cuti' as const, tingkat: ofDays(wanted), tanggal })),
    ...slotConflicts(wanted, around),
    ...own
      .filter((l) => isHurried(l, wanted))
      .map((lesson) => ({ jenis: 'jeda' as const, tingkat: 'lunak' as const, lesson })),
  ]
}
/** Single days keep a lesson from being, and a class from having all of its lessons. */
const ofDays = (wanted: Wanted): Severity => (isWeekly(wanted) ? 'lunak' : 'keras')

const roomConflicts = <B extends Busy>(
  wanted: Wanted,
  around: Around<B>,
  students: number,
): FoundConflict<B>[] => [
  ...around.lessons
    .filter((l) => l.ruang_id === wanted.ruang_id)
    .filter((l) => meets(l, wanted))
    .map((lesson) => ({ jenis: 'ruang' as const, tingkat: 'keras' as const, lesson })),
  ...(students > (around.kursi.get(wanted.ruang_id) ?? students)
    ? [{ jenis: 'kapasitas' as const, tingkat: 'keras' as const }]
    : []),
]

/**
 * The same on the days on which a student sits in it; a class keeps the seat of who is on leave.
 */
const whileSeated = <W extends Wanted>(one: W, student: SeatDays): W | undefined => {
  const there = during(one, student)
  return there === undefined || isWeekly(there) || sitsOn(student, there.tanggal)
    ? there
    : undefined
}
/** The days on which a student is in something that is in the way. */
const daysIn = (busy: Busy, id: number): readonly Validity[] => {
  if ('murid' in busy) return busy.murid.filter((m) => m.id === id)
  return busy.peserta.includes(id) ? [{ mulai: busy.tanggal, selesai: busy.tanggal }] : []
}
const isBusy = (wanted: Wanted, student: LessonStudent, busy: Busy): boolean => {
  const here = whileSeated(wanted, student)
  return (
    here !== undefined &&
    daysIn(busy, student.id).some((days) => {
      const there = during(busy, days)
      return there !== undefined && meets(here, there)
    })
  )
}
const studentConflicts = <B extends Busy>(
  wanted: Wanted,
  around: Around<B>,
): FoundConflict<B>[] => [
  ...around.peserta.flatMap((student) =>
    around.lessons
      .filter((lesson) => isBusy(wanted, student, lesson))
      .map((lesson) => ({
        jenis: 'peserta' as const,
        tingkat: 'keras' as const,
        lesson,
        nama: student.nama,
      })),
  ),
  ...around.saudara
    .filter(({ lesson }) => lesson.gedung_id !== wanted.gedung_id && meets(lesson, wanted))
    .map(({ lesson, nama }) => ({
      jenis: 'saudara' as const,
      tingkat: 'lunak' as const,
      lesson,
      nama,
    })),
]

const timeConflicts = <B extends Busy>(wanted: Wanted, around: Around<B>): FoundConflict<B>[] => [
  ...[...around.libur]
    .filter(([day]) => dayWithin(wanted, { mulai: day, selesai: day }) !== undefined)
    .map(([tanggal, nama]) => ({
      jenis: 'libur' as const,
      tingkat: ofDays(wanted),
      nama,
      tanggal,
    })),
  ...(isClosed(wanted, around.outlet)
    ? [{ jenis: 'tutup' as const, tingkat: 'keras' as const }]
    : []),
]
const seatConflicts = <B extends Busy>({ tempat }: Around<B>): FoundConflict<B>[] =>
  tempat && tempat.terisi >= tempat.batas ? [{ jenis: 'kapasitas', tingkat: 'keras' }] : []

/** Everything that stands in the way of a lesson or class, of what is asked about. */
export const conflictsOf = <B extends Busy>(
  wanted: Wanted,
  around: Around<B>,
  asked: Asked = everything,
): FoundConflict<B>[] => {
  const there = around.peserta.filter((s) => whileSeated(wanted, s) !== undefined)
  return [
    ...(asked.waktu ? timeConflicts(wanted, around) : []),
    ...(asked.waktu || asked.peserta ? studentConflicts(wanted, around) : []),
    ...(asked.pelatih || asked.waktu ? coachConflicts(wanted, around) : []),
    ...(asked.ruang || asked.waktu ? roomConflicts(wanted, around, there.length) : []),
    ...(asked.peserta ? seatConflicts(around) : []),
  ]
}

/** Single days that fall out do not make an hour of the week a bad one. */
const isInTheWay = (wanted: Wanted, { jenis }: { jenis: ConflictKind }): boolean =>
  !isWeekly(wanted) || (jenis !== 'libur' && jenis !== 'cuti')
/**
 * The free ones of places where a lesson or class might be, nearest first: for coach, room and
 * students together. `mayAsk`: also those at which a class would wait for its coach.
 */
export const nearestFree = <B extends Busy, W extends Wanted>(
  wanted: W,
  candidates: readonly W[],
  around: Around<B>,
  {
    many = 3,
    asked = everything,
    mayAsk = false,
  }: { many?: number; asked?: Asked; mayAsk?: boolean } = {},
): W[] => {
  const found: W[] = []
  const sorted = candidates
    .map((candidate) => ({ candidate, away: distance(candidate, wanted) }))
    .toSorted((a, b) => a.away - b.away)
  for (const { candidate } of sorted) {
    if (found.length === many) break
    const waits = !mayAsk && isWeekly(candidate) && asksFirst(candidate, around.jadwal)
    const inTheWay = conflictsOf(candidate, around, asked).filter((c) => isInTheWay(candidate, c))
    if (!waits && inTheWay.length === 0) found.push(candidate)
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
    resource: 'kursus-pelatih' | 'pertemuan' | 'gedung' | 'ruang' | 'user' | 'lead'
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
  /** A class that is there already, for a student. */
  kursus_pelatih_id?: number
  hari?: number
  tanggal?: string
  jam_mulai: string
  label: string
}
