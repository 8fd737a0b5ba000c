/** Makes the timetable of a generated school. Opens a class only when a student needs it. */
import { Hari } from '#contract/enums.ts'
import { addDays, firstDay, spansOverlap } from '#contract/values/tanggal.ts'
import type { Coach } from '#server/seed/access/staff.ts'
import type { Kursus } from '#server/seed/catalog/courses.ts'
import { momentOf, keyed, stamp, type Maker } from '#server/seed/maker.ts'
import { minutesOf, timeOf } from '#server/seed/schedule/time.ts'

interface Meeting {
  hari: number
  jam_mulai: string
  jam_selesai: string
}
export interface Kelas extends Meeting {
  id: number
  gedung_id: number
  kursus: Kursus
  kapasitas: number
  mulai: string
  peserta: { mulai: string; selesai: string | null }[]
}
/** Course, outlet and start day for which a student needs a class. */
export interface Wish {
  gedung_id: number
  kursus: Kursus
  mulai: string
  /** Other classes of the student, which the new class must not overlap. */
  others: readonly Kelas[]
}
type CoachDay = Coach['days'][number]

const meets = (a: Meeting, b: Meeting): boolean =>
  a.hari === b.hari &&
  spansOverlap(
    { mulai: a.jam_mulai, selesai: a.jam_selesai },
    { mulai: b.jam_mulai, selesai: b.jam_selesai },
  )
const clashes = (otherClasses: readonly Kelas[], meeting: Meeting): boolean =>
  otherClasses.some((kelas) => meets(kelas, meeting))
const nextMeeting = (day: CoachDay, durasi: number): Meeting => ({
  hari: day.hari,
  jam_mulai: timeOf(day.next),
  jam_selesai: timeOf(day.next + durasi),
})
const seatsTaken = (k: Kelas, day: string) =>
  k.peserta.filter((p) => p.selesai === null || p.selesai >= day).length
/**
 * Returns how full a day of a coach is, for comparing days: the minutes from 13:00 to the time at
 * which a further class can begin. Weekend days count from 4:00, so they are usually filled later
 * than weekdays.
 */
const minutesIn = ({ hari, next }: CoachDay) => next - (hari > Hari.jumat ? 240 : 780)

const storeClass = (
  { ids, put }: Maker,
  { kursus, gedung_id, mulai }: Wish,
  coach: Coach,
  meeting: Meeting,
  adminId: number,
): Kelas => {
  const id = ids.next('kursus_pelatih')
  const firstOfMonth = firstDay(mulai.slice(0, 7))
  const { kapasitas } = kursus
  const when = `${Hari.label(meeting.hari)} ${meeting.jam_mulai.replace(':', '.')}`
  const row = {
    id,
    ...stamp(momentOf(addDays(firstOfMonth, -14)), adminId),
    kode: `${kursus.kode}-${String(id).padStart(3, '0')}`,
    nama: `${kursus.nama} – ${when} – ${coach.name}`,
    pelatih_id: coach.id,
    kursus_id: kursus.id,
    gedung_id,
    ruang_id: coach.ruang_id,
    ...meeting,
    mulai: firstOfMonth,
    selesai: null,
    kapasitas,
    status: 'aktif',
    catatan: null,
  }
  put('kursus_pelatih', keyed('kursus-pelatih', row, coach.ruang))
  return { id, ...meeting, gedung_id, kursus, kapasitas, mulai: firstOfMonth, peserta: [] }
}

/**
 * Returns a function that finds a class of the wished course and outlet for a student. The class
 * has a free seat on the start day and does not overlap the student's other classes. If there is no
 * such class, the function opens a new one. It returns undefined if no coach has time.
 */
export const makeTimetable = (maker: Maker, coaches: readonly Coach[], adminId: number) => {
  const byPlace = new Map<string, Kelas[]>()
  const placeOf = ({ gedung_id, kursus }: Wish) => {
    const key = `${gedung_id}:${kursus.id}`
    const placeClasses = byPlace.get(key) ?? []
    byPlace.set(key, placeClasses)
    return placeClasses
  }
  const openClass = (wish: Wish): Kelas | undefined => {
    const { gedung_id, kursus, others } = wish
    const able = coaches
      .filter((c) => c.gedung_id === gedung_id && c.bidang.includes(kursus.kategori))
      .sort((a, b) => a.minutesTaken - b.minutesTaken)
    for (const coach of able) {
      const day = coach.days
        .filter(
          (d) =>
            d.next + kursus.durasi <= d.closes && !clashes(others, nextMeeting(d, kursus.durasi)),
        )
        .sort((a, b) => minutesIn(a) - minutesIn(b))[0]
      if (!day) continue
      const newClass = storeClass(maker, wish, coach, nextMeeting(day, kursus.durasi), adminId)
      day.next = minutesOf(newClass.jam_selesai)
      coach.minutesTaken += kursus.durasi
      placeOf(wish).push(newClass)
      return newClass
    }
    return undefined
  }
  return (wish: Wish): Kelas | undefined =>
    placeOf(wish).find(
      (c) =>
        c.mulai <= wish.mulai &&
        seatsTaken(c, wish.mulai) < c.kapasitas &&
        !clashes(wish.others, c),
    ) ?? openClass(wish)
}
export type Timetable = ReturnType<typeof makeTimetable>
