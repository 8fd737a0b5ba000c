/**
 * Reads the data with which wanted weekly classes can conflict: other weekly classes, the dated
 * lessons of the coming weeks, leave, holidays and free slots.
 */
import type { ConflictContext, LessonStudent } from '#contract/schedule/rules/conflicts.ts'
import { lessonDays, statusOn, weekOf, type OutletDays } from '#contract/schedule/rules/lessons.ts'
import type { WantedClass } from '#contract/schedule/rules/overlap.ts'
import { withinDays } from '#contract/schedule/rules/weekly.ts'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
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
} from '#server/modules/schedule/classes/classRows.ts'
import type { LabelledRival } from '#server/modules/schedule/conflicts/conflictWords.ts'
import { readHolds } from '#server/modules/schedule/conflicts/heldSlots.ts'
import {
  readFamily,
  readMade,
  readWeeks,
  type NamedLesson,
} from '#server/modules/schedule/conflicts/lessonConflictData.ts'
import { readOutletDays } from '#server/modules/schedule/lessons/lessonRows.ts'

export type ClassAround = ConflictContext<LabelledRival> & { outlet: ClassWish['outlet'] }
/** Wanted class, with the days on which the class has no lesson. */
export type Wanted = ClassWish & WantedClass
/**
 * Number of days after the days of generated lessons (`lessonDays`) that may contain lessons made
 * by hand.
 */
const handDays = 6

/**
 * Returns the days of the check, from today to the last possible lesson. Today is the date in
 * Indonesia's westernmost zone, where the date is earliest.
 */
const span = () => {
  const from = currentDay('Asia/Jakarta')
  return { from, to: addDays(from, lessonDays + handDays) }
}
type OwnLesson = Awaited<ReturnType<typeof readOwnLessons>>[number]
/**
 * Whether a lesson changes together with its class. This is true for regular lessons that are not
 * cancelled and were not edited by hand.
 */
export const followsClass = ({ jenis, diubah, status }: OwnLesson): boolean =>
  jenis === 'reguler' &&
  Number(diubah) === 0 &&
  (status === 'terjadwal' || status === 'libur' || status === 'minggu_5')

/**
 * Returns the days of the check on which a class has no lesson: holidays, fifth weeks, and all days
 * of the weeks in `keptWeeks`. In those weeks the regular lesson was changed by hand.
 */
const daysOff = (days: OutletDays, keptWeeks: ReadonlySet<string>): Set<string> => {
  const { from, to } = span()
  const offDays = new Set<string>()
  for (let day = addDays(from, -1); day <= addDays(to, 1); day = addDays(day, 1))
    if (statusOn(day, days) !== 'terjadwal' || keptWeeks.has(weekOf(day))) offDays.add(day)
  return offDays
}
/**
 * Returns a function that finds the days on which a class has no lesson: days without lessons at
 * its outlet, and all days of weeks whose regular lesson was changed by hand.
 */
export const readDaysOff = async (trx: Trx, ownLessons: readonly OwnLesson[]) => {
  const daysOf = await readOutletDays(trx, new Date())
  const keptLessons = Map.groupBy(
    ownLessons.filter((l) => l.jenis === 'reguler' && !followsClass(l)),
    (l) => l.kelas,
  )
  const cache = new Map<string, Set<string>>()
  return ({ id, gedung_id }: { id: number | null; gedung_id: number }): Set<string> => {
    const weeks = new Set((keptLessons.get(id) ?? []).flatMap((l) => l.minggu ?? []))
    const key = weeks.size > 0 ? `${gedung_id} ${id}` : String(gedung_id)
    const offDays = cache.get(key) ?? daysOff(daysOf(gedung_id), weeks)
    cache.set(key, offDays)
    return offDays
  }
}

/**
 * Returns stored classes with their students and a label. The label of a class outside the actor's
 * scope hides its name.
 */
export const nameClasses = (
  stored: readonly StoredClass[],
  enrolled: Awaited<ReturnType<typeof readEnrolled>>,
  restOfClass: Awaited<ReturnType<typeof readDaysOff>>,
): NamedClass[] => {
  const seats = Map.groupBy(enrolled, (e) => e.kelas)
  return stored.map(({ nama, tampak, ...classRow }) => ({
    ...classRow,
    kelas: classRow.id,
    label: tampak === 1 ? nama : hiddenClass,
    tampak: tampak === 1,
    istirahat: restOfClass(classRow),
    murid: seats.get(classRow.id) ?? [],
  }))
}
/** Returns the key of one period of a class. */
const periodOf = ({ id, mulai }: { id: number | null; mulai: string }): string => `${id} ${mulai}`
/** Whether a lesson has not ended yet. */
export const hasNotEnded = ({ selesai_at }: { selesai_at: string }): boolean => selesai_at > now()

/**
 * Returns the given classes and lessons in which a sibling of the students takes part, with the
 * name of the sibling. A class is limited to the days of the sibling's seat.
 */
export const siblingsIn = (
  { classes, lessons }: { classes: readonly NamedClass[]; lessons: readonly NamedLesson[] },
  family: readonly { id: number; name: string }[],
  students: ReadonlySet<number>,
): { lesson: NamedClass | NamedLesson; nama: string }[] => {
  const names = new Map(family.filter((f) => !students.has(f.id)).map((f) => [f.id, f.name]))
  return [
    ...classes.flatMap((namedClass) =>
      namedClass.murid.flatMap((m) => {
        const nama = names.get(m.id)
        const there = withinDays(namedClass, m)
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

/** Reads the holidays of the outlet of a class, and the leave and free slots of its coach. */
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
const emptyCalendar = { libur: new Map<string, string>(), cuti: [], jadwal: new Map() }

/**
 * Indexes classes or lessons. The returned function finds those that have the given coach, the
 * given room or one of the given people.
 */
const indexByResource = <T extends { pelatih_id: number; ruang_id: number }>(
  all: readonly T[],
  peopleOf: (one: T) => readonly number[],
) => {
  const byCoach = Map.groupBy(all, (a) => a.pelatih_id)
  const byRoom = Map.groupBy(all, (a) => a.ruang_id)
  const byPerson = new Map<number, T[]>()
  for (const item of all)
    for (const id of peopleOf(item)) byPerson.set(id, [...(byPerson.get(id) ?? []), item])
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
 * Returns a function that collects the data with which a wanted class can conflict. Other wanted
 * classes count with their new coach, room and time. The data contains leave, holidays, free slots
 * and siblings only if `soft` is true.
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
  // Compares periods instead of class ids, because a class may share a coach or room with a wanted
  // class in only one of its periods.
  const knownPeriods = new Set(rivals.map((r) => periodOf(r)))
  const otherClasses = await readClassesById(trx, actor, [...new Set(enrolled.map((e) => e.kelas))])
  const ownLessons = await readOwnLessons(trx, ids, span().from)
  const restOfClass = await readDaysOff(trx, ownLessons)
  const changed = new Map(wishes.map((w) => [periodOf(w), w]))
  const stored = [...rivals, ...otherClasses.filter((o) => !knownPeriods.has(periodOf(o)))].map(
    (c): StoredClass => ({ ...c, ...changed.get(periodOf(c)), id: c.id }),
  )
  const classes = nameClasses(stored, enrolled, restOfClass)
  const following = new Set(ownLessons.filter((l) => followsClass(l)).map((l) => l.id))
  const place = {
    pelatih: [...new Set(wishes.map((w) => w.pelatih_id))],
    ruang: [...new Set(wishes.map((w) => w.ruang_id))],
  }
  const wish = { id: null, kelas: null, gedung_id: 0, ...place, ...span() }
  const lessons = (await readMade(trx, actor, wish, people)).filter(
    (l) => hasNotEnded(l) && (l.id === null || !following.has(l.id)),
  )
  const nearClasses = indexByResource(classes, (c) => c.murid.map((m) => m.id))
  const nearLessons = indexByResource(lessons, (l) => l.peserta)
  const held = wishes.flatMap((w) => w.ditahan ?? [])
  const nearHolds = indexByResource(await readHolds(trx, actor, place, held), () => [])
  const seats = Map.groupBy(seated, (s) => s.kelas)
  // The calendar of a coach and outlet is read once, because many rooms are tried for the same
  // coach.
  const calendars = new Map<string, ReturnType<typeof readCalendar>>()
  const calendarOf = (classWish: ClassWish) => {
    const key = `${classWish.pelatih_id} ${classWish.gedung_id}`
    const calendar = calendars.get(key) ?? readCalendar(trx, classWish)
    calendars.set(key, calendar)
    return calendar
  }
  return async (classWish) => {
    const peserta: LessonStudent[] = seats.get(classWish.id ?? 0) ?? []
    const personIds = soft ? people : peserta.map((p) => p.id)
    const near = {
      classes: nearClasses(classWish, personIds).filter((c) => c.id !== classWish.id),
      lessons: nearLessons(classWish, personIds),
    }
    return {
      wanted: { ...classWish, istirahat: restOfClass(classWish) },
      around: {
        lessons: [...near.classes, ...near.lessons, ...nearHolds(classWish, [])],
        peserta,
        saudara: soft ? siblingsIn(near, family, new Set(students)) : [],
        outlet: classWish.outlet,
        kursi: new Map(),
        ...(soft ? await calendarOf(classWish) : emptyCalendar),
        dasar: actor.dasar,
      },
    }
  }
}
