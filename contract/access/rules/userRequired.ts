/** Checks the data that a user must have, by role and age (domain.md 2.1). */
import { adultAge, checkConsent } from '#contract/access/rules/consent.ts'
import { RoleId, UserStatus, type KirimVia } from '#contract/enums.ts'
import type { Issue } from '#contract/resource.ts'
import { ageOf } from '#contract/values/tanggal.ts'

interface UserValues {
  role_id: number
  status: number
  email: string | null
  phone: string | null
  gender: string | null
  tanggal_lahir: string | null
  citizenship: string
  nik: string | null
  no_paspor: string | null
  gedung_id: number | string | null
  akun_billing_id: number | string | null
  wali_nama: string | null
  wali_phone: string | null
  persetujuan: boolean
  kirim_via: Billed['kirim_via']
  email_tagihan: string | null
}
/** Contact data of a payer, with the channel through which the bills are sent. */
interface Billed {
  kirim_via: (typeof KirimVia.options)[number]['value']
  email: string | null
  email_tagihan: string | null
}
const { admin, pelatih, sales, akunBilling, peserta } = RoleId

/** Returns an issue for each of the given fields that is empty. */
const required = (v: UserValues, ...fields: (keyof UserValues)[]): Issue[] =>
  fields
    .filter((field) => v[field] === null || v[field] === '')
    .map((field) => ({ field, message: 'Wajib diisi' }))

/** Hint of the two contact fields of a person of whom one contact is required. */
export const oneContactHint = 'No. HP atau email, salah satu cukup'
/** Whether users of a base role need a phone number or an email address. One of both suffices. */
export const needsOneContact = (role: number | undefined): boolean =>
  role === pelatih || role === akunBilling

/** Returns an issue on `field` when a person has neither a phone number nor an email address. */
export const checkContact = (
  contact: { phone: string | null; email: string | null },
  field: string = 'phone',
): Issue[] =>
  contact.phone || contact.email ? [] : [{ field, message: 'Isi nomor HP atau email' }]

/**
 * Returns an issue when the bills of a payer are sent by email and the payer has no address for
 * them. A payer who is billed by WhatsApp needs no email address.
 */
export const checkBillChannel = ({ kirim_via, email, email_tagihan }: Billed): Issue[] =>
  kirim_via === 'wa' || email || email_tagihan
    ? []
    : [{ field: 'email', message: 'Isi email, atau kirim tagihan lewat WhatsApp' }]

/** Returns the issues of the rules that apply to both active and inactive users. */
const checkAlways = (v: UserValues, age: number | null): Issue[] => {
  const issues: Issue[] = []
  if (age !== null && (age < 2 || age > 99))
    issues.push({ field: 'tanggal_lahir', message: 'Usia harus 2 sampai 99 tahun' })
  if (v.no_paspor !== null && v.citizenship === 'WNI')
    issues.push({ field: 'no_paspor', message: 'Hanya untuk WNA' })
  if (v.nik !== null && age !== null && age < adultAge)
    issues.push({ field: 'nik', message: 'NIK tidak diminta untuk anak' })
  return issues
}
/**
 * Returns an issue for each missing field of a student. A child (`isMinor`) also needs a guardian
 * who has consented.
 */
const checkStudent = (v: UserValues, isMinor: boolean): Issue[] => {
  const issues = required(v, 'gender', 'tanggal_lahir', 'akun_billing_id')
  if (!isMinor) return issues
  return [...issues, ...required(v, 'wali_nama', 'wali_phone'), ...checkConsent(v)]
}

/**
 * Returns the issues of a user's data. An inactive user may lack data that the role requires. For a
 * user with a custom role, the server passes the id of the base role as `role_id`.
 */
export const checkUser = (v: UserValues): Issue[] => {
  const age = v.tanggal_lahir ? ageOf(v.tanggal_lahir) : null
  const isAdult = age !== null && age >= adultAge
  const isMinor = age !== null && age < adultAge
  const always = checkAlways(v, age)
  if (v.status !== UserStatus.aktif) return always
  const isOneOf = (...roles: number[]) => roles.includes(v.role_id)
  const isStudent = isOneOf(peserta)
  const needsPhone = isOneOf(sales) || (isStudent && isAdult)
  return [
    ...always,
    ...(isOneOf(admin, sales) ? required(v, 'email') : []),
    ...(needsPhone ? required(v, 'phone') : []),
    ...(needsOneContact(v.role_id) ? checkContact(v) : []),
    ...(isOneOf(akunBilling) ? checkBillChannel(v) : []),
    ...(isOneOf(sales, peserta) ? required(v, 'gedung_id') : []),
    ...(isStudent ? checkStudent(v, isMinor) : []),
  ]
}
