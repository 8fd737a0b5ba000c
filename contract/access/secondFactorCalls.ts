/** Calls of the second factor of a login. */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { optional, password, shortText } from '#contract/fields.ts'

/** A code of the second factor: six digits, or a recovery code. */
export const secondFactorCode = (
  label = 'Kode Verifikasi',
  hint = '6 angka dari aplikasi, atau satu kode pemulihan',
) => shortText(label, { max: 40, hint })

/**
 * State of the caller's own second factor: six digits from an authenticator app, requested after
 * the password.
 */
export const secondFactorStatus = call({
  method: 'GET',
  path: '/profile/dua-langkah',
  access: 'session',
  output: z.object({
    aktif_at: z.nullable(z.string()),
    /** The school requires the second factor, so it cannot be disabled. */
    wajib: z.boolean(),
    /** Number of unused recovery codes. */
    sisa_kode: z.int(),
  }),
})
/**
 * Creates a secret for the authenticator app. A caller who already has a second factor has to prove
 * it by a code. The secret takes effect once `aktifkanDuaLangkah` receives a code made from it.
 */
export const prepareSecondFactor = call({
  method: 'POST',
  path: '/profile/siapkan-dua-langkah',
  access: 'session',
  input: { password: password('Password Anda', undefined, 1), kode: optional(secondFactorCode()) },
  output: z.object({
    /** The secret as text, for typing where the QR code cannot be scanned. */
    rahasia: z.string(),
    /** Content of the QR code. */
    uri: z.string(),
  }),
})
/**
 * Enables the second factor and ends the other sessions. The recovery codes are returned only once.
 */
export const enableSecondFactor = call({
  method: 'POST',
  path: '/profile/aktifkan-dua-langkah',
  access: 'session',
  input: { kode: secondFactorCode('Kode dari Aplikasi', '6 angka') },
  output: z.object({ kode_pemulihan: z.array(z.string()) }),
})
const credentials = { password: password('Password Anda', undefined, 1), kode: secondFactorCode() }
/** Creates new recovery codes, which replace all earlier ones. */
export const renewRecoveryCodes = call({
  method: 'POST',
  path: '/profile/kode-pemulihan',
  access: 'session',
  input: credentials,
  output: z.object({ kode_pemulihan: z.array(z.string()) }),
})
/**
 * Disables the second factor and ends the other sessions. Rejected where the school requires it.
 */
export const disableSecondFactor = call({
  method: 'POST',
  path: '/profile/matikan-dua-langkah',
  access: 'session',
  input: credentials,
  output: z.object({}),
})
