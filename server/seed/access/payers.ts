/**
 * Makes the payers of a made-up school with their payment habits, and the other parent of a family.
 */
import { RoleId, UserStatus } from '#contract/enums.ts'
import { addDays } from '#contract/values/tanggal.ts'
import { makeArrival, type Arrival } from '#server/seed/access/arrival.ts'
import type { PersonMaker } from '#server/seed/access/person.ts'
import type { Sales } from '#server/seed/access/staff.ts'
import type { Outlet } from '#server/seed/catalog/outlets.ts'
import { cities } from '#server/seed/cities.ts'
import { momentOf, stamp, type Maker, type Row } from '#server/seed/maker.ts'
import {
  makeFamily,
  makeName,
  mobileNumber,
  pick,
  pickWeighted,
  type Family,
} from '#server/seed/names.ts'

/**
 * Payment habit of a payer: pays early (`rajin`), around the due date (`biasa`), late (`telat`), in
 * two parts (`cicil`), or has stopped paying (`macet`). `contoh` is the demo account, whose
 * payments are fixed.
 */
type Sifat = 'rajin' | 'biasa' | 'telat' | 'cicil' | 'macet' | 'contoh'
/** Data of a payer that is needed to make the bills of the payer. */
export interface Akun {
  id: number
  nama: string
  alamat: string
  gedung_id: number
  sifat: Sifat
  blocked: boolean
  active: boolean
  phone: string
  students: number
  profil: Row
}
/** Payer whose family is being made. */
export interface Payer {
  akun: Akun
  row: ReturnType<typeof makeRow>
  demo: boolean
  outlet: Outlet
  family: Family
  home: ReturnType<PersonMaker['addressIn']>
  arrival: Arrival
  mulai: string
  registered: string
  adminId: number
}
export interface PayerPlan {
  index: number
  adult: boolean
  students: number
  outlets: readonly Outlet[]
  sales: readonly Sales[]
  adminId: number
}

/**
 * Indexes of payers that show special cases: the demo account, a debtor, a debtor whose new bills
 * are blocked, and an inactive payer.
 */
const place = { demo: 0, debtor: 3, blocked: 4, inactive: 7 }
const habitOf = ({ random: r }: Maker, index: number): Sifat => {
  if (index === place.demo) return 'contoh'
  if (index === place.debtor || index === place.blocked) return 'macet'
  return pickWeighted(r, [
    ['rajin', 50],
    ['biasa', 28],
    ['telat', 12],
    ['cicil', 6],
    ['macet', 4],
  ] as const)
}
/**
 * Returns the id of the sales person of a payer. For the demo account, this is the first sales
 * person. About a quarter of the other payers have no sales person (null). All remaining payers
 * have the sales person of the outlet, or the first sales person if the outlet has none.
 */
const salesOf = (
  { random: r }: Maker,
  demo: boolean,
  sales: readonly Sales[],
  outlet: Outlet,
): number | null => {
  if (demo) return sales[0]?.id ?? null
  if (!r.chance(0.75)) return null
  return (sales.find((s) => s.gedung_id === outlet.id) ?? sales[0])?.id ?? null
}

/**
 * Returns the user row of a payer. If the payer is an adult who is also a student, the caller adds
 * the columns of a student.
 */
const makeRow = (
  { random: r, yesterday }: Maker,
  person: PersonMaker,
  identity: {
    id: number
    name: string
    nama_panggilan: string
    username: string
    phone: string
    gender: string
    gedung_id: number
    sales_id: number | null
  },
  more: {
    family: Family
    home: Payer['home']
    registered: string
    adult: boolean
    status: number
    adminId: number
  },
) => ({
  ...stamp(momentOf(more.registered), more.adminId),
  role_id: RoleId.akunBilling,
  status: more.status,
  ...identity,
  email: `${identity.username}@surel.example`,
  religion: r.chance(0.7) ? more.family.religion : null,
  ...more.home,
  last_login_at: r.chance(0.3)
    ? momentOf(addDays(yesterday, -r.int(0, 60)), r.int(0, 30_000))
    : null,
  tempat_lahir: pick(r, cities).kota,
  tanggal_lahir: more.adult ? person.birthday(19, 58) : person.birthday(30, 54),
})
const makeBillingProfile = ({ random: r }: Maker, { id, nama, blocked }: Akun): Row => ({
  user_id: id,
  nama_tagihan: nama,
  alamat_tagihan: null,
  email_tagihan: null,
  wa_tagihan: null,
  kirim_via: r.chance(0.8) ? 'wa' : 'keduanya',
  blokir_tagihan: Number(blocked),
})

const demoFamily: Family = { ethnicity: 'jawa', familyName: 'Santoso', religion: 'KATOLIK' }
const demoName = { name: 'Hendra Santoso', panggilan: 'Hendra' }

/**
 * Makes a payer. The caller stores the user row, because the row of a payer who is also a student
 * gets more columns.
 */
export const makePayer = (maker: Maker, person: PersonMaker, plan: PayerPlan): Payer => {
  const { ids, random: r } = maker
  const { index, adult, outlets, adminId } = plan
  const demo = index === place.demo
  const outlet = demo ? outlets[0]! : pick(r, outlets)
  const family = demo ? demoFamily : makeFamily(r, outlet.city)
  const gender = demo ? 'Laki-laki' : person.gender()
  const { name, panggilan } = demo ? demoName : makeName(r, family, gender)
  const id = ids.next('user')
  const phone = mobileNumber(r)
  const home = person.addressIn(outlet)
  const username = demo ? 'akunbilling' : person.usernameOf(name)
  const sales_id = salesOf(maker, demo, plan.sales, outlet)
  const arrival = makeArrival(maker, demo)
  const mulai = arrival.startOf()
  const registered = arrival.registeredOf(mulai)
  const akun: Akun = {
    id,
    nama: name,
    alamat: home.alamat,
    gedung_id: outlet.id,
    sifat: habitOf(maker, index),
    blocked: index === place.blocked,
    active: index !== place.inactive,
    phone,
    students: plan.students,
    profil: {},
  }
  const status = akun.active ? UserStatus.aktif : UserStatus.nonaktif
  const row = makeRow(
    maker,
    person,
    {
      id,
      name,
      nama_panggilan: panggilan,
      username,
      phone,
      gender,
      gedung_id: outlet.id,
      sales_id,
    },
    { family, home, registered, adult, status, adminId },
  )
  akun.profil = makeBillingProfile(maker, akun)
  return { akun, row, demo, outlet, family, home, arrival, mulai, registered, adminId }
}

/**
 * Stores the other parent of the demo account, and of about 30 % of the other payers, as a contact
 * of the payer.
 */
export const putOtherParent = ({ ids, put, profileRandom }: Maker, payer: Payer): void => {
  if (!payer.demo && !profileRandom.chance(0.3)) return
  const isMother = payer.row.gender === 'Laki-laki'
  const gender = isMother ? 'Perempuan' : 'Laki-laki'
  put('akun_billing_kontak', {
    id: ids.next('akun_billing_kontak'),
    user_id: payer.akun.id,
    nama: payer.demo ? 'Yohana Santoso' : makeName(profileRandom, payer.family, gender).name,
    hubungan: isMother ? 'Ibu' : 'Ayah',
    phone: mobileNumber(profileRandom),
    email: null,
    terima_tagihan: Number(profileRandom.chance(0.4)),
  })
}
