/**
 * Makes the students of a made-up school: adults who pay for themselves, and children of a payer.
 */
import { Activation, RoleId, UserStatus } from '#contract/enums.ts'
import { studentNumber } from '#server/modules/access/user/save/studentNumber.ts'
import type { Akun, Payer } from '#server/seed/access/payers.ts'
import type { PersonMaker } from '#server/seed/access/person.ts'
import { momentOf, counters, stamp, type Maker } from '#server/seed/maker.ts'
import { makeName, pick } from '#server/seed/names.ts'

export interface Student {
  id: number
  name: string
  akun: Akun
  gedung_id: number
  sales_id: number | null
  mulai: string
  registered: string
  /** Index of the course category that the student is interested in. */
  minat: number
  adult: boolean
  demo: boolean
}

/**
 * Returns a function that takes a day of registration and returns the next student number of its
 * year. Students who are later added in the app get the numbers that follow.
 */
export const makeStudentNumbers = () => {
  const perYear = counters()
  return (registered: string): string => {
    const year = registered.slice(0, 4)
    return studentNumber(Number(year), perYear.next(year))
  }
}
export type StudentNumbers = ReturnType<typeof makeStudentNumbers>

/** Instruments that students own, by the index of the course category. */
const instruments = [
  ['Piano digital', 'Keyboard 61 tuts', 'Piano upright'],
  ['Gitar akustik', 'Gitar klasik', 'Gitar elektrik'],
  ['Mikrofon'],
  ['Drum elektrik', 'Practice pad'],
  ['Biola 1/2', 'Biola 3/4', 'Biola 4/4'],
]
const makeProfile = (
  { random: r }: Maker,
  user: { user_id: number; no_induk: string },
  minat: number,
  schools: readonly string[] | null,
) => ({
  ...user,
  sekolah: schools ? pick(r, schools) : null,
  instrumen_dimiliki: r.chance(0.55) ? pick(r, instruments[minat]!) : null,
  catatan: null,
  kursus_minat: '[]',
})

/** Stores the user row and the student profile of an adult who is payer and student. */
export const makeAdultStudent = (
  maker: Maker,
  person: PersonMaker,
  nextNumber: StudentNumbers,
  payer: Payer,
): Student => {
  const { akun, row, mulai, registered } = payer
  const { id, nama: name, gedung_id } = akun
  const minat = maker.random.int(0, 4)
  const no_induk = nextNumber(registered)
  const profile = makeProfile(maker, { user_id: id, no_induk }, minat, null)
  person.putPerson(
    {
      ...row,
      akun_billing_id: id,
      activation: Activation.pilihKursus,
      persetujuan_at: momentOf(registered),
      persetujuan_oleh: name,
    },
    `${no_induk} ${name}`,
  )
  maker.put('peserta_profil', profile)
  const { sales_id } = row
  return { id, name, akun, gedung_id, sales_id, mulai, registered, minat, adult: true, demo: false }
}

const informationSources = [
  'Teman/Saudara/Keluarga',
  'Teman/Saudara/Keluarga',
  'Media Sosial',
  'Media Sosial',
  'Website Sekolah',
  'Flyer/Brosur',
  'Toko Musik',
]
/** Ethnic groups in which a child always gets the family name. */
const sharedFamilyName = ['batak', 'tionghoa', 'minahasa', 'timur', 'bali']
const demoChildren = [
  { name: 'Clara Ayu Santoso', panggilan: 'Clara', gender: 'Perempuan' },
  { name: 'Kevin Santoso', panggilan: 'Kevin', gender: 'Laki-laki' },
] as const
/**
 * Draws the name of a child. Its last word is the family name or the payer's last name. The
 * children of the demo account have fixed names.
 */
const nameChild = ({ random: r }: Maker, person: PersonMaker, payer: Payer, nth: number) => {
  const { family, demo } = payer
  const gender = demo ? undefined : person.gender()
  const familyName =
    r.chance(0.5) || sharedFamilyName.includes(family.ethnicity)
      ? family.familyName
      : payer.akun.nama.split(' ').at(-1)!
  if (!gender) return demoChildren[nth === 0 ? 0 : 1]
  return { ...makeName(r, { ...family, familyName }, gender), gender }
}

/** Stores the nth child of a payer (from 0) with a student profile. */
export const makeChild = (
  maker: Maker,
  person: PersonMaker,
  nextNumber: StudentNumbers,
  payer: Payer,
  nth: number,
): Student => {
  const { ids, put, random: r } = maker
  const { akun, row: payerRow, outlet, demo } = payer
  const { name, panggilan, gender } = nameChild(maker, person, payer, nth)
  const id = ids.next('user')
  const minat = demo ? nth : r.int(0, 4)
  const mulai = nth === 0 || r.chance(0.6) ? payer.mulai : payer.arrival.startOf()
  const registered = mulai === payer.mulai ? payer.registered : payer.arrival.registeredOf(mulai)
  const no_induk = nextNumber(registered)
  const profile = makeProfile(maker, { user_id: id, no_induk }, minat, outlet.city.schools)
  const { sales_id } = payerRow
  person.putPerson(
    {
      id,
      ...stamp(momentOf(registered), payer.adminId),
      role_id: RoleId.peserta,
      status: UserStatus.aktif,
      name,
      nama_panggilan: panggilan,
      username: demo && nth === 0 ? 'peserta' : person.usernameOf(name),
      gender,
      religion: payerRow.religion,
      information_source: pick(r, informationSources),
      tempat_lahir: outlet.city.kota,
      tanggal_lahir: person.birthday(5, 16),
      ...payer.home,
      gedung_id: outlet.id,
      akun_billing_id: akun.id,
      sales_id,
      wali_nama: akun.nama,
      wali_hubungan: payerRow.gender === 'Perempuan' ? 'Ibu' : 'Ayah',
      wali_phone: akun.phone,
      activation: Activation.pilihKursus,
      persetujuan_at: momentOf(registered),
      persetujuan_oleh: akun.nama,
    },
    no_induk,
  )
  put('peserta_profil', profile)
  const gedung_id = outlet.id
  return { id, name, akun, gedung_id, sales_id, mulai, registered, minat, adult: false, demo }
}
