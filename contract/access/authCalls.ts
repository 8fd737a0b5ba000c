/**
 * Calls of logging in and out, passwords and registration. Their paths and names are the product's
 * interface and stay.
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
  /** Outlets that an admin is limited to; empty: to none. */
  gedung_wilayah: z.array(id()),
  /** The school asks this person for a second factor, and there is none yet. */
  harus_dua_langkah: z.boolean(),
  pengaturan: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])),
})
type Profile = z.infer<typeof Profile>

/**
 * A user with a second factor who sends no `kode`, or a wrong one, gets 401 with `dua_langkah:
 * true`, after the right password only: the same is then sent again with the code of the app, or
 * with a recovery code. Who registered and is not active yet gets 401 with `pendaftar`, the step,
 * and what comes next as its message, after the right password only as well.
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

/** Sends a code to the mail of an active account; the answer is the same whether there is one. */
export const sendOtp = call({
  method: 'POST',
  path: '/auth/send-otp',
  access: 'public',
  query: { email: email() },
  output: z.object({ message: z.string() }),
})
/**
 * A new password by a code: with `email` the one that was mailed, without it the one of an
 * invitation.
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
 * A one-time link by which a user chooses a password, for users without mail too; staff hands it
 * over. It takes the place of an earlier one.
 */
export const undangan = call({
  method: 'POST',
  path: '/user/undangan',
  access: 'user/reset-password',
  query: byId,
  output: z.object({
    /** Path in the app, from its root. */
    tautan: z.string(),
    kedaluwarsa: z.string(),
  }),
})
/**
 * Confirms another mail address of an account, which staff has asked for, from that address. 422
 * for a link that holds no longer, 409 when somebody else has the address by now.
 */
export const konfirmasiEmail = call({
  method: 'POST',
  path: '/auth/konfirmasi-email',
  access: 'public',
  input: { token: shortText('Kode', { max: 80 }) },
  output: z.object({}),
})
/** Withdraws the link by which a user was to choose a password. */
export const cabutUndangan = call({
  method: 'POST',
  path: '/user/cabut-undangan',
  access: 'user/reset-password',
  query: byId,
  output: z.object({}),
})
/**
 * Choices of the registration form: names only. A course without outlets is given at all outlets.
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
    /** No person sees this field: whoever fills it in is a machine. */
    situs: z.optional(z.string().check(z.maxLength(200))),
  },
  output: z.object({ message: z.string() }),
})
/** Rules over several fields of a registration, run by form and server. */
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
