/**
 * Makes the staff of a made-up school: admins, sales persons, and coaches with their rooms and free
 * slots (half hours in which they can teach).
 */
import { Hari, RoleId, SlotPelatih, UserStatus } from '#contract/enums.ts'
import { slotTimes } from '#contract/schedule/rules/freeSlots.ts'
import { staffKode } from '#server/modules/access/user/save/identity.ts'
import type { PersonMaker } from '#server/seed/access/person.ts'
import type { Kursus } from '#server/seed/catalog/courses.ts'
import { makeHalls, makeRoom, type Outlet } from '#server/seed/catalog/outlets.ts'
import { momentOf, type Maker, type Row } from '#server/seed/maker.ts'
import { makeFamily, makeName, mobileNumber } from '#server/seed/names.ts'
import { minutesOf } from '#server/seed/schedule/time.ts'

export interface Sales {
  id: number
  gedung_id: number
}
export interface Coach {
  id: number
  name: string
  gedung_id: number
  ruang: string
  ruang_id: number
  /** Indexes of the course categories that the coach teaches. */
  bidang: number[]
  minutesTaken: number
  /**
   * Working days of the coach: weekday (`hari`) with the begin and end of work. `next` is the time
   * at which a further class can begin. Times are in minutes since midnight.
   */
  days: { hari: number; opens: number; next: number; closes: number }[]
}
interface StaffMember {
  role_id: number
  name: string
  username: string
  gender: string
  gedung_id?: number
}

const makeMember = (
  { ids, random: r }: Maker,
  person: PersonMaker,
  outlets: readonly Outlet[],
  { role_id, name, username, ...more }: StaffMember,
): number => {
  const id = ids.next('user')
  const outlet = outlets.find((x) => x.id === more.gedung_id) ?? outlets[0]!
  const row: Row = {
    email: `${username}@nada.example`,
    phone: mobileNumber(r),
    tanggal_lahir: person.birthday(23, 52),
    tempat_lahir: outlet.city.kota,
    ...person.addressIn(outlet),
    ...more,
  }
  const hasKode = role_id === RoleId.pelatih || role_id === RoleId.sales
  person.putPerson(
    { id, role_id, name, username, status: UserStatus.aktif, ...row },
    hasKode ? staffKode(role_id, id) : '',
  )
  return id
}

/**
 * Makes an admin of all outlets and returns the admin's id. Also makes an admin of a single outlet
 * in the Makassar time zone, if there is such an outlet.
 */
export const makeAdmins = (
  maker: Maker,
  person: PersonMaker,
  outlets: readonly Outlet[],
): number => {
  const common = { role_id: RoleId.admin, gender: 'Perempuan' }
  const adminId = makeMember(maker, person, outlets, {
    ...common,
    name: 'Ratna Wulandari',
    username: 'admin',
  })
  const inTheEast = outlets.find(({ city }) => city.timeZone === 'Asia/Makassar')
  if (inTheEast)
    maker.put('user_gedung', {
      user_id: makeMember(maker, person, outlets, {
        ...common,
        name: 'Andi Tenri Mattalatta',
        username: 'admin.makassar',
        gedung_id: inTheEast.id,
      }),
      gedung_id: inTheEast.id,
    })
  return adminId
}

/** Makes the sales persons, assigned to the outlets in turn. The first one is the demo account. */
export const makeSales = (
  maker: Maker,
  person: PersonMaker,
  outlets: readonly Outlet[],
): Sales[] => {
  const { options, random: r } = maker
  return Array.from({ length: options.sales }, (_, i) => {
    const outlet = outlets[i % outlets.length]!
    const gender = person.gender()
    const demo = i === 0
    const name = demo ? 'Dimas Prasetyo' : makeName(r, makeFamily(r, outlet.city), gender).name
    const id = makeMember(maker, person, outlets, {
      role_id: RoleId.sales,
      name,
      username: demo ? 'sales' : person.usernameOf(name),
      gender: demo ? 'Laki-laki' : gender,
      gedung_id: outlet.id,
    })
    return { id, gedung_id: outlet.id }
  })
}

/** Equipment of a room, by the index of the course category taught in it. */
const furniture = [
  ['Piano upright'],
  ['Ampli gitar'],
  ['Mikrofon', 'Cermin'],
  ['Drum akustik', 'Peredam suara'],
  ['Stand partitur'],
]
/**
 * Returns the working days of a coach: Monday to Friday from 13:00 or later, Saturday from 9:00,
 * and for some coaches Sunday from 9:00. The day off is omitted.
 */
const workingDays = ({ random: r }: Maker, dayOff: number): Coach['days'] =>
  [1, 2, 3, 4, 5, 6, 7]
    .filter((hari) => hari !== dayOff && (hari !== Hari.minggu || r.chance(0.4)))
    .map((hari) => {
      const weekday = hari <= Hari.jumat
      const opens = weekday ? 13 * 60 + 30 * r.int(0, 2) : 9 * 60
      return { hari, opens, next: opens, closes: weekday ? 20 * 60 + 30 : 17 * 60 }
    })

/**
 * Makes the coaches, assigned to the outlets in turn, each with a room whose size and equipment fit
 * the coach's courses. The first one is the demo account.
 */
const makeCoachList = (
  maker: Maker,
  person: PersonMaker,
  outlets: readonly Outlet[],
  kursus: readonly Kursus[],
): Coach[] => {
  const { options, random: r } = maker
  return Array.from({ length: options.coaches }, (_, i) => {
    const outlet = outlets[i % outlets.length]!
    const round = Math.floor(i / outlets.length)
    const demo = i === 0
    const gender = person.gender()
    const name = demo ? 'Maria Simanjuntak' : makeName(r, makeFamily(r, outlet.city), gender).name
    const dayOff = r.int(1, 5)
    const bidang = [(2 * round) % 5, (2 * round + 1) % 5]
    const ruang = `Studio ${round + 1}`
    const taught = kursus.filter((k) => bidang.includes(k.kategori))
    const ruang_id = makeRoom(maker, {
      gedung_id: outlet.id,
      nama: ruang,
      kapasitas: Math.max(...taught.map((k) => k.kapasitas)),
      fasilitas: [...bidang.flatMap((b) => furniture[b] ?? []), 'AC'],
    })
    const id = makeMember(maker, person, outlets, {
      role_id: RoleId.pelatih,
      name,
      username: demo ? 'pelatih' : person.usernameOf(name),
      gender: demo ? 'Perempuan' : gender,
      gedung_id: outlet.id,
    })
    const days = workingDays(maker, dayOff)
    return { id, name, gedung_id: outlet.id, ruang, ruang_id, bidang, minutesTaken: 0, days }
  })
}
/**
 * Returns the status of a half hour in which a coach can teach: `tanyaDulu` (ask first) on Sundays,
 * on Saturdays from 12:00 to 13:00, and from 19:30 on; otherwise `kosong` (free).
 */
const slotStatus = (hari: number, mulai: string): number => {
  const askFirst =
    hari === Hari.minggu ||
    (hari === Hari.sabtu && mulai >= '12:00' && mulai < '13:00') ||
    mulai >= '19:30'
  return askFirst ? SlotPelatih.tanyaDulu : SlotPelatih.kosong
}
const putFreeSlots = ({ put, longAgo }: Maker, { id, days }: Coach): void => {
  put('jadwal_kosong_versi', {
    pelatih_id: id,
    versi: 1,
    updated_at: momentOf(longAgo),
    updated_by: id,
  })
  for (const { hari, opens, closes } of days)
    for (const jam of slotTimes.filter((j) => minutesOf(j) >= opens && minutesOf(j) < closes))
      put('jadwal_kosong_pelatih', { pelatih_id: id, hari, jam, status: slotStatus(hari, jam) })
}

/** Makes a hall in each outlet, and the coaches with their rooms and free slots. */
export const makeCoaches = (
  maker: Maker,
  person: PersonMaker,
  outlets: readonly Outlet[],
  kursus: readonly Kursus[],
): Coach[] => {
  makeHalls(maker, outlets)
  const coaches = makeCoachList(maker, person, outlets, kursus)
  for (const coach of coaches) putFreeSlots(maker, coach)
  return coaches
}
