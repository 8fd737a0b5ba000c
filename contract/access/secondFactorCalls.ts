/**
 * Calls with which users enable and disable their own second factor. While the second factor is
 * enabled, a login requires a code in addition to the password.
 */
import * as z from 'zod/mini'
import { call } from '#contract/call.ts'
import { optional, password, shortText } from '#contract/fields.ts'

/**
 * Returns the schema of a verification code: six digits from the authenticator app, or a recovery
 * code.
 */
export const secondFactorCode = (
  label = 'Kode Verifikasi',
  hint = '6 angka dari aplikasi, atau satu kode pemulihan',
) => shortText(label, { max: 40, hint })

/**
 * Returns the state of the caller's second factor. With a second factor, a login requires the
 * password and a code from an authenticator app.
 */
export const secondFactorStatus = call({
  method: 'GET',
  path: '/profile/dua-langkah',
  access: 'session',
  output: z.object({
    aktif_at: z.nullable(z.string()),
    /** Whether the school requires the second factor, so that the caller cannot disable it. */
    wajib: z.boolean(),
    /** Number of unused recovery codes. */
    sisa_kode: z.int(),
  }),
})
/**
 * Creates a secret for the authenticator app. A caller who already has a second factor must send a
 * `kode` of the present second factor. Logins use the new secret only after `enableSecondFactor`
 * has received a code from the app with this secret.
 */
export const prepareSecondFactor = call({
  method: 'POST',
  path: '/profile/siapkan-dua-langkah',
  access: 'session',
  input: { password: password('Password Anda', undefined, 1), kode: optional(secondFactorCode()) },
  output: z.object({
    /** Secret as text. Users type it when they cannot scan the QR code. */
    rahasia: z.string(),
    /** Content of the QR code that the authenticator app scans. */
    uri: z.string(),
  }),
})
/**
 * Enables the second factor of the caller, and ends all other sessions of the caller. Returns the
 * recovery codes, which cannot be read again later.
 */
export const enableSecondFactor = call({
  method: 'POST',
  path: '/profile/aktifkan-dua-langkah',
  access: 'session',
  input: { kode: secondFactorCode('Kode dari Aplikasi', '6 angka') },
  output: z.object({ kode_pemulihan: z.array(z.string()) }),
})
const credentials = { password: password('Password Anda', undefined, 1), kode: secondFactorCode() }
/** Creates new recovery codes. They replace the previous recovery codes of the caller. */
export const renewRecoveryCodes = call({
  method: 'POST',
  path: '/profile/kode-pemulihan',
  access: 'session',
  input: credentials,
  output: z.object({ kode_pemulihan: z.array(z.string()) }),
})
/**
 * Disables the second factor of the caller, and ends all other sessions of the caller. Rejects the
 * request when the school requires the second factor.
 */
export const disableSecondFactor = call({
  method: 'POST',
  path: '/profile/matikan-dua-langkah',
  access: 'session',
  input: credentials,
  output: z.object({}),
})
