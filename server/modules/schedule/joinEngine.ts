/**
 * Whether a student can come into a class (domain.md 3.8): its seats, their other classes and
 * lessons, and those of their brothers and sisters.
 */
import { sql, type SqlBool } from 'kysely'
import { KursusPesertaStatus } from '#contract/enums.ts'
import { unansweredOf } from '#contract/schedule/kursusPelatih.ts'
import {
  conflictsOf,
  nearestFree,
  type Alternative,
  type Around,
  type LessonStudent,
  type SoftKind,
} from '#contract/schedule/rules/conflicts.ts'
import { lessonDays } from '#contract/schedule/rules/lessons.ts'
import { during, type WantedClass } from '#contract/schedule/rules/meeting.ts'
import { newDays, type Validity } from '#contract/schedule/rules/weekly.ts'
import { addDays, currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import { titled } from '#contract/values/titled.ts'
import type { Trx } from '#server/db/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import {
  followsClass,
  isAhead,
  nameClasses,
  readRests,
  siblingsIn,
} from '#server/modules/schedule/classAround.ts'
import { onceEach, tell } from '#server/modules/schedule/classEngine.ts'
import {
  readActive,
  readClassesById,
  readEnrolled,
  readOwnLessons,
  readWishes,
  type ClassWish,
  type NamedClass,
} from '#server/modules/schedule/classRows.ts'
import { inWords } from '#server/modules/schedule/conflictWords.ts'
import { countHeld } from '#server/modules/schedule/heldSlots.ts'
import { readFamily, readMade, type NamedLesson } from '#server/modules/schedule/lessonAround.ts'
import { needlessTexts, releaseNeedless } from '#server/modules/schedule/makeUps/release.ts'
import {
  demandConfirmed,
  type Confirmation,
  type Examined,
} from '#server/modules/schedule/refusal.ts'
import { countSeated, countTaken, findCrowded, mostSeated } from '#server/modules/schedule/seat.ts'

/** A student in a class, on some days. */
export interface Joining extends Validity {
  /** The enrolment itself, where there is one: it is in nobody's way. */
  id: number | undefined
  peserta_id: number
  kelas_id: number
  /** The hold whose seat it takes: that is free for it. */
  ditahan?: number | undefined
  /** The seat is new: the class must be open to students. */
  isNew: boolean
  /** The days on which the student had this seat before: only what is new is asked about. */
  before?: Validity
}
type JoinAround = Around<NamedClass | NamedLesson>
const joins = { pelatih: false, ruang: false, waktu: false, peserta: true }
/** Lessons by hand may lie further ahead than those that are made. */
const daysAhead = lessonDays + 6

/** A seat is asked about from today on (domain.md 3.8); undefined where it is over by then. */
const ahead = (joining: Joining, zona: string): Joining | undefined => {
  const today = currentDay(zona)
  if (joining.selesai !== null && joining.selesai < today) return undefined
  return joining.mulai < today ? { ...joining, mulai: today } : joining
}

const readPlace = async (trx: Trx, ctx: Ctx, { id, kelas_id, mulai }: Joining) => {
  const periods = await readWishes(trx, ctx.actor, sql<SqlBool>`kursus_pelatih.id = ${kelas_id}`)
  // In words the class is what it is on the first of the days.
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

/** What the student and the family have besides the class, on the days that are asked about. */
const readPeople = async (trx: Trx, ctx: Ctx, joining: Joining, place: JoinPlace) => {
  const today = currentDay('Asia/Jakarta')
  const family = await readFamily(trx, [joining.peserta_id])
  const people = family.map((f) => f.id)
  const enrolled = (await readEnrolled(trx, people, joining.id)).filter(
    (e) => e.kelas !== joining.kelas_id,
  )
  const own = await readOwnLessons(trx, [joining.kelas_id], today)
  const restOfClass = await readRests(trx, own)
  const ids = [...new Set(enrolled.map((e) => e.kelas))]
  const classes = nameClasses(await readClassesById(trx, ctx.actor, ids), enrolled, restOfClass)
  const wish = { id: null, kelas: null, gedung_id: 0, pelatih: [0], ruang: [0] }
  const days = { from: today, to: addDays(today, daysAhead) }
  const lessons = (await readMade(trx, ctx.actor, { ...wish, ...days }, people)).filter(
    (l) => isAhead(l) && (l.kelas === null || !place.left.has(l.kelas)),
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
    own,
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

/** The first day on which the seat is promised to a make-up; undefined: there is none. */
const findPromised = (
  trx: Trx,
  { id, peserta_id, kelas_id, mulai, selesai, ditahan }: Joining,
): Promise<string | undefined> =>
  findCrowded(trx, {
    which: sql`(pertemuan.kursus_pelatih_id = ${kelas_id} and pertemuan.untuk_pengganti = 0 and pertemuan.tanggal >= ${mulai} and pertemuan.tanggal <= ${selesai ?? '9999'})`,
    baru: { id, peserta_id, ditahan },
  })

/** Other classes of the course at the outlet that the student could come into. */
const findClasses = async (
  trx: Trx,
  ctx: Ctx,
  joining: Joining,
  place: JoinPlace,
  around: JoinAround,
): Promise<Alternative[]> => {
  const others = await readActive(
    trx,
    ctx.actor,
    sql<SqlBool>`kursus_pelatih.kursus_id = ${place.kursus_id} and kursus_pelatih.gedung_id = ${place.wish.gedung_id} and kursus_pelatih.id <> ${joining.kelas_id} and (kursus_pelatih.tanya_dulu = 0 or kursus_pelatih.tanya_dulu_disetujui_at is not null) and coalesce(kursus_pelatih.selesai, '9999') >= ${joining.mulai}`,
  )
  // A class that moves later is offered where the student is free in its later hour too.
  const periodsOf = Map.groupBy(others, (o) => o.id)
  const ids = [...periodsOf.keys()].flatMap((id) => id ?? [])
  if (ids.length === 0) return []
  const rows = await trx
    .selectFrom('kursus_pelatih')
    .select(['id', 'kapasitas'])
    .where('id', 'in', ids)
    .execute()
  const seats = new Map(rows.map((r) => [r.id, r.kapasitas ?? 1]))
  const takenOf = await countTaken(trx, ids, joining.mulai)
  // A student has one enrolment in a class, also one that rests.
  const there = await trx
    .selectFrom('kursus_peserta')
    .select('kursus_pelatih_id')
    .where('peserta_id', '=', joining.peserta_id)
    .where('kursus_pelatih_id', 'in', ids)
    .where('status', '<>', KursusPesertaStatus.lulus)
    .execute()
  const known = new Set(there.map((row) => row.kursus_pelatih_id))
  const istirahat = new Set<string>()
  const isFree = (o: ClassWish) =>
    (periodsOf.get(o.id) ?? []).every(
      (period) => conflictsOf({ ...period, istirahat }, around, joins).length === 0,
    )
  const free = others
    .filter((o) => o.tampak === 1 && o.mulai <= joining.mulai && !known.has(o.id ?? 0))
    .filter((o) => takenOf(o.id ?? 0) < (seats.get(o.id ?? 0) ?? 0))
    .filter(isFree)
    .map((o) => ({ ...o, istirahat }))
  const wanted = { ...place.wish, istirahat: new Set<string>() }
  return nearestFree<NamedClass | NamedLesson, ClassWish & typeof wanted>(wanted, free, around, {
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

/** The periods of a class in which a student is in it. */
const daysOfClass = <W extends ClassWish & WantedClass>(
  wanted: W,
  { periods }: JoinPlace,
  joining: Joining,
): W[] => {
  const there = periods.flatMap((period) => during({ ...wanted, ...period }, joining) ?? [])
  return there.length > 0 ? there : [wanted]
}

const examineDays = async (
  trx: Trx,
  ctx: Ctx,
  joining: Joining,
  place: JoinPlace,
): Promise<Examined> => {
  const people = await readPeople(trx, ctx, joining, place)
  const around = aroundOf(people, place, ctx.actor.dasar)
  const wanted = { ...place.wish, istirahat: people.restOfClass(place.wish) }
  const batas = place.kapasitas ?? 1
  const { kelas_id, mulai, id = 0 } = joining
  const kept = await countHeld(trx, [kelas_id], joining.ditahan)
  // A newcomer is refused by the number that the class shows; who is in it asks about some days.
  const terisi = joining.isNew
    ? (await countSeated(trx, kelas_id, mulai, [id])) + (kept.get(kelas_id) ?? 0)
    : await mostSeated(trx, kelas_id, joining, id)
  const byHand = people.own
    .filter((l) => !followsClass(l) && l.status === 'terjadwal' && isAhead(l))
    .filter((l) => l.untuk_pengganti === 0)
    .flatMap((l) => during(l, joining) ?? [])
  const found = [
    // The class on the days on which the student is in it.
    ...daysOfClass(wanted, place, joining).flatMap((days) =>
      conflictsOf(days, { ...around, tempat: { terisi, batas } }, joins),
    ),
    // Its lessons by hand: what is not made yet is as the other classes are.
    ...byHand.flatMap((lesson) => {
      const others = lesson.tanggal < people.firstUnmade ? people.lessons : around.lessons
      return conflictsOf(lesson, { ...around, lessons: others }, joins)
    }),
  ]
  const seats = `${titled('Kelas', place.wish.nama)} penuh (${terisi} dari ${batas})`
  const konflik = tell(onceEach(found), wanted, seats)
  const promised = await findPromised(trx, joining)
  if (promised !== undefined)
    konflik.push(
      inWords({ jenis: 'kapasitas', tingkat: 'keras' }, wanted, {
        outlet: wanted.outlet,
        seats: `Kursi kelas ini pada ${formatTanggal(promised)} dipesan untuk kelas pengganti`,
      }),
    )
  const unanswered = joining.isNew ? unansweredOf(place) : undefined
  if (unanswered)
    konflik.unshift({
      ...inWords({ jenis: 'slot', tingkat: 'keras' }, wanted, { outlet: wanted.outlet, seats }),
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
/** The days that are asked about: of a seat that there was the new ones, all from today on. */
const daysAsked = (asked: Joining, zona: string): Joining[] =>
  (asked.before ? newDays(asked.before, asked) : [asked]).flatMap(
    (span) => ahead({ ...asked, ...span }, zona) ?? [],
  )
interface Joinable extends Examined {
  /** What else follows, in words. */
  catatan: string[]
  /** The days that were asked about. */
  days: readonly Joining[]
}
/**
 * What is in the way of a student in a class, and other classes of the course; nothing is written.
 * A class that waits for its coach is a conflict of its own.
 */
export const examineJoining = async (trx: Trx, ctx: Ctx, asked: Joining): Promise<Joinable> => {
  const place = await readPlace(trx, ctx, asked)
  const days = daysAsked(asked, place.wish.zona_waktu)
  const found: Joinable = { konflik: [], alternatif: [], catatan: [], days }
  for (const joining of days) {
    const { konflik, alternatif } = await examineDays(trx, ctx, joining, place)
    found.catatan.push(...(await needlessTexts(trx, joining)))
    found.konflik.push(...konflik)
    if (found.alternatif.length === 0) found.alternatif = alternatif
  }
  return found
}

/**
 * Refuses a student's seat that cannot be (409), and answers what is let stand against it. Only
 * days to come are asked about where the seat was there before. Make-ups that the student has
 * booked into the class on these days are given back.
 */
export const demandJoining = async (
  trx: Trx,
  ctx: Ctx,
  joining: Joining,
  { reasonField, ...confirmation }: Confirmation & { reasonField: string },
): Promise<{ bentrok: SoftKind[]; alasan_bentrok: string | null }> => {
  const found = await examineJoining(trx, ctx, joining)
  const bentrok = demandConfirmed(found, confirmation, {
    fieldOf: () => 'kursus_pelatih_id',
    reasonField,
  })
  for (const days of found.days) await releaseNeedless(trx, ctx, days)
  return { bentrok, alasan_bentrok: bentrok.length > 0 ? (confirmation.alasan ?? null) : null }
}
