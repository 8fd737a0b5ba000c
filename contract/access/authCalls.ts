/**
 * Calls of login, logout, passwords and registration. The paths and field names of these calls must
 * not change, because they are a stable interface.
 */
import * as z from 'zod/mini'
import { checkConsent, needsWali } from '#contract/access/rules/consent.ts'
import { secondFactorCode } from '#contract/access/secondFactorCalls.ts'
import { call, type CallInput, byId } from '#contract/call.ts'
import { InformationSource } from '#contract/enums.ts'
import {
  reference,
  references,
  withDefault,
  email,
  id,
  nama,
  optional,
  password,
  newPassword,
  oneOf,
  tanggal,
  shortText,
  phoneNumber,
  yesNo,
} from '#contract/fields.ts'
import type { Issue } from '#contract/resource.ts'
import { ageOf } from '#contract/values/tanggal.ts'

const Profile = z.object({
  id: id(),
  name: z.string(),
  username: z.nullable(z.string()),
  email: z.nullable(z.string()),
  status: z.int(),
  role_id: z.int(),
  foto: z.nullable(id()),
  role: z.object({
    id: id(),
    name: z.string(),
    accesses: z.array(z.string()),
    dasar_role_id: z.optional(z.nullable(z.int())),
  }),
  harus_ganti_password: z.boolean(),
  /**
   * Ids of the outlets to which an admin is limited. An empty list means that the admin is not
   * limited.
   */
  gedung_wilayah: z.array(id()),
  /** Whether the school requires a second factor and the user has not set it up yet. */
  harus_dua_langkah: z.boolean(),
  pengaturan: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
type Profile = z.infer<typeof Profile>

/**
 * Logs a user in and returns the session key. Two cases get 401 although the password is right:
 * - A user with a second factor sends no `kode` or a wrong `kode`. The response has `dua_langkah`
 *   true. The client repeats the request with a code of the authenticator app or with a recovery
 *   code.
 * - An applicant is not active yet. The response has the stage of the registration in `pendaftar`,
 *   and a message about the next step of the registration.
 */
export const login = call({
  method: 'POST',
  path: '/auth/login',
  access: 'public',
  input: {
    username: shortText('Username atau email', { max: 120 }),
    password: password('Password', undefined, 1),
    kode: z.optional(secondFactorCode()),
  },
  output: z.object({ key: z.string() }),
})
export const logout = call({
  method: 'POST',
  path: '/auth/logout',
  access: 'session',
  output: z.object({}),
})
export const profile = call({ method: 'GET', path: '/profile', access: 'session', output: Profile })
export const updatePassword = call({
  method: 'POST',
  path: '/profile/update-password',
  access: 'session',
  input: {
    old_password: password('Password Lama', undefined, 1),
    password: newPassword('Password Baru', 'Minimal 8 karakter'),
    re_password: password('Ulangi Password Baru'),
  },
  output: z.object({}),
})

/**
 * Emails a code for setting a new password, if the address belongs to an active account. The
 * response is always the same, so that it does not reveal which addresses have accounts.
 */
export const sendOtp = call({
  method: 'POST',
  path: '/auth/send-otp',
  access: 'public',
  query: { email: email() },
  output: z.object({ message: z.string() }),
})
/**
 * Sets a new password. `otp` is the emailed code when `email` is present, otherwise the code of an
 * invitation link.
 */
export const resetPassword = call({
  method: 'POST',
  path: '/auth/reset-password',
  access: 'public',
  query: { email: z.optional(email()), otp: shortText('Kode', { max: 80 }) },
  input: {
    password: newPassword('Password Baru', 'Minimal 8 karakter'),
    re_password: password('Ulangi Password Baru'),
  },
  output: z.object({ username: z.nullable(z.string()) }),
})
/**
 * Creates a one-time invitation link with which a user chooses a password. The user needs no email
 * address, because staff give the link to the user. A new link replaces the previous link.
 */
export const undangan = call({
  method: 'POST',
  path: '/user/undangan',
  access: 'user/reset-password',
  query: byId,
  output: z.object({
    /** Path of the invitation link within the app. */
    tautan: z.string(),
    kedaluwarsa: z.string(),
  }),
})
/**
 * Confirms a new email address that staff have entered for an account. `token` comes from the link
 * that was emailed to this address. Returns 422 for an expired link, and 409 when another user has
 * taken the address in the meantime.
 */
export const konfirmasiEmail = call({
  method: 'POST',
  path: '/auth/konfirmasi-email',
  access: 'public',
  input: { token: shortText('Kode', { max: 80 }) },
  output: z.object({}),
})
/** Withdraws the invitation link of a user, which then no longer works. */
export const cabutUndangan = call({
  method: 'POST',
  path: '/user/cabut-undangan',
  access: 'user/reset-password',
  query: byId,
  output: z.object({}),
})
/**
 * Returns the outlets and courses that an applicant can choose in the registration form. A course
 * with an empty `gedung` is offered at all outlets.
 */
export const registrationChoices = call({
  method: 'GET',
  path: '/auth/pilihan-daftar',
  access: 'public',
  output: z.object({
    sekolah: z.string(),
    gedung: z.array(z.object({ id: id(), nama: z.string(), kota: z.string() })),
    kursus: z.array(z.object({ id: id(), nama: z.string(), gedung: z.array(id()) })),
  }),
})
export const register = call({
  method: 'POST',
  path: '/auth/register',
  access: 'public',
  input: {
    name: nama('Nama Lengkap', { max: 120, hint: 'Nama calon peserta' }),
    tanggal_lahir: tanggal('Tanggal Lahir'),
    email: email(),
    phone: phoneNumber(),
    password: newPassword('Password', 'Minimal 8 karakter, untuk masuk nanti'),
    gedung_id: reference('Outlet', 'gedung'),
    kursus_minat: withDefault(references('Kursus yang Diminati', 'kursus'), []),
    information_source: optional(oneOf('Tahu dari Mana', InformationSource)),
    wali_nama: optional(shortText('Nama Wali', { max: 120 })),
    wali_hubungan: optional(
      shortText('Hubungan Wali', { max: 40, hint: 'Misalnya ibu, ayah, atau kakek' }),
    ),
    wali_phone: optional(phoneNumber('No. HP Wali')),
    persetujuan: withDefault(yesNo('Saya menyetujui pemrosesan data ini'), false),
    /** Honeypot: a field that people do not see. A value in this field comes from a bot. */
    situs: z.optional(z.string().check(z.maxLength(200))),
  },
  output: z.object({ message: z.string() }),
})
/**
 * Returns the issues of a registration that the checks of single fields do not find: wrong age,
 * missing data of a child's guardian, and missing consent. The form and the server call this
 * function.
 */
export const checkRegistration = (v: CallInput<typeof register>): Issue[] => {
  const age = ageOf(v.tanggal_lahir)
  const required = (field: 'wali_nama' | 'wali_hubungan' | 'wali_phone'): Issue[] =>
    v[field] ? [] : [{ field, message: 'Wajib diisi untuk peserta di bawah 18 tahun' }]
  return [
    ...(age < 2 || age > 99
      ? [{ field: 'tanggal_lahir', message: 'Usia harus 2 sampai 99 tahun' }]
      : []),
    ...(needsWali(v.tanggal_lahir)
      ? [...required('wali_nama'), ...required('wali_hubungan'), ...required('wali_phone')]
      : []),
    ...checkConsent(v, 'Tanpa persetujuan ini data tidak boleh kami simpan'),
  ]
}
