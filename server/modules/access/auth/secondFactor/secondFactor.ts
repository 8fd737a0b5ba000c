/**
 * Calls and checks of the second factor: a six-digit code of a phone app (TOTP, RFC 6238), or a
 * recovery code.
 */
import type { disableSecondFactor } from '#contract/access/secondFactorCalls.ts'
import type { CallInput } from '#contract/call.ts'
import { transaction } from '#server/db/transaction.ts'
import { conflict, HttpError, invalidField } from '#server/errors.ts'
import { requiresSecondFactor } from '#server/http/actor.ts'
import { endOtherSessions } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { secondFactorMail, type SecondFactorEvent } from '#server/mail/mails.ts'
import { countFailure, forgiveFailure } from '#server/modules/access/auth/attempts.ts'
import { keepOwnDevice } from '#server/modules/access/auth/devices.ts'
import { checkOwnPassword } from '#server/modules/access/auth/ownPassword.ts'
import {
  activeFactor,
  activeSecret,
  pendingSecret,
  readSecret,
  recoveryCodesLeft,
  removeSecondFactor,
  renewRecoveryCodes,
  storeSecret,
  takeRecoveryCode,
  takeStep,
} from '#server/modules/access/auth/secondFactor/secondFactorStore.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

const minute = 60_000
const stepSeconds = 30
/**
 * Maximum distance, in time steps of 30 seconds, between the time step of an accepted code and the
 * current time step. Codes of neighbouring steps are accepted because clocks differ and typing
 * takes time.
 */
const stepsBeside = 1
/** Time within which a new secret must be confirmed by a code, in ms. */
const setUpMs = 30 * minute

// Loads the library when the first code is checked, because most users have no second factor.
const otpauth = () => import('otpauth')
type Person = { id: number; name: string }

const digits = (kode: string): string => kode.replace(/[\s-]/g, '')
/** Whether a text is a code of the phone app (six digits) and not a recovery code. */
const ofApp = (kode: string): boolean => /^\d{6}$/.test(digits(kode))
/**
 * Returns the time step to which a code of the phone app belongs, in units of 30 seconds since
 * 1970; undefined when the code is wrong or no longer valid.
 */
const stepOf = async (secret: string, kode: string): Promise<number | undefined> => {
  // The library throws for characters of more than one byte, so texts other than six digits are
  // rejected first.
  if (!ofApp(kode)) return undefined
  const { Secret, TOTP } = await otpauth()
  const totp = new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: stepSeconds })
  const timestamp = Date.now()
  const delta = totp.validate({ token: digits(kode), timestamp, window: stepsBeside })
  return delta === null ? undefined : Math.floor(timestamp / 1000 / stepSeconds) + delta
}

/**
 * Counts a try, and marks a right code as used. Returns the kind of the code: of the phone app
 * (`aplikasi`) or a recovery code (`pemulihan`); undefined when the code is wrong or was used
 * before.
 */
const spendCode = async (
  ctx: Ctx,
  user_id: number,
  kode: string,
): Promise<'aplikasi' | 'pemulihan' | undefined> => {
  await countFailure(ctx, { id: user_id })
  const byApp = ofApp(kode)
  const secret = byApp ? await readSecret(ctx.db, ctx.dataKeys, user_id, activeSecret) : undefined
  const step = secret === undefined ? undefined : await stepOf(secret, kode)
  if (byApp && step === undefined) return undefined
  const isTaken = await transaction(ctx.db, (trx) =>
    step === undefined ? takeRecoveryCode(trx, user_id, kode) : takeStep(trx, user_id, step),
  )
  if (!isTaken) return undefined
  await forgiveFailure(ctx, { id: user_id })
  return byApp ? 'aplikasi' : 'pemulihan'
}

const mailSecondFactorEvent = async (
  ctx: Ctx,
  user_id: number,
  event: SecondFactorEvent,
): Promise<void> => {
  const user = await ctx.db
    .selectFrom('user')
    .select(['name', 'email'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (!user?.email) return
  const { app_nama } = await readSettings(ctx.db)
  ctx.mail.send(secondFactorMail(user.email, app_nama, user.name, event))
}

/**
 * Checks the second factor at a login, after the password has been found right. Does nothing for a
 * user without a second factor. Throws 401 for a missing or wrong code, and 429 after too many
 * tries.
 */
export const checkSecondFactor = async (
  ctx: Ctx,
  user: Person,
  kode: string | undefined,
): Promise<void> => {
  if (!(await activeFactor(ctx.db, user.id))) return
  if (!kode) {
    const message = 'Masukkan kode verifikasi dua langkah'
    throw new HttpError(401, message, { secondFactor: true })
  }
  const kind = await spendCode(ctx, user.id, kode)
  const by = { ...ctx, actor: kind ? user : null }
  const event = { entitas: 'user', entitas_id: user.id }
  if (!kind) {
    const failed = { aksi: 'login-gagal', ...event, alasan: 'Kode dua langkah salah' }
    await transaction(ctx.db, (trx) => auditEvent(trx, by, failed))
    const message = 'Kode salah atau sudah dipakai'
    throw new HttpError(401, message, { secondFactor: true, errors: [{ field: 'kode', message }] })
  }
  if (kind === 'aplikasi') return
  const used = { aksi: 'pakai-kode-pemulihan', ...event }
  await transaction(ctx.db, (trx) => auditEvent(trx, by, used))
  await mailSecondFactorEvent(ctx, user.id, 'kodeDipakai')
}

const checkCode = async (ctx: Ctx, kode: string | null): Promise<void> => {
  if (!kode) throw invalidField('kode', 'Wajib diisi')
  if (!(await spendCode(ctx, ctx.actor.id, kode)))
    throw invalidField('kode', 'Kode salah atau sudah dipakai')
}
/**
 * Checks the password and a code before a change of the second factor. Throws 409 when the caller
 * has no second factor.
 */
const checkPasswordAndCode = async (
  ctx: Ctx,
  { password, kode }: CallInput<typeof disableSecondFactor>,
): Promise<void> => {
  if (!(await activeFactor(ctx.db, ctx.actor.id)))
    throw conflict('Verifikasi dua langkah belum dipasang')
  await checkOwnPassword(ctx, password)
  await checkCode(ctx, kode)
}
const ownEvent = (ctx: Ctx, aksi: string) => ({ aksi, entitas: 'user', entitas_id: ctx.actor.id })

const tooLate = () => conflict('Pemasangan ini sudah lewat waktunya. Mulailah dari awal.')
/**
 * Returns the secret that the caller is setting up. Throws 409 when no set-up is in progress, or
 * its time is over.
 */
const pendingOf = async ({ db, dataKeys: kunci, actor }: Ctx) => {
  const row = await db
    .selectFrom('dua_langkah')
    .select('disiapkan_at')
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  const secret = await readSecret(db, kunci, actor.id, pendingSecret)
  const since = row?.disiapkan_at ?? null
  if (since === null || secret === undefined) throw tooLate()
  if (Date.now() - Date.parse(since) > setUpMs) throw tooLate()
  return { secret, since }
}

type Calls =
  | 'secondFactorStatus'
  | 'prepareSecondFactor'
  | 'enableSecondFactor'
  | 'renewRecoveryCodes'
  | 'disableSecondFactor'
export const secondFactorCalls: Pick<Handlers, Calls> = {
  secondFactorStatus: async ({ db, actor }) => ({
    aktif_at: (await activeFactor(db, actor.id))?.aktif_at ?? null,
    wajib: await requiresSecondFactor(db, actor.dasar),
    sisa_kode: await recoveryCodesLeft(db, actor.id),
  }),
  prepareSecondFactor: async (ctx, { password, kode }) => {
    const { id } = ctx.actor
    await checkOwnPassword(ctx, password)
    if (await activeFactor(ctx.db, id)) await checkCode(ctx, kode)
    const { Secret, TOTP } = await otpauth()
    const secret = new Secret({ size: 20 })
    const since = { disiapkan_at: now() }
    const { label, issuer } = await transaction(ctx.db, async (trx) => {
      await trx
        .insertInto('dua_langkah')
        .values({ user_id: id, aktif_at: null, ...since })
        .onConflict((c) => c.column('user_id').doUpdateSet(since))
        .execute()
      await storeSecret(trx, ctx.dataKeys, id, pendingSecret, secret.base32)
      await auditEvent(trx, ctx, ownEvent(ctx, 'siapkan-dua-langkah'))
      const { username, email } = await trx
        .selectFrom('user')
        .select(['username', 'email'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      return {
        label: username ?? email ?? ctx.actor.name,
        issuer: (await readSettings(trx)).app_nama,
      }
    })
    const totp = new TOTP({ issuer, label, secret, digits: 6, period: stepSeconds })
    return { rahasia: secret.base32, uri: totp.toString() }
  },
  enableSecondFactor: async (ctx, { kode }) => {
    const { id } = ctx.actor
    const { secret, since } = await pendingOf(ctx)
    await countFailure(ctx, { id })
    const step = await stepOf(secret, kode)
    if (step === undefined) throw invalidField('kode', 'Kode salah. Periksa jam di ponsel Anda.')
    const kode_pemulihan = await transaction(ctx.db, async (trx) => {
      const begun = await trx
        .updateTable('dua_langkah')
        .set({ aktif_at: now(), disiapkan_at: null, langkah: step })
        .where('user_id', '=', id)
        .where('disiapkan_at', '=', since)
        .returning('user_id')
        .executeTakeFirst()
      // Throws 409 if another window has restarted or confirmed the set-up since `pendingOf` read
      // it.
      if (!begun) throw tooLate()
      await storeSecret(trx, ctx.dataKeys, id, activeSecret, secret)
      const pending = trx.deleteFrom('rahasia').where('user_id', '=', id)
      await pending.where('kolom', '=', pendingSecret).execute()
      await keepOwnDevice(trx, ctx, await endOtherSessions(trx, ctx.actor))
      await auditEvent(trx, ctx, ownEvent(ctx, 'aktifkan-dua-langkah'))
      return renewRecoveryCodes(trx, id)
    })
    await forgiveFailure(ctx, { id })
    await mailSecondFactorEvent(ctx, id, 'aktif')
    return { kode_pemulihan }
  },
  renewRecoveryCodes: async (ctx, input) => {
    await checkPasswordAndCode(ctx, input)
    const kode_pemulihan = await transaction(ctx.db, async (trx) => {
      await auditEvent(trx, ctx, ownEvent(ctx, 'ganti-kode-pemulihan'))
      return renewRecoveryCodes(trx, ctx.actor.id)
    })
    await mailSecondFactorEvent(ctx, ctx.actor.id, 'kodeBaru')
    return { kode_pemulihan }
  },
  disableSecondFactor: async (ctx, input) => {
    if (await requiresSecondFactor(ctx.db, ctx.actor.dasar))
      throw conflict('Sekolah mewajibkan verifikasi dua langkah untuk akun Anda')
    await checkPasswordAndCode(ctx, input)
    await transaction(ctx.db, async (trx) => {
      await removeSecondFactor(trx, ctx.actor.id)
      await keepOwnDevice(trx, ctx, await endOtherSessions(trx, ctx.actor))
      await auditEvent(trx, ctx, ownEvent(ctx, 'matikan-dua-langkah'))
    })
    await mailSecondFactorEvent(ctx, ctx.actor.id, 'mati')
    return {}
  },
}
