/**
 * Checks whether a student can join a class (domain.md 3.8): the seats of the class, the other
 * classes and lessons of the student, and those of siblings.
 */
import { sql, type SqlBool } from 'kysely'
import { KursusPesertaStatus } from '#contract/enums.ts'
import { missingApprovalOf } from '#contract/schedule/kursusPelatih.ts'
import {
  conflictsOf,
  nearestFree,
  type Alternative,
  type ConflictContext,
  type LessonStudent,
  type SoftKind,
} from '#contract/schedule/rules/conflicts.ts'
import { lessonDays } from '#contract/schedule/rules/lessons.ts'
import { limitToDays, type WantedClass } from '#contract/schedule/rules/overlap.ts'
import { newDays, type Validity } from '#contract/schedule/rules/weekly.ts'
import { addDays, currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import { titled } from '#contract/values/titled.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import {
  readActive,
  readClassesById,
  readEnrolled,
  readOwnLessons,
  readWishes,
  type ClassWish,
  type NamedClass,
} from '#server/modules/schedule/classes/classRows.ts'
import { dedupeConflicts, conflictMessages } from '#server/modules/schedule/conflicts/checkClass.ts'
import {
  followsClass,
  hasNotEnded,
  nameClasses,
  readDaysOff,
  siblingsIn,
} from '#server/modules/schedule/conflicts/classConflictData.ts'
import {
  checkConfirmed,
  type Confirmation,
  type Examined,
} from '#server/modules/schedule/conflicts/conflictError.ts'
import { formatConflict } from '#server/modules/schedule/conflicts/conflictWords.ts'
import { countHeld } from '#server/modules/schedule/conflicts/heldSlots.ts'
import {
  readFamily,
  readMade,
  type NamedLesson,
} from '#server/modules/schedule/conflicts/lessonConflictData.ts'
import {
  countSeated,
  countTaken,
  findOverbookedDay,
  mostSeated,
} from '#server/modules/schedule/enrolments/seat.ts'
import {
  redundantBookingTexts,
  releaseNeedless,
} from '#server/modules/schedule/makeUps/bookingRelease.ts'

/** Request of a student for a seat in a class on a range of days. */
export interface SeatRequest extends Validity {
  /** Id of the changed enrolment, which cannot conflict with itself; undefined if it is new. */
  id: number | undefined
  peserta_id: number
  kelas_id: number
  /** Id of the held slot that becomes the seat; the held seat does not count as taken. */
  ditahan?: number | undefined
  /** Whether the student has no seat yet; a new seat requires a class that takes students. */
  isNew: boolean
  /** Days on which the student already had this seat; only the added days are checked. */
  before?: Validity
}
type JoinAround = ConflictContext<NamedClass | NamedLesson>
const joins = { pelatih: false, ruang: false, waktu: false, peserta: true }
/** Number of days from today on for which lessons are read, both generated and made by hand. */
const daysAhead = lessonDays + 6

/** Limits a request to days from today on (domain.md 3.8). Returns undefined if none remain. */
const ahead = (joining: SeatRequest, zona: string): SeatRequest | undefined => {
  const today = currentDay(zona)
  if (joining.selesai !== null && joining.selesai < today) return undefined
  return joining.mulai < today ? { ...joining, mulai: today } : joining
}

const readPlace = async (trx: Trx, ctx: Ctx, { id, kelas_id, mulai }: SeatRequest) => {
  const periods = await readWishes(trx, ctx.actor, sql<SqlBool>`kursus_pelatih.id = ${kelas_id}`)
  // Messages describe the class as it is on the first checked day.
  const wish = periods.findLast((p) => p.mulai <= mulai) ?? periods[0]
  if (!wish) throw new Error(`class ${kelas_id} is gone`)
  const kelas = await trx
    .selectFrom('kursus_pelatih')
    .select(['kapasitas', 'kursus_id', 'tanya_dulu', 'tanya_dulu_disetujui_at'])
    .select('tanya_dulu_ditolak_at')
    .where('id', '=', kelas_id)
    .executeTakeFirstOrThrow()
  const old =
    id === undefined
      ? undefined
      : await trx
          .selectFrom('kursus_peserta')
          .select('kursus_pelatih_id')
          .where('id', '=', id)
          .executeTakeFirst()
  return { wish, periods, ...kelas, left: new Set([kelas_id, old?.kursus_pelatih_id]) }
}
type JoinPlace = Awaited<ReturnType<typeof readPlace>>

/** Reads the other classes and lessons of the student and of the siblings on the checked days. */
const readPeople = async (trx: Trx, ctx: Ctx, joining: SeatRequest, place: JoinPlace) => {
  const today = currentDay('Asia/Jakarta')
  const family = await readFamily(trx, [joining.peserta_id])
  const people = family.map((f) => f.id)
  const enrolled = (await readEnrolled(trx, people, joining.id)).filter(
    (e) => e.kelas !== joining.kelas_id,
  )
  const ownLessons = await readOwnLessons(trx, [joining.kelas_id], today)
  const restOfClass = await readDaysOff(trx, ownLessons)
  const ids = [...new Set(enrolled.map((e) => e.kelas))]
  const classes = nameClasses(await readClassesById(trx, ctx.actor, ids), enrolled, restOfClass)
  const wish = { id: null, kelas: null, gedung_id: 0, pelatih: [0], ruang: [0] }
  const days = { from: today, to: addDays(today, daysAhead) }
  const lessons = (await readMade(trx, ctx.actor, { ...wish, ...days }, people)).filter(
    (l) => hasNotEnded(l) && (l.kelas === null || !place.left.has(l.kelas)),
  )
  const student: LessonStudent = {
    id: joining.peserta_id,
    nama: family.find((f) => f.id === joining.peserta_id)?.name ?? '',
    mulai: joining.mulai,
    selesai: joining.selesai,
    cuti: null,
  }
  return {
    classes,
    lessons,
    student,
    family,
    own: ownLessons,
    restOfClass,
    firstUnmade: addDays(today, lessonDays),
  }
}

const aroundOf = (
  { classes, lessons, student, family }: Awaited<ReturnType<typeof readPeople>>,
  { wish }: JoinPlace,
  dasar: number,
): JoinAround => ({
  lessons: [...classes, ...lessons],
  peserta: [student],
  saudara: siblingsIn({ classes, lessons }, family, new Set([student.id])),
  outlet: wish.outlet,
  kursi: new Map(),
  libur: new Map(),
  cuti: [],
  jadwal: new Map(),
  dasar,
})

/** Returns the first day on which a booked make-up needs the seat, otherwise undefined. */
const findPromised = (
  trx: Trx,
  { id, peserta_id, kelas_id, mulai, selesai, ditahan }: SeatRequest,
): Promise<string | undefined> =>
  findOverbookedDay(trx, {
    which: sql`(pertemuan.kursus_pelatih_id = ${kelas_id} and pertemuan.untuk_pengganti = 0 and pertemuan.tanggal >= ${mulai} and pertemuan.tanggal <= ${selesai ?? '9999'})`,
    baru: { id, peserta_id, ditahan },
  })

/** Returns other classes of the course at the outlet that the student could join. */
const findClasses = async (
  trx: Trx,
  ctx: Ctx,
  joining: SeatRequest,
  place: JoinPlace,
  around: JoinAround,
): Promise<Alternative[]> => {
  const otherClasses = await readActive(
    trx,
    ctx.actor,
    sql<SqlBool>`kursus_pelatih.kursus_id = ${place.kursus_id} and kursus_pelatih.gedung_id = ${place.wish.gedung_id} and kursus_pelatih.id <> ${joining.kelas_id} and (kursus_pelatih.tanya_dulu = 0 or kursus_pelatih.tanya_dulu_disetujui_at is not null) and coalesce(kursus_pelatih.selesai, '9999') >= ${joining.mulai}`,
  )
  // A class with a planned change is offered only if the student is also free at the planned hour.
  const periodsOf = Map.groupBy(otherClasses, (o) => o.id)
  const ids = [...periodsOf.keys()].flatMap((id) => id ?? [])
  if (ids.length === 0) return []
  const rows = await trx
    .selectFrom('kursus_pelatih')
    .select(['id', 'kapasitas'])
    .where('id', 'in', ids)
    .execute()
  const seats = new Map(rows.map((r) => [r.id, r.kapasitas ?? 1]))
  const takenOf = await countTaken(trx, ids, joining.mulai)
  // Omits classes in which the student already has an enrolment, unless the student graduated.
  const there = await trx
    .selectFrom('kursus_peserta')
    .select('kursus_pelatih_id')
    .where('peserta_id', '=', joining.peserta_id)
    .where('kursus_pelatih_id', 'in', ids)
    .where('status', '<>', KursusPesertaStatus.lulus)
    .execute()
  const knownIds = new Set(there.map((row) => row.kursus_pelatih_id))
  const istirahat = new Set<string>()
  const isFree = (o: ClassWish) =>
    (periodsOf.get(o.id) ?? []).every(
      (period) => conflictsOf({ ...period, istirahat }, around, joins).length === 0,
    )
  const free = otherClasses
    .filter((o) => o.tampak === 1 && o.mulai <= joining.mulai && !knownIds.has(o.id ?? 0))
    .filter((o) => takenOf(o.id ?? 0) < (seats.get(o.id ?? 0) ?? 0))
    .filter(isFree)
    .map((o) => ({ ...o, istirahat }))
  const wish = { ...place.wish, istirahat: new Set<string>() }
  return nearestFree<NamedClass | NamedLesson, ClassWish & typeof wish>(wish, free, around, {
    asked: joins,
  }).map(({ id, nama, pelatih_id, ruang_id, hari, jam_mulai }) => ({
    ...(id !== null && { kursus_pelatih_id: id }),
    pelatih_id,
    ruang_id,
    hari,
    jam_mulai,
    label: nama,
  }))
}

/** Returns the periods of a class, limited to the days on which the student is in the class. */
const daysOfClass = <W extends ClassWish & WantedClass>(
  wish: W,
  { periods }: JoinPlace,
  joining: SeatRequest,
): W[] => {
  const there = periods.flatMap((period) => limitToDays({ ...wish, ...period }, joining) ?? [])
  return there.length > 0 ? there : [wish]
}

const examineDays = async (
  trx: Trx,
  ctx: Ctx,
  joining: SeatRequest,
  place: JoinPlace,
): Promise<Examined> => {
  const people = await readPeople(trx, ctx, joining, place)
  const around = aroundOf(people, place, ctx.actor.dasar)
  const wish = { ...place.wish, istirahat: people.restOfClass(place.wish) }
  const batas = place.kapasitas ?? 1
  const { kelas_id, mulai, id = 0 } = joining
  const heldCounts = await countHeld(trx, [kelas_id], joining.ditahan)
  // A new seat is compared with the number of seats taken from its first day on. An existing seat
  // is compared with the highest number of seats taken on one of the added days.
  const terisi = joining.isNew
    ? (await countSeated(trx, kelas_id, mulai, [id])) + (heldCounts.get(kelas_id) ?? 0)
    : await mostSeated(trx, kelas_id, joining, id)
  const byHand = people.own
    .filter((l) => !followsClass(l) && l.status === 'terjadwal' && hasNotEnded(l))
    .filter((l) => l.untuk_pengganti === 0)
    .flatMap((l) => limitToDays(l, joining) ?? [])
  const conflicts = [
    // Conflicts of the class on the days on which the student is in the class.
    ...daysOfClass(wish, place, joining).flatMap((days) =>
      conflictsOf(days, { ...around, tempat: { terisi, batas } }, joins),
    ),
    // Conflicts of lessons made by hand. On days with generated lessons, a lesson made by hand is
    // compared only with other lessons; on later days, also with classes.
    ...byHand.flatMap((lesson) => {
      const rivalLessons = lesson.tanggal < people.firstUnmade ? people.lessons : around.lessons
      return conflictsOf(lesson, { ...around, lessons: rivalLessons }, joins)
    }),
  ]
  const seats = `${titled('Kelas', place.wish.nama)} penuh (${terisi} dari ${batas})`
  const konflik = conflictMessages(dedupeConflicts(conflicts), wish, seats)
  const promised = await findPromised(trx, joining)
  if (promised !== undefined)
    konflik.push(
      formatConflict({ jenis: 'kapasitas', tingkat: 'keras' }, wish, {
        outlet: wish.outlet,
        seats: `Kursi kelas ini pada ${formatTanggal(promised)} dipesan untuk kelas pengganti`,
      }),
    )
  const unanswered = joining.isNew ? missingApprovalOf(place) : undefined
  if (unanswered)
    konflik.unshift({
      ...formatConflict({ jenis: 'slot', tingkat: 'keras' }, wish, {
        outlet: wish.outlet,
        seats,
      }),
      pesan:
        unanswered === 'ditolak'
          ? 'Guru menolak jam kelas ini'
          : 'Kelas ini menunggu persetujuan guru',
    })
  return {
    konflik,
    alternatif: konflik.length === 0 ? [] : await findClasses(trx, ctx, joining, place, around),
  }
}
/** Limits a request to days from today on, and for an existing seat to the added days. */
const daysAsked = (request: SeatRequest, zona: string): SeatRequest[] =>
  (request.before ? newDays(request.before, request) : [request]).flatMap(
    (span) => ahead({ ...request, ...span }, zona) ?? [],
  )
interface Joinable extends Examined {
  /** Texts about consequences of the enrolment that are not conflicts. */
  catatan: string[]
  /** Days that were checked. */
  days: readonly SeatRequest[]
}
/**
 * Returns the conflicts that would arise if a student joined a class. Other classes of the course
 * are returned as alternatives. Writes nothing. If the class waits for its coach's approval, this
 * is a conflict too.
 */
export const findSeatConflicts = async (
  trx: Trx,
  ctx: Ctx,
  request: SeatRequest,
): Promise<Joinable> => {
  const place = await readPlace(trx, ctx, request)
  const days = daysAsked(request, place.wish.zona_waktu)
  const result: Joinable = { konflik: [], alternatif: [], catatan: [], days }
  for (const joining of days) {
    const { konflik, alternatif } = await examineDays(trx, ctx, joining, place)
    result.catatan.push(...(await redundantBookingTexts(trx, joining)))
    result.konflik.push(...konflik)
    if (result.alternatif.length === 0) result.alternatif = alternatif
  }
  return result
}

/**
 * Throws 409 if a student cannot take a seat because of a hard or unconfirmed conflict. Returns the
 * values of the columns about confirmed soft conflicts. Only days from today on are checked; for an
 * existing seat, only the added days. Releases make-ups that the student booked into the class on
 * these days.
 */
export const checkSeatRequest = async (
  trx: Trx,
  ctx: Ctx,
  joining: SeatRequest,
  { reasonField, ...confirmation }: Confirmation & { reasonField: string },
): Promise<{ bentrok: SoftKind[]; alasan_bentrok: string | null }> => {
  const result = await findSeatConflicts(trx, ctx, joining)
  const bentrok = checkConfirmed(result, confirmation, {
    fieldOf: () => 'kursus_pelatih_id',
    reasonField,
  })
  for (const days of result.days) await releaseNeedless(trx, ctx, days)
  return { bentrok, alasan_bentrok: bentrok.length > 0 ? (confirmation.alasan ?? null) : null }
}
