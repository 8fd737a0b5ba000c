/** Calls of the second factor of a login. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { optional, password, shortText } from '#contract/fields.ts'

/** A code of the second factor: six digits, or a recovery code. */
export const secondFactorCode = (
  label = 'Kode Verifikasi',
  hint = '6 angka dari aplikasi, atau satu kode pemulihan',
) => shortText(label, { max: 40, hint })

/** The own second factor: six digits of an app on the phone, asked for after the password. */
export const secondFactorStatus = call({
  method: 'GET',
  path: '/profile/dua-langkah',
  access: 'session',
  output: z.object({
    aktif_at: z.nullable(z.string()),
    /** The school requires it: it cannot be turned off. */
    wajib: z.boolean(),
    /** Recovery codes that are left. */
    sisa_kode: z.int(),
  }),
})
/**
 * Makes a secret, to be put into the app; who has a second factor already proves it by a code. It
 * counts once `aktifkanDuaLangkah` has had a code of it.
 */
export const prepareSecondFactor = call({
  method: 'POST',
  path: '/profile/siapkan-dua-langkah',
  access: 'session',
  input: { password: password('Password Anda', undefined, 1), kode: optional(secondFactorCode()) },
  output: z.object({
    /** As it is typed where a picture cannot be taken. */
    rahasia: z.string(),
    /** What the QR code holds. */
    uri: z.string(),
  }),
})
/** Ends the other sessions. The recovery codes are answered this once. */
export const enableSecondFactor = call({
  method: 'POST',
  path: '/profile/aktifkan-dua-langkah',
  access: 'session',
  input: { kode: secondFactorCode('Kode dari Aplikasi', '6 angka') },
  output: z.object({ kode_pemulihan: z.array(z.string()) }),
})
const credentials = { password: password('Password Anda', undefined, 1), kode: secondFactorCode() }
/** New recovery codes in place of all earlier ones. */
export const renewRecoveryCodes = call({
  method: 'POST',
  path: '/profile/kode-pemulihan',
  access: 'session',
  input: credentials,
  output: z.object({ kode_pemulihan: z.array(z.string()) }),
})
/** Ends the other sessions. Not possible where the school requires a second factor. */
export const disableSecondFactor = call({
  method: 'POST',
  path: '/profile/matikan-dua-langkah',
  access: 'session',
  input: credentials,
  output: z.object({}),
})
