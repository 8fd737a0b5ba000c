/**
 * What is around weekly classes that are wanted: other classes of every week, the lessons of the
 * coming weeks that are dated, and what of leave, holidays and free slots is known.
 */
import type { Around, LessonStudent } from '#contract/schedule/rules/conflicts.ts'
import { lessonDays, statusOn, weekOf, type OutletDays } from '#contract/schedule/rules/lessons.ts'
import type { WantedClass } from '#contract/schedule/rules/meeting.ts'
import { withinDays } from '#contract/schedule/rules/weekly.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { now, type Actor } from '#server/http/context.ts'
import {
  hiddenClass,
  readClassesById,
  readEnrolled,
  readOwnLessons,
  readRivals,
  readSeated,
  type ClassWish,
  type NamedClass,
  type StoredClass,
} from '#server/modules/schedule/classRows.ts'
import type { Named } from '#server/modules/schedule/conflictWords.ts'
import { readHolds } from '#server/modules/schedule/heldSlots.ts'
import {
  readFamily,
  readMade,
  readWeeks,
  type NamedLesson,
} from '#server/modules/schedule/lessonAround.ts'
import { readOutletDays } from '#server/modules/schedule/lessonRows.ts'

export type ClassAround = Around<Named> & { outlet: ClassWish['outlet'] }
/** A class that is wanted, with the days on which it has no lesson. */
export type Wanted = ClassWish & WantedClass
/** Lessons by hand may lie this many days ahead of those that are made. */
const handDays = 6

/** The days that are looked at: today where it is earliest, and as far as lessons can be. */
const span = () => {
  const from = currentDay('Asia/Jakarta')
  return { from, to: addDays(from, lessonDays + handDays) }
}
type OwnLesson = Awaited<ReturnType<typeof readOwnLessons>>[number]
/** A lesson that goes where its class goes. */
export const followsClass = ({ jenis, diubah, status }: OwnLesson): boolean =>
  jenis === 'reguler' &&
  Number(diubah) === 0 &&
  (status === 'terjadwal' || status === 'libur' || status === 'minggu_5')

/** Days on which a class has no lesson, as far as they are known: the weeks of `kept` too. */
const restOf = (days: OutletDays, kept: ReadonlySet<string>): Set<string> => {
  const { from, to } = span()
  const found = new Set<string>()
  for (let day = addDays(from, -1); day <= addDays(to, 1); day = addDays(day, 1))
    if (statusOn(day, days) !== 'terjadwal' || kept.has(weekOf(day))) found.add(day)
  return found
}
/** How classes rest: on their outlet's days, and in weeks whose lesson somebody has changed. */
export const readRests = async (trx: Trx, own: readonly OwnLesson[]) => {
  const daysOf = await readOutletDays(trx, new Date())
  const kept = Map.groupBy(
    own.filter((l) => l.jenis === 'reguler' && !followsClass(l)),
    (l) => l.kelas,
  )
  const known = new Map<string, Set<string>>()
  return ({ id, gedung_id }: { id: number | null; gedung_id: number }): Set<string> => {
    const weeks = new Set((kept.get(id) ?? []).flatMap((l) => l.minggu ?? []))
    const key = weeks.size > 0 ? `${gedung_id} ${id}` : String(gedung_id)
    const found = known.get(key) ?? restOf(daysOf(gedung_id), weeks)
    known.set(key, found)
    return found
  }
}

/** Stored classes with their students among those asked for, in words for who may see them. */
export const nameClasses = (
  stored: readonly StoredClass[],
  enrolled: Awaited<ReturnType<typeof readEnrolled>>,
  restOfClass: Awaited<ReturnType<typeof readRests>>,
): NamedClass[] => {
  const seats = Map.groupBy(enrolled, (e) => e.kelas)
  return stored.map(({ nama, tampak, ...one }) => ({
    ...one,
    kelas: one.id,
    label: tampak === 1 ? nama : hiddenClass,
    tampak: tampak === 1,
    istirahat: restOfClass(one),
    murid: seats.get(one.id) ?? [],
  }))
}
/** Tells periods of classes apart. */
const periodOf = ({ id, mulai }: { id: number | null; mulai: string }): string => `${id} ${mulai}`
/** Whether a lesson is still to come, or not over. */
export const isAhead = ({ selesai_at }: { selesai_at: string }): boolean => selesai_at > now()

/** Brothers and sisters who are in what is around, on their days. */
export const siblingsIn = (
  { classes, lessons }: { classes: readonly NamedClass[]; lessons: readonly NamedLesson[] },
  family: readonly { id: number; name: string }[],
  students: ReadonlySet<number>,
): { lesson: NamedClass | NamedLesson; nama: string }[] => {
  const names = new Map(family.filter((f) => !students.has(f.id)).map((f) => [f.id, f.name]))
  return [
    ...classes.flatMap((one) =>
      one.murid.flatMap((m) => {
        const nama = names.get(m.id)
        const there = withinDays(one, m)
        return nama === undefined || there === undefined ? [] : [{ lesson: there, nama }]
      }),
    ),
    ...lessons.flatMap((lesson) =>
      lesson.peserta.flatMap((id) => {
        const nama = names.get(id)
        return nama === undefined ? [] : [{ lesson, nama }]
      }),
    ),
  ]
}

/** Leave, holidays and the free slots of who teaches a class. */
const readCalendar = async (trx: Trx, { pelatih_id, gedung_id }: ClassWish) => {
  const { from } = span()
  const libur = await trx
    .selectFrom('hari_libur')
    .select(['tanggal', 'nama'])
    .where('tanggal', '>=', from)
    .where('tanggal', '<', addDays(from, lessonDays))
    .where((eb) => eb.or([eb('gedung_id', 'is', null), eb('gedung_id', '=', gedung_id)]))
    .orderBy('tanggal')
    .execute()
  const cuti = await trx
    .selectFrom('pelatih_libur')
    .select(['pelatih_id', 'mulai', 'selesai'])
    .where('pelatih_id', '=', pelatih_id)
    .where('status', '=', 'disetujui')
    .where('selesai', '>=', from)
    .orderBy('mulai')
    .execute()
  const jadwal = await readWeeks(trx, [pelatih_id])
  return { libur: new Map(libur.map((l) => [l.tanggal, l.nama])), cuti, jadwal }
}
const nothingKnown = { libur: new Map<string, string>(), cuti: [], jadwal: new Map() }

/** Finds what shares a coach, a room or a student. */
const indexed = <T extends { pelatih_id: number; ruang_id: number }>(
  all: readonly T[],
  peopleOf: (one: T) => readonly number[],
) => {
  const byCoach = Map.groupBy(all, (a) => a.pelatih_id)
  const byRoom = Map.groupBy(all, (a) => a.ruang_id)
  const byPerson = new Map<number, T[]>()
  for (const one of all)
    for (const id of peopleOf(one)) byPerson.set(id, [...(byPerson.get(id) ?? []), one])
  return (
    { pelatih_id, ruang_id }: { pelatih_id: number; ruang_id: number },
    people: readonly number[],
  ): T[] => [
    ...new Set([
      ...(byCoach.get(pelatih_id) ?? []),
      ...(byRoom.get(ruang_id) ?? []),
      ...people.flatMap((id) => byPerson.get(id) ?? []),
    ]),
  ]
}

/**
 * Reads what is around classes as they are to be, each of them at its new place for the others.
 * `soft`: leave, holidays, free slots and siblings too, which are asked of one class alone.
 */
export const readAroundClasses = async (
  trx: Trx,
  actor: Actor,
  wishes: readonly ClassWish[],
  soft: boolean,
): Promise<(wish: ClassWish) => Promise<{ wanted: Wanted; around: ClassAround }>> => {
  const ids = wishes.flatMap((w) => w.id ?? [])
  const seated = await readSeated(trx, ids)
  const students = [...new Set(seated.map((s) => s.id))]
  const family = soft ? await readFamily(trx, students) : students.map((id) => ({ id, name: '' }))
  const people = family.map((f) => f.id)
  const enrolled = await readEnrolled(trx, people)
  const rivals = await readRivals(trx, actor, wishes)
  // A class may share a coach or a room in one of its periods alone.
  const known = new Set(rivals.map((r) => periodOf(r)))
  const others = await readClassesById(trx, actor, [...new Set(enrolled.map((e) => e.kelas))])
  const own = await readOwnLessons(trx, ids, span().from)
  const restOfClass = await readRests(trx, own)
  const changed = new Map(wishes.map((w) => [periodOf(w), w]))
  const stored = [...rivals, ...others.filter((o) => !known.has(periodOf(o)))].map(
    (c): StoredClass => ({ ...c, ...changed.get(periodOf(c)), id: c.id }),
  )
  const classes = nameClasses(stored, enrolled, restOfClass)
  const following = new Set(own.filter((l) => followsClass(l)).map((l) => l.id))
  const place = {
    pelatih: [...new Set(wishes.map((w) => w.pelatih_id))],
    ruang: [...new Set(wishes.map((w) => w.ruang_id))],
  }
  const wish = { id: null, kelas: null, gedung_id: 0, ...place, ...span() }
  const lessons = (await readMade(trx, actor, wish, people)).filter(
    (l) => isAhead(l) && (l.id === null || !following.has(l.id)),
  )
  const nearClasses = indexed(classes, (c) => c.murid.map((m) => m.id))
  const nearLessons = indexed(lessons, (l) => l.peserta)
  const held = wishes.flatMap((w) => w.ditahan ?? [])
  const nearHolds = indexed(await readHolds(trx, actor, place, held), () => [])
  const seats = Map.groupBy(seated, (s) => s.kelas)
  // Many places are asked about for one coach, whose calendar is the same in every room.
  const calendars = new Map<string, ReturnType<typeof readCalendar>>()
  const calendarOf = (one: ClassWish) => {
    const key = `${one.pelatih_id} ${one.gedung_id}`
    const known = calendars.get(key) ?? readCalendar(trx, one)
    calendars.set(key, known)
    return known
  }
  return async (one) => {
    const peserta: LessonStudent[] = seats.get(one.id ?? 0) ?? []
    const who = soft ? people : peserta.map((p) => p.id)
    const near = {
      classes: nearClasses(one, who).filter((c) => c.id !== one.id),
      lessons: nearLessons(one, who),
    }
    return {
      wanted: { ...one, istirahat: restOfClass(one) },
      around: {
        lessons: [...near.classes, ...near.lessons, ...nearHolds(one, [])],
        peserta,
        saudara: soft ? siblingsIn(near, family, new Set(students)) : [],
        outlet: one.outlet,
        kursi: new Map(),
        ...(soft ? await calendarOf(one) : nothingKnown),
        dasar: actor.dasar,
      },
    }
  }
}
