/** Calls with which users read and change their own profile and sessions. */
import * as z from 'zod/mini'
import { call, nullish } from '#contract/call.ts'
import {
  fileReference,
  email,
  id,
  password,
  shortText,
  phoneNumber,
  longText,
} from '#contract/fields.ts'

/**
 * Returns the stored data of the caller, and how many students, classes and courses belong to the
 * caller. The Indonesian data protection law (UU PDP) gives users the right to see these data.
 */
export const profileDetail = call({
  method: 'GET',
  path: '/profile/detail',
  access: 'session',
  output: z.object({
    id: id(),
    versi: z.int(),
    name: z.string(),
    nama_panggilan: z.nullable(z.string()),
    username: z.nullable(z.string()),
    email: z.nullable(z.string()),
    role: z.string(),
    foto: z.nullable(id()),
    phone: z.nullable(z.string()),
    phone_alt: z.nullable(z.string()),
    gender: z.nullable(z.string()),
    religion: z.nullable(z.string()),
    citizenship: z.string(),
    tempat_lahir: z.nullable(z.string()),
    tanggal_lahir: z.nullable(z.string()),
    alamat: z.nullable(z.string()),
    kota: z.nullable(z.string()),
    kode_pos: z.nullable(z.string()),
    gedung: z.nullable(z.string()),
    akun_billing: z.nullable(z.string()),
    no_induk: z.nullable(z.string()),
    wali_nama: z.nullable(z.string()),
    wali_hubungan: z.nullable(z.string()),
    wali_phone: z.nullable(z.string()),
    persetujuan_at: z.nullable(z.string()),
    persetujuan_oleh: z.nullable(z.string()),
    last_login_at: z.nullable(z.string()),
    created_at: z.string(),
    /**
     * Numbers of related rows: students for whom the caller pays (`peserta`), classes that the
     * caller teaches (`kelas`), and courses that the caller takes (`kursus`).
     */
    milik: z.object({ peserta: z.int(), kelas: z.int(), kursus: z.int() }),
  }),
})
/**
 * Updates the contact data of the caller. Other data cannot be changed by the user (domain.md 2.1).
 * A new email address requires the password of the caller.
 */
export const updateProfile = call({
  method: 'POST',
  path: '/profile/update',
  access: 'session',
  input: {
    email: nullish(email()),
    phone: nullish(phoneNumber()),
    phone_alt: nullish(phoneNumber('No. HP Lain')),
    alamat: nullish(longText('Alamat', { max: 300 })),
    kota: nullish(shortText('Kota', { max: 60 })),
    kode_pos: nullish(
      shortText('Kode Pos', { max: 5, pattern: /^\d{5}$/, patternMessage: '5 angka' }),
    ),
    foto: nullish(fileReference('Foto', { jenis: 'foto' })),
    versi: z.int(),
    password: nullish(password('Password', 'Untuk mengganti email', 1)),
  },
  output: z.object({ versi: z.int() }),
})
/**
 * Returns the valid sessions of the caller, last used first. `ini` is true for the session of this
 * request.
 */
export const sessionList = call({
  method: 'GET',
  path: '/profile/sesi',
  access: 'session',
  output: z.array(
    z.object({
      id: id(),
      ini: z.boolean(),
      agen: z.nullable(z.string()),
      ip: z.nullable(z.string()),
      dibuat: z.string(),
      terpakai: z.string(),
    }),
  ),
})
export const endSession = call({
  method: 'POST',
  path: '/profile/akhiri-sesi',
  access: 'session',
  input: { id: id() },
  output: z.object({}),
})
/**
 * Ends all sessions of the caller except the session of this request. Returns the number of ended
 * sessions.
 */
export const endOtherSessions = call({
  method: 'POST',
  path: '/profile/akhiri-sesi-lain',
  access: 'session',
  output: z.object({ berakhir: z.int() }),
})
