/**
 * Searches free seats in classes and free times of coaches for a course at an outlet, on the
 * weekdays and in the hours that a family wants (domain.md 3.11). Holding a slot checks it again.
 */
import type { CallOutput } from '#contract/call.ts'
import { Hari, KursusPesertaStatus, RoleId, SlotPelatih, UserStatus } from '#contract/enums.ts'
import type { freeSlots as freeSlotsCall } from '#contract/sales/activationCalls.ts'
import { asksFirst, nearestFree } from '#contract/schedule/rules/conflicts.ts'
import { statusAt, slotTimes } from '#contract/schedule/rules/freeSlots.ts'
import { classEnd } from '#contract/schedule/rules/weekly.ts'
import { weekday } from '#contract/values/tanggal.ts'
import { fromJson } from '#server/db/json.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalidField } from '#server/errors.ts'
import { inScope, scopeOf, type Handlers } from '#server/http/calls.ts'
import type { Ctx } from '#server/http/context.ts'
import { userModule } from '#server/modules/access/user/user.ts'
import { gedungModule } from '#server/modules/catalog/gedung.ts'
import { kursusModule } from '#server/modules/catalog/kursus.ts'
import { checkSeen, readPerson } from '#server/modules/sales/activation/calon.ts'
import { ofCalon } from '#server/modules/sales/slots/slotRows.ts'
import { classesOfCourse, freeSeats } from '#server/modules/schedule/classes/classesOfCourse.ts'
import { classPeriods } from '#server/modules/schedule/classes/classVersions.ts'
import type { CourseWish } from '#server/modules/schedule/conflicts/checkClass.ts'
import {
  readAroundClasses,
  type Wanted,
} from '#server/modules/schedule/conflicts/classConflictData.ts'
import { countHeld } from '#server/modules/schedule/conflicts/heldSlots.ts'
import { readWeeks } from '#server/modules/schedule/conflicts/lessonConflictData.ts'
import { hasBaseRole } from '#server/modules/scope.ts'

type Found = CallOutput<typeof freeSlotsCall>
type Day = (typeof Hari.options)[number]['value']
const mostCoaches = 15
const mostRooms = 15
/** Maximum number of class hours returned per coach and weekday. */
const mostADay = 3
const mostHours = 80
/** Interval in `spread`: every fourth possible start time of a day is examined first. */
const hoursApart = 4

interface SlotQuery {
  kursus_id: number
  gedung_id: number
  mulai: string
  hari: readonly Day[]
  dari: string
  sampai: string
}
interface Times {
  hari: number
  jam_mulai: string
  jam_selesai: string
}
const overlap = (a: Times, b: Times): boolean =>
  a.hari === b.hari && a.jam_mulai < b.jam_selesai && b.jam_mulai < a.jam_selesai
const isWanted = ({ hari, dari, sampai }: SlotQuery, times: Times): boolean =>
  hari.some((h) => h === times.hari) && times.jam_mulai >= dari && times.jam_selesai <= sampai

/** Reads the times at which the student is in a class. */
const readOwn = async (trx: Trx, student: number | null): Promise<Times[]> =>
  student === null
    ? []
    : trx
        .selectFrom('kursus_peserta as kp')
        .innerJoin(classPeriods(trx), 'kursus_pelatih.id', 'kp.kursus_pelatih_id')
        .select(['kursus_pelatih.hari', 'kursus_pelatih.jam_mulai', 'kursus_pelatih.jam_selesai'])
        .where('kp.peserta_id', '=', student)
        .where('kp.status', 'in', [KursusPesertaStatus.aktif, KursusPesertaStatus.cuti])
        .execute()

/** Returns the classes of the course with a seat that is neither taken nor held. */
const findSeats = async (
  trx: Trx,
  criteria: SlotQuery,
  { own, held }: { own: readonly Times[]; held: number },
): Promise<Found['kelas']> => {
  const classes = await classesOfCourse(trx, criteria)
  const ids = classes.map((k) => k.id)
  if (ids.length === 0) return []
  const heldSeats = await countHeld(trx, ids, held)
  const more = await trx
    .selectFrom('kursus_pelatih')
    .select(['id', 'mulai', 'tanya_dulu', 'tanya_dulu_disetujui_at'])
    .where('id', 'in', ids)
    .execute()
  const promised = await trx
    .selectFrom('kursus_peserta')
    .select((eb) => ['kursus_pelatih_id', eb.fn.countAll<number>().as('n')])
    .where('kursus_pelatih_id', 'in', ids)
    .where('status', '=', KursusPesertaStatus.tidakAktif)
    .where('tunggu_at', 'is not', null)
    .groupBy('kursus_pelatih_id')
    .execute()
  return classes.flatMap((k) => {
    const detail = more.find((m) => m.id === k.id)
    const hari = Hari.options.find((o) => o.value === k.hari)?.value
    if (!detail || hari === undefined) return []
    const waits = Number(detail.tanya_dulu) === 1 && detail.tanya_dulu_disetujui_at === null
    const n = Number(promised.find((p) => p.kursus_pelatih_id === k.id)?.n ?? 0)
    const sisa_kursi = freeSeats(k) - (heldSeats.get(k.id) ?? 0) - n
    const times = { hari, jam_mulai: k.jam_mulai, jam_selesai: k.jam_selesai }
    const isOpen = detail.mulai <= criteria.mulai && !waits && sisa_kursi > 0
    if (!isOpen || !isWanted(criteria, times) || own.some((o) => overlap(o, times))) return []
    const { id: kursus_pelatih_id, nama, ruang, pelatih } = k
    return { kursus_pelatih_id, nama, ...times, pelatih, ruang, sisa_kursi }
  })
}

/** Reads coaches of the course's category who work at this outlet, or who have no fixed outlets. */
const readCoaches = (trx: Trx, ctx: Ctx, { kursus_id, gedung_id }: SlotQuery) =>
  trx
    .selectFrom('user')
    .innerJoin('pelatih_bidang as b', 'b.user_id', 'user.id')
    .innerJoin('kursus', 'kursus.kategori_kursus_id', 'b.kategori_kursus_id')
    .select(['user.id', 'user.name'])
    .where('kursus.id', '=', kursus_id)
    .where('user.status', '=', UserStatus.aktif)
    .where(hasBaseRole(ctx.actor, [RoleId.pelatih]))
    .where(scopeOf(ctx, userModule))
    .where((eb) =>
      eb.or([
        eb(
          'user.id',
          'in',
          eb.selectFrom('user_gedung').select('user_id').where('gedung_id', '=', gedung_id),
        ),
        eb.not(
          eb.exists(
            eb
              .selectFrom('user_gedung as w')
              .select('w.user_id')
              .whereRef('w.user_id', '=', 'user.id'),
          ),
        ),
      ]),
    )
    .orderBy('user.name_kunci')
    .orderBy('user.id')
    .limit(mostCoaches)
    .execute()
const readRooms = (trx: Trx, gedung_id: number) =>
  trx
    .selectFrom('ruang')
    .select(['id', 'nama'])
    .where('gedung_id', '=', gedung_id)
    .where('status', '=', 'aktif')
    .orderBy('kapasitas')
    .orderBy('nama_kunci')
    .orderBy('id')
    .limit(mostRooms)
    .execute()

interface Place {
  course: { durasi_menit: number }
  outlet: { id: number; nama: string; jam_buka: string; jam_tutup: string; zona_waktu: string }
}
/** Returns the wanted hours when the outlet is open, the student free, and the coach available. */
const hoursOf = (
  week: string | undefined,
  criteria: SlotQuery,
  { course, outlet }: Place,
  ownTimes: readonly Times[],
): (Times & { hari: Day })[] =>
  criteria.hari.flatMap((hari) =>
    slotTimes.flatMap((jam_mulai, place) => {
      const jam_selesai = classEnd(jam_mulai, course.durasi_menit)
      // Treats a coach without stored free slots as possibly free at all times.
      const mayBe = week === undefined || statusAt(week, hari, place) !== SlotPelatih.tidakBisa
      if (!jam_selesai || !mayBe) return []
      const times = { hari, jam_mulai, jam_selesai }
      const isOpen = jam_mulai >= outlet.jam_buka && jam_selesai <= outlet.jam_tutup
      return isOpen && isWanted(criteria, times) && !ownTimes.some((o) => overlap(o, times))
        ? [times]
        : []
    }),
  )

const wishAt = (criteria: SlotQuery, { outlet }: Place, pelatih_id: number, held: number) => {
  const { zona_waktu, ...rest } = outlet
  return (ruang_id: number, times: Times): CourseWish => ({
    id: null,
    nama: '',
    tampak: 1,
    ...times,
    kursus_id: criteria.kursus_id,
    gedung_id: criteria.gedung_id,
    pelatih_id,
    ruang_id,
    mulai: criteria.mulai,
    selesai: null,
    zona_waktu,
    outlet: rest,
    ditahan: held,
  })
}

type Around = Awaited<ReturnType<Awaited<ReturnType<typeof readAroundClasses>>>>
type Lesson = Around['around']['lessons'][number]
const minutesOf = (jam: string): number => Number(jam.slice(0, 2)) * 60 + Number(jam.slice(3))
/** Maximum minutes between conflicting lessons: 30 for travel, 120 for different time zones. */
const nearMinutes = 150
const isNear = (a: Times, b: Pick<Times, 'jam_mulai' | 'jam_selesai'>): boolean =>
  minutesOf(a.jam_mulai) < minutesOf(b.jam_selesai) + nearMinutes &&
  minutesOf(b.jam_mulai) < minutesOf(a.jam_selesai) + nearMinutes
const dayOf = (l: Lesson): number => ('hari' in l ? l.hari : weekday(l.tanggal))

/**
 * Returns a function that checks one hour of the week for a class. The function returns `kosong` if
 * the hour is free, `tanya` if the coach must agree first, and undefined if the class cannot take
 * place. It compares only lessons near the hour, because a coach has hundreds of lessons.
 */
const freeAt = ({ wanted, around }: Around) => {
  const byDay = Map.groupBy(around.lessons, dayOf)
  return (times: Times): 'kosong' | 'tanya' | undefined => {
    const lessons = (byDay.get(times.hari) ?? []).filter((l) => isNear(times, l))
    if (lessons.some((l) => 'hari' in l && overlap(l, times))) return undefined
    const candidate: Wanted = { ...wanted, ...times }
    const free = nearestFree(candidate, [candidate], { ...around, lessons }, { mayAsk: true })
    if (free.length === 0) return undefined
    return asksFirst(candidate, around.jadwal) ? 'tanya' : 'kosong'
  }
}
/** Puts every fourth time of each day first, so that a short result covers the whole day. */
const spread = <T extends Times>(hours: readonly T[]): T[] =>
  [...Map.groupBy(hours, (h) => h.hari).values()].flatMap((day) =>
    day
      .map((times, i) => ({ at: times, turn: i % hoursApart }))
      .toSorted((a, b) => a.turn - b.turn)
      .map(({ at }) => at),
  )

interface FoundHour {
  at: Times & { hari: Day }
  room: { id: number; nama: string }
  tanya_dulu: boolean
}
/** Returns at most `mostADay` hours per weekday. Hours that need the coach's consent come last. */
const hoursOfCoach = async (
  open: readonly (Times & { hari: Day })[],
  rooms: readonly { id: number; nama: string }[],
  aroundIn: (ruang_id: number) => Promise<Around>,
) => {
  const hours: FoundHour[] = []
  const asking = new Map<Times, FoundHour>()
  let rest = spread(open)
  const isTold = (times: Times) => hours.some((f) => overlap(f.at, times))
  const isFull = (hari: number) => hours.filter((f) => f.at.hari === hari).length >= mostADay
  for (const room of rooms) {
    rest = rest.filter((times) => !isFull(times.hari))
    if (rest.length === 0) break
    const freeness = freeAt(await aroundIn(room.id))
    for (const times of rest) {
      if (isFull(times.hari) || isTold(times) || asking.has(times)) continue
      const how = freeness(times)
      if (how === 'kosong') hours.push({ at: times, room, tanya_dulu: false })
      if (how === 'tanya') asking.set(times, { at: times, room, tanya_dulu: true })
    }
  }
  for (const hour of asking.values())
    if (!isFull(hour.at.hari) && !isTold(hour.at)) hours.push(hour)
  return { found: hours, isMore: open.some((times) => isFull(times.hari) && !isTold(times)) }
}

/** Returns free times of coaches, each with the smallest free room. */
const findHours = async (
  trx: Trx,
  ctx: Ctx,
  criteria: SlotQuery,
  { own, held, place }: { own: readonly Times[]; held: number; place: Place },
): Promise<Pick<Found, 'jam' | 'lebih'>> => {
  const coaches = await readCoaches(trx, ctx, criteria)
  const rooms = await readRooms(trx, criteria.gedung_id)
  if (coaches.length === 0 || rooms.length === 0) return { jam: [], lebih: false }
  const ids = coaches.map((c) => c.id)
  const weeks = await readWeeks(trx, ids)
  const nowhere = { hari: Hari.senin, jam_mulai: '00:00', jam_selesai: '00:30' }
  const wishIn = (coach: number, room: number) =>
    wishAt(criteria, place, coach, held)(room, nowhere)
  const places = ids.flatMap((coach) => rooms.map((room) => wishIn(coach, room.id)))
  const placeOf = await readAroundClasses(trx, ctx.actor, places, true)
  const jam: Found['jam'] = []
  let lebih = coaches.length === mostCoaches
  for (const coach of coaches) {
    const open = hoursOf(weeks.get(coach.id), criteria, place, own)
    const { found, isMore } = await hoursOfCoach(open, rooms, (room) =>
      placeOf(wishIn(coach.id, room)),
    )
    lebih ||= isMore
    for (const { at, room, tanya_dulu } of found)
      jam.push({
        pelatih_id: coach.id,
        pelatih: coach.name,
        ruang_id: room.id,
        ruang: room.nama,
        ...at,
        tanya_dulu,
      })
  }
  const order = ({ hari, jam_mulai, pelatih }: Found['jam'][number]) =>
    `${hari} ${jam_mulai} ${pelatih}`
  const sorted = jam.toSorted((a, b) => order(a).localeCompare(order(b)))
  return { jam: sorted.slice(0, mostHours), lebih: lebih || sorted.length > mostHours }
}

const readPlace = async (trx: Trx, { kursus_id, gedung_id }: SlotQuery): Promise<Place> => {
  const { gedung, ...course } = await trx
    .selectFrom('kursus')
    .select(['durasi_menit', 'gedung'])
    .where('id', '=', kursus_id)
    .executeTakeFirstOrThrow()
  const offered = fromJson<number[]>(gedung)
  if (offered.length > 0 && !offered.includes(gedung_id))
    throw invalidField('kursus_id', 'Kursus ini tidak ditawarkan di outlet itu')
  const outlet = await trx
    .selectFrom('gedung')
    .select(['id', 'nama', 'jam_buka', 'jam_tutup', 'zona_waktu'])
    .where('id', '=', gedung_id)
    .executeTakeFirstOrThrow()
  return { course, outlet }
}
const allDays: readonly Day[] = Hari.options.map((o) => o.value)

export const freeSlots: Handlers['freeSlots'] = async (ctx, _, query) => {
  const calon = await checkSeen(ctx, query)
  const [kursus_id, gedung_id] = [Number(query.kursus_id), Number(query.gedung_id)]
  await inScope(ctx, kursusModule, kursus_id)
  await inScope(ctx, gedungModule, gedung_id)
  const chosen = query.hari?.split(',').map(Number)
  const criteria: SlotQuery = {
    kursus_id,
    gedung_id,
    mulai: query.mulai,
    hari: chosen ? allDays.filter((d) => chosen.includes(d)) : allDays,
    dari: query.dari ?? '00:00',
    sampai: query.sampai ?? '24:00',
  }
  return transaction(ctx.db, async (trx) => {
    const person = await readPerson(trx, calon)
    const ownTimes = await readOwn(trx, person.user_id)
    const held = (await ofCalon(trx, calon))?.id ?? 0
    const place = await readPlace(trx, criteria)
    return {
      kelas: await findSeats(trx, criteria, { own: ownTimes, held }),
      ...(await findHours(trx, ctx, criteria, { own: ownTimes, held, place })),
    }
  })
}
