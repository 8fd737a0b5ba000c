/**
 * Checks whether a dated lesson can take place at a time, with a coach and in a room (domain.md
 * 3.8). Every write of a lesson runs this check inside its transaction. Conflicts come with
 * alternatives.
 */
import { sql } from 'kysely'
import {
  conflictsOf,
  nearestFree,
  type Alternative,
  type CheckedParts,
  type Conflict,
} from '#contract/schedule/rules/conflicts.ts'
import { lessonInstants } from '#contract/schedule/rules/instants.ts'
import type { WantedLesson } from '#contract/schedule/rules/overlap.ts'
import { classEnd } from '#contract/schedule/rules/weekly.ts'
import { addDays, currentDay, formatJam, formatTanggalHari } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import {
  mostElsewhere,
  readElsewhere,
  type Elsewhere,
} from '#server/modules/schedule/conflicts/alternatives.ts'
import {
  conflictField,
  checkConfirmedAndLog,
  type Confirmation,
  type Examined,
} from '#server/modules/schedule/conflicts/conflictError.ts'
import { formatConflict } from '#server/modules/schedule/conflicts/conflictWords.ts'
import {
  readLessonConflictData,
  type LessonConflictData,
} from '#server/modules/schedule/conflicts/lessonConflictData.ts'

/** Maximum number of days from today on which a lesson may take place (domain.md 3.10). */
export const farthestDays = 60
/** Number of days after the wanted day in which alternatives are searched. */
const searchedDays = 14
/**
 * Number of days after the wanted day that are searched first. They are read together with the
 * conflicts. Later days are read only if these days have too few alternatives.
 */
const nearDays = 1
/** Maximum number of alternatives in a response. */
const many = 3

/** Lesson that is planned and checked for conflicts. */
export interface PlannedLesson extends WantedLesson {
  /** Id of the lesson; null if the lesson is not stored yet. */
  id: number | null
  /** Class of the lesson; null if the lesson belongs to no class. */
  kelas: number | null
  kursus_id: number
  /** Kind of the planned lesson. A class has at most one lesson of each kind at the same hour. */
  jenis?: string
  /**
   * Id of the slot that is held for the lead or applicant of this lesson. The held slot does not
   * conflict with the lesson.
   */
  ditahan?: number
}
type Placed = Pick<WantedLesson, 'mulai_at' | 'pelatih_id' | 'ruang_id'>
/** Returns the parts of a lesson that change. Only these parts are checked for conflicts. */
export const newOf = (before: Placed, after: Placed): CheckedParts => ({
  waktu: before.mulai_at !== after.mulai_at,
  pelatih: before.pelatih_id !== after.pelatih_id,
  ruang: before.ruang_id !== after.ruang_id,
})
const aroundOf = (
  trx: Trx,
  ctx: Ctx,
  wish: PlannedLesson,
  to: string,
  otherPlaces: readonly Elsewhere[] = [],
) =>
  readLessonConflictData(trx, ctx.actor, {
    id: wish.id,
    kelas: wish.kelas,
    pelatih: [...new Set([wish, ...otherPlaces].map((o) => o.pelatih_id))],
    ruang: [...new Set([wish, ...otherPlaces].map((o) => o.ruang_id))],
    gedung_id: wish.gedung_id,
    from: wish.tanggal,
    to,
    ...(wish.ditahan !== undefined && { ditahan: wish.ditahan }),
  })

const minutesOf = (a: string): number => Number(a.slice(0, 2)) * 60 + Number(a.slice(3))
/**
 * Returns the wanted lesson at every half hour at which the outlet is open, from the wanted day to
 * the day `to`.
 */
const candidatesOf = (
  wish: PlannedLesson,
  around: LessonConflictData,
  to: string,
): WantedLesson[] => {
  const length = minutesOf(wish.jam_selesai) - minutesOf(wish.jam_mulai)
  const candidates: WantedLesson[] = []
  const time = new Date().toISOString()
  for (let tanggal = wish.tanggal; tanggal <= to; tanggal = addDays(tanggal, 1))
    for (let minute = 0; minute < 24 * 60; minute += 30) {
      const jam_mulai = classEnd('00:00', minute) ?? ''
      const jam_selesai = classEnd(jam_mulai, length)
      const { jam_buka, jam_tutup } = around.outlet
      if (!jam_selesai || jam_mulai < jam_buka || jam_selesai > jam_tutup) continue
      const hours = { tanggal, jam_mulai, jam_selesai }
      const candidate = { ...wish, ...hours, ...lessonInstants(hours, around.outlet.zona_waktu) }
      if (candidate.mulai_at > time) candidates.push(candidate)
    }
  return candidates
}
/** Returns the day that is `days` days after the wanted day, but at most the last allowed day. */
const lastOf = ({ tanggal }: PlannedLesson, days: number): string => {
  const farthest = addDays(currentDay(), farthestDays)
  const end = addDays(tanggal, days)
  if (farthest <= tanggal) return tanggal
  return end < farthest ? end : farthest
}
const hourOf = ({ tanggal, jam_mulai }: { tanggal: string; jam_mulai: string }): string =>
  `${tanggal} ${jam_mulai}`
/** End times and ids of the lessons of a class, by day and hour. */
type OwnHours = ReadonlyMap<string, { id: number; jam_selesai: string }>
/**
 * Reads the hours at which the class already has a lesson of this kind (unique key
 * `pertemuan_sekali`). The stored hour of the lesson itself is included, so that it is not offered
 * as an alternative.
 */
const readOwnHours = async (trx: Trx, wish: PlannedLesson, to: string): Promise<OwnHours> => {
  const rows = await trx
    .selectFrom('pertemuan')
    .select(['id', 'tanggal', 'jam_mulai', 'jam_selesai'])
    .where('tanggal', '>=', wish.tanggal)
    .where('tanggal', '<=', to)
    .where((eb) =>
      eb.or([
        eb('id', '=', wish.id ?? 0),
        eb.and([
          eb('kursus_pelatih_id', '=', wish.kelas ?? 0),
          eb(sql<string>`jenis`, '=', wish.jenis ?? ''),
          eb('status', 'not in', ['batal_pelatih', 'batal_sekolah', 'pindah']),
        ]),
      ]),
    )
    .execute()
  return new Map(rows.map(({ id, jam_selesai, ...start }) => [hourOf(start), { id, jam_selesai }]))
}
/** Returns a conflict if the class already has a lesson of this kind at the same hour. */
const sameHour = (wish: PlannedLesson, hours: OwnHours): Conflict[] => {
  const ownLesson = hours.get(hourOf(wish))
  if (!ownLesson || ownLesson.id === wish.id) return []
  const label = `${formatTanggalHari(wish.tanggal)} ${formatJam(wish.jam_mulai)}`
  return [
    {
      jenis: 'peserta',
      tingkat: 'keras',
      pesan: `Kelas ini sudah punya pertemuan ${label}`,
      dengan: { resource: 'pertemuan', id: ownLesson.id, label },
      mulai: wish.jam_mulai,
      selesai: ownLesson.jam_selesai,
    },
  ]
}
/** Returns the nearest times up to the day `to` at which coach, room and students are free. */
const freeUntil = (
  wish: PlannedLesson,
  around: LessonConflictData,
  { to, most, hours }: { to: string; most: number; hours: OwnHours },
): Alternative[] =>
  nearestFree(
    wish,
    candidatesOf(wish, around, to).filter((c) => !hours.has(hourOf(c))),
    around,
    { many: most },
  ).map((free) => ({
    pelatih_id: free.pelatih_id,
    ruang_id: free.ruang_id,
    tanggal: free.tanggal,
    jam_mulai: free.jam_mulai,
    label: `${formatTanggalHari(free.tanggal)} ${formatJam(free.jam_mulai)}`,
  }))

/**
 * Returns free rooms and coaches at the same hour. Returns none if neither the room nor the coach
 * causes the conflict.
 */
const freeElsewhere = async (
  trx: Trx,
  ctx: Ctx,
  wish: PlannedLesson,
  konflik: readonly Conflict[],
  parts: CheckedParts | undefined,
): Promise<Alternative[]> => {
  // Another coach is offered only if the lesson is new or gets another coach in this change.
  const mayCoach = wish.id === null || (parts?.pelatih ?? false)
  const otherPlaces = await readElsewhere(trx, ctx.actor, wish, { konflik, mayCoach })
  if (otherPlaces.length === 0) return []
  const around = await aroundOf(trx, ctx, wish, wish.tanggal, otherPlaces)
  const { tanggal, jam_mulai } = wish
  const places = otherPlaces.map((place) => ({ ...wish, ...place }))
  const here = { ...wish, label: '' }
  const free = nearestFree<LessonConflictData['lessons'][number], typeof here>(
    here,
    places,
    around,
    {
      many: mostElsewhere,
    },
  )
  return free.map(({ pelatih_id, ruang_id, label }) => ({
    pelatih_id,
    ruang_id,
    tanggal,
    jam_mulai,
    label,
  }))
}

/**
 * Returns the conflicts of a lesson. If there are conflicts, also returns alternatives. Writes
 * nothing.
 */
export const examineLesson = async (
  trx: Trx,
  ctx: Ctx,
  wish: PlannedLesson,
  parts?: CheckedParts,
): Promise<Examined> => {
  const near = lastOf(wish, nearDays)
  const around = await aroundOf(trx, ctx, wish, near)
  const seats = `Ruang ini hanya untuk ${around.kursi.get(wish.ruang_id)} peserta`
  const to = lastOf(wish, searchedDays)
  const hours = await readOwnHours(trx, wish, to)
  const twice = parts === undefined || parts.waktu ? sameHour(wish, hours) : []
  const conflicts = conflictsOf(wish, around, parts).map((f) =>
    formatConflict(f, wish, { outlet: around.outlet, seats }),
  )
  const konflik = [...twice, ...conflicts]
  if (konflik.length === 0) return { konflik, alternatif: [] }
  // Another room or coach would not help when the class already has a lesson at this hour.
  const otherPlaces = twice.length > 0 ? [] : await freeElsewhere(trx, ctx, wish, konflik, parts)
  const rest = many - otherPlaces.length
  const times = freeUntil(wish, around, { to: near, most: rest, hours })
  if (times.length === rest) return { konflik, alternatif: [...otherPlaces, ...times] }
  const wide = await aroundOf(trx, ctx, wish, to)
  const later = freeUntil(wish, wide, { to, most: rest, hours })
  return { konflik, alternatif: [...otherPlaces, ...later] }
}

/**
 * Reads the data of all given lessons and coaches at once. Returns a function that takes one lesson
 * and returns the conflicts of its coach (`pelatih_id`).
 */
export const examineCoaches = async (
  trx: Trx,
  ctx: Ctx,
  lessons: readonly PlannedLesson[],
  coaches: readonly number[],
): Promise<(wanted: PlannedLesson) => Conflict[]> => {
  const [first] = lessons
  if (!first || coaches.length === 0) return () => []
  const days = lessons.map((l) => l.tanggal).toSorted()
  const around = await readLessonConflictData(trx, ctx.actor, {
    id: null,
    kelas: null,
    pelatih: coaches,
    ruang: [first.ruang_id],
    gedung_id: first.gedung_id,
    from: days[0] ?? first.tanggal,
    to: days.at(-1) ?? first.tanggal,
  })
  const byCoach = Map.groupBy(around.lessons, (l) => l.pelatih_id)
  return (wish) => {
    const ownData = { ...around, lessons: byCoach.get(wish.pelatih_id) ?? [] }
    const conflicts = conflictsOf(wish, ownData, { pelatih: true, ruang: false, waktu: false })
    return conflicts.map((f) => formatConflict(f, wish, { outlet: ownData.outlet, seats: '' }))
  }
}

/**
 * Throws 409 with conflicts and alternatives if a lesson has a conflict. Soft conflicts are allowed
 * when they are confirmed with a reason, which is written to the audit log.
 */
export const checkLessonFree = async (
  trx: Trx,
  ctx: Ctx,
  wish: PlannedLesson,
  confirmation: Confirmation,
  parts?: CheckedParts,
): Promise<void> => {
  const examined = await examineLesson(trx, ctx, wish, parts)
  await checkConfirmedAndLog(
    trx,
    ctx,
    { examined, confirmation, fieldOf: conflictField },
    { entitas: 'pertemuan', entitas_id: wish.id, gedung_id: wish.gedung_id },
  )
}
