/**
 * Checks weekly classes for conflicts (domain.md 3.8) by the same rules as dated lessons. Every
 * write of a class, or of a course or outlet on which classes depend, runs this check within its
 * transaction.
 */
import { Hari } from '#contract/enums.ts'
import {
  asksFirst,
  conflictsOf,
  nearestFree,
  type Alternative,
  type CheckedParts,
  type Conflict,
  type FoundConflict,
} from '#contract/schedule/rules/conflicts.ts'
import { classEnd, withinDays, type Validity } from '#contract/schedule/rules/weekly.ts'
import { formatJam } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { now, type Actor, type Ctx } from '#server/http/context.ts'
import { hiddenClass, type ClassWish } from '#server/modules/schedule/classes/classRows.ts'
import { mostElsewhere, readElsewhere } from '#server/modules/schedule/conflicts/alternatives.ts'
import {
  readAroundClasses,
  type ClassAround,
  type Wanted,
} from '#server/modules/schedule/conflicts/classConflictData.ts'
import { refusal, type Examined } from '#server/modules/schedule/conflicts/conflictError.ts'
import {
  formatConflict,
  type LabelledRival,
} from '#server/modules/schedule/conflicts/conflictWords.ts'
import { countSeats } from '#server/modules/schedule/enrolments/seats.ts'

type Found = FoundConflict<LabelledRival>

type Other = Found['lesson']
const nameOf = (rival: Other): string | undefined => {
  if (rival && 'calon' in rival) return `ditahan ${rival.id}`
  return rival && String(rival.kelas ?? `pertemuan ${rival.id}`)
}
/**
 * Removes duplicate conflicts. Conflicts with a class and with its lessons count as one. If a
 * lesson already keeps the coach busy, its conflict about too little travel time is omitted.
 */
export const dedupeConflicts = (conflicts: readonly Found[]): Found[] => {
  const knownKeys = new Set<string>()
  const met = new Set(
    conflicts.flatMap((f) => (f.jenis === 'pelatih' ? nameOf(f.lesson) : undefined)),
  )
  return conflicts.filter(({ jenis, nama, lesson, tanggal }) => {
    if (jenis === 'jeda' && met.has(nameOf(lesson))) return false
    const key = [jenis, nama, nameOf(lesson) ?? tanggal].join(' ')
    return !knownKeys.has(key) && knownKeys.add(key)
  })
}
/**
 * Returns the messages of conflicts, each conflict once. `seats` is the message for a room with too
 * few seats.
 */
export const conflictMessages = (
  conflicts: readonly Found[],
  wish: Wanted,
  seats = '',
): Conflict[] =>
  dedupeConflicts(conflicts).map((f) => formatConflict(f, wish, { outlet: wish.outlet, seats }))

const minutesOf = (a: string): number => Number(a.slice(0, 2)) * 60 + Number(a.slice(3))
/** Returns the wanted class at every half hour of the week, with the same coach and room. */
const candidatesOf = (wish: Wanted): Wanted[] => {
  const length = minutesOf(wish.jam_selesai) - minutesOf(wish.jam_mulai)
  return Hari.options.flatMap(({ value: hari }) =>
    Array.from({ length: 48 }, (_, i) => classEnd('00:00', i * 30) ?? '').flatMap((jam_mulai) => {
      const jam_selesai = classEnd(jam_mulai, length)
      return jam_selesai ? [{ ...wish, hari, jam_mulai, jam_selesai }] : []
    }),
  )
}
const alternativeLimit = 3
/** Returns the nearest hours of the week at which coach, room and students are free. */
const freeHours = (wish: Wanted, around: ClassAround, most: number): Alternative[] =>
  nearestFree(wish, candidatesOf(wish), around, { many: most }).map(
    ({ pelatih_id, ruang_id, hari, jam_mulai }) => ({
      pelatih_id,
      ruang_id,
      hari,
      jam_mulai,
      label: `${Hari.label(hari)} ${formatJam(jam_mulai)}`,
    }),
  )

/**
 * Returns the number of seats that the room of a class must have: the seats of the class, or a
 * higher number if one of its lessons also has make-ups.
 */
const seatsNeeded = async (trx: Trx, { id, kursi = 1 }: CourseWish): Promise<number> => {
  if (id === null) return kursi
  const { most } = await trx
    .selectFrom('pertemuan')
    .select((eb) => eb.fn.max(countSeats).as('most'))
    .where('kursus_pelatih_id', '=', id)
    .where('status', '=', 'terjadwal')
    .where('mulai_at', '>', now())
    .executeTakeFirstOrThrow()
  return Math.max(kursi, Number(most ?? 0))
}
/**
 * Returns free rooms and coaches at the same hour. Returns none if neither the room nor the coach
 * causes the conflict.
 */
const freeElsewhere = async (
  trx: Trx,
  ctx: Ctx,
  wish: CourseWish,
  konflik: readonly Conflict[],
): Promise<Alternative[]> => {
  const kursi = await seatsNeeded(trx, wish)
  const options = { konflik, mayCoach: true }
  const otherPlaces = await readElsewhere(trx, ctx.actor, { ...wish, kursi }, options)
  if (otherPlaces.length === 0) return []
  const places = otherPlaces.map(({ pelatih_id, ruang_id }) => ({ ...wish, pelatih_id, ruang_id }))
  const placeOf = await readAroundClasses(trx, ctx.actor, places, true)
  const alternatives: Alternative[] = []
  for (const { label, ...place } of otherPlaces) {
    if (alternatives.length === mostElsewhere) break
    const { wanted, around } = await placeOf({ ...wish, ...place })
    const { hari, jam_mulai } = wanted
    if (nearestFree(wanted, [wanted], around).length > 0)
      alternatives.push({ ...place, hari, jam_mulai, label })
  }
  return alternatives
}
const findAlternatives = async (
  trx: Trx,
  ctx: Ctx,
  wish: CourseWish,
  { wanted, around, konflik }: { wanted: Wanted; around: ClassAround; konflik: Conflict[] },
): Promise<Alternative[]> => {
  const otherPlaces = await freeElsewhere(trx, ctx, wish, konflik)
  return [...otherPlaces, ...freeHours(wanted, around, alternativeLimit - otherPlaces.length)]
}

const unlimitedValidity: Validity = { mulai: '', selesai: null }
/**
 * Wanted class with its course. The category (bidang) of the course decides which other coaches may
 * teach the class.
 */
export type CourseWish = ClassWish & {
  kursus_id: number
  /** Number of seats of the class; 1 if undefined. */
  kursi?: number
}
export interface ExaminedClass extends Examined {
  /** Whether the coach marked the hour as “ask first” (tanya dulu). */
  tanya_dulu: boolean
}
/**
 * Returns the conflicts of a class, with alternatives. Writes nothing. The check covers only
 * `days`, which must not begin before today (domain.md 3.8).
 */
export const examineClass = async (
  trx: Trx,
  ctx: Ctx,
  wish: CourseWish,
  { asked, days = unlimitedValidity }: { asked?: CheckedParts | undefined; days?: Validity },
): Promise<ExaminedClass> => {
  const ahead = withinDays(wish, days)
  if (!ahead) return { konflik: [], alternatif: [], tanya_dulu: false }
  const placeOf = await readAroundClasses(trx, ctx.actor, [ahead], true)
  const { wanted, around } = await placeOf(ahead)
  const konflik = conflictMessages(conflictsOf(wanted, around, asked), wanted)
  return {
    konflik,
    alternatif:
      konflik.length === 0
        ? []
        : await findAlternatives(trx, ctx, ahead, { wanted, around, konflik }),
    tanya_dulu: asksFirst(wanted, around.jadwal),
  }
}

/**
 * Throws 409 at `field` when a change of a course or outlet brings its classes into conflict with
 * other classes, or moves the classes outside the opening hours. Soft conflicts are ignored,
 * because one reason cannot confirm the soft conflicts of several classes.
 */
export const checkMovedClasses = async (
  trx: Trx,
  actor: Actor,
  { moved, field, hours }: { moved: readonly ClassWish[]; field: string; hours: boolean },
): Promise<void> => {
  if (moved.length === 0) return
  const placeOf = await readAroundClasses(trx, actor, moved, false)
  const parts = { pelatih: true, ruang: true, peserta: true, waktu: hours }
  const conflicts: Conflict[] = []
  for (const wish of moved) {
    const { wanted, around } = await placeOf(wish)
    const hard = conflictMessages(conflictsOf(wanted, around, parts), wanted).filter(
      (c) => c.tingkat === 'keras',
    )
    const label = wish.tampak === 1 ? wish.nama : hiddenClass
    conflicts.push(...hard.map((c) => ({ ...c, pesan: `${label}: ${c.pesan}` })))
  }
  if (conflicts.length > 0) throw refusal(conflicts, () => field)
}
