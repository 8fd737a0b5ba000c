/**
 * Calls that set a new password without the old one, by a mailed code or an invitation link
 * (domain.md 3.13).
 */
import { randomInt } from 'node:crypto'
import { UserStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { sweepSometimes } from '#server/db/sweep.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalidField } from '#server/errors.ts'
import { hashPassword, sha256, verifyPassword } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { countLimits, quarterMs } from '#server/http/limits/attemptLimits.ts'
import { json } from '#server/http/routes.ts'
import { resetCodeMail, passwordChangedMail } from '#server/mail/mails.ts'
import {
  countNet,
  countStranger,
  keyOf,
  requesterOf,
} from '#server/modules/access/auth/attempts.ts'
import { knownDevice, rememberDevice } from '#server/modules/access/auth/devices.ts'
import { accountSeal } from '#server/modules/access/auth/linkSeal.ts'
import { checkPasswordStrength } from '#server/modules/access/auth/strength.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

const minute = 60_000
const hour = 60 * minute
const codeMs = 10 * minute
/**
 * Maximum number of tries of one code by one requester. The limit applies also to requesters who
 * did not request the code.
 */
const maxTries = 5
/**
 * Maximum number of tries of one code within 15 minutes by all other requesters together. Other
 * requesters are those who did not request the code and use no known device of its owner.
 */
const triesOfOthers = 20
/**
 * Maximum number of tries by other requesters within an hour, of all codes for one mail address.
 */
const triesOfOthersPerHour = 50
/**
 * Maximum number of codes for one mail address that one requester may request within an hour.
 * Strangers have counters of their own, so they cannot use up the codes of the owner.
 */
const perAddress = 5
/**
 * Maximum number of codes for one mail address that all requesters without a known device may
 * together request within an hour.
 */
const perAddressOfAll = 20
/**
 * Maximum number of codes that one network may request within an hour. A whole school may be one
 * network.
 */
const perIp = 200
/** Maximum number of codes that one network may try within 15 minutes. */
const triesPerIp = 120

const sent = 'Jika alamat ini terdaftar, kodenya sudah kami kirim. Kode berlaku 10 menit.'
const wrongCode = () => invalidField('otp', 'Kode salah atau tidak berlaku lagi')

/** Try of a code by a requester. */
interface CodeTry {
  email: string | undefined
  otp: string
  /** Key of the requester in counters (`requesterOf`). */
  peminta: string
  /** Whether the requester is a known device of the account's owner. */
  known: boolean
}
type Code = { id: number; user_id: number | null; kode_hash: string }

/**
 * Returns the valid invitation with this code; undefined if there is none. Tries are not counted,
 * because the code's 128 random bits cannot be guessed.
 */
const invitation = (trx: Trx, otp: string): Promise<Code | undefined> =>
  trx
    .selectFrom('otp')
    .select(['id', 'user_id', 'kode_hash'])
    .where('tujuan', '=', 'undangan')
    .where('kode_hash', '=', sha256(otp))
    .where('dipakai_at', 'is', null)
    .where('kedaluwarsa', '>', now())
    .executeTakeFirst()

/**
 * Counts a try of a code by a requester who did not request the code. Returns false when a limit is
 * reached.
 */
const takeOthersTry = async (
  trx: Trx,
  id: number,
  { email, peminta, known }: CodeTry,
): Promise<boolean> => {
  const key = `otp-coba:${id}`
  const { full } = await countLimits(trx, [
    { key: `${key}:${peminta}`, limit: maxTries, windowMs: quarterMs },
    ...(known
      ? []
      : [
          { key, limit: triesOfOthers, windowMs: quarterMs },
          { key: `otp-lain:${keyOf(email ?? '')}`, limit: triesOfOthersPerHour, windowMs: hour },
        ]),
  ])
  return !full
}

/**
 * Uses up a try and returns the code to compare; undefined when there is no valid code or no try
 * left. A requester who has requested a code can try this code five times, and strangers cannot use
 * up these tries. All other requesters try the newest code and share a limited number of tries.
 */
const takeTry = (db: Db, attempt: CodeTry): Promise<Code | undefined> =>
  transaction(db, async (trx) => {
    const { email, otp, peminta } = attempt
    if (email === undefined) return invitation(trx, otp)
    const live = await trx
      .selectFrom('otp')
      .select(['id', 'user_id', 'kode_hash', 'peminta', 'percobaan'])
      .where('tujuan', '=', 'reset')
      .where('email', '=', email)
      .where('dipakai_at', 'is', null)
      // Excludes expired codes, and codes that expire later than a code made now would expire. The
      // latter were made while the server's clock was wrong.
      .where('kedaluwarsa', '>', now())
      .where('kedaluwarsa', '<', new Date(Date.now() + codeMs + minute).toISOString())
      .orderBy('id', 'desc')
      .limit(perAddressOfAll * 2)
      .execute()
    const ownCode = live.find((row) => row.peminta === peminta)
    const chosen = ownCode ?? live[0]
    if (!chosen) return undefined
    if (!ownCode) return (await takeOthersTry(trx, chosen.id, attempt)) ? chosen : undefined
    if (ownCode.percobaan >= maxTries) return undefined
    await trx
      .updateTable('otp')
      .set((eb) => ({ percobaan: eb('percobaan', '+', 1) }))
      .where('id', '=', ownCode.id)
      .execute()
    return ownCode
  })

/**
 * Returns the active user with a mail address, and the requesting device if it is a known device of
 * that user; either may be undefined.
 */
const ownerOf = async (ctx: Ctx, email: string | undefined) => {
  const owner =
    email === undefined
      ? undefined
      : await ctx.db
          .selectFrom('user')
          .select(['id', 'name'])
          .where('email', '=', email)
          .where('status', '=', UserStatus.aktif)
          .executeTakeFirst()
  const device = await knownDevice(ctx, owner?.id ?? 0)
  return {
    owner,
    device,
    peminta: requesterOf(ctx, device),
    lane: device ? ('member' as const) : ('guest' as const),
  }
}

/**
 * Reads the personal data that the user's new password must not contain. Throws 422 when the user
 * does not exist.
 */
const readPerson = async (db: Db, id: number) => {
  const person = await db
    .selectFrom('user')
    .select(['name', 'nama_panggilan', 'username', 'email', 'phone', 'tanggal_lahir', 'wali_nama'])
    .where('id', '=', id)
    .executeTakeFirst()
  if (!person) throw wrongCode()
  return person
}

interface NewPassword {
  otp_id: number
  user_id: number
  /** Mail address to which the code was sent; undefined for an invitation. */
  email: string | undefined
  password_hash: string
}
/**
 * Marks a code as used and returns its owner. Throws 422 when another request has used the code
 * meanwhile, or when password, status or mail of the account have changed since the code was made.
 */
const spendCode = async (trx: Trx, { otp_id, user_id, email }: NewPassword) => {
  const used = await trx
    .updateTable('otp')
    .set({ dipakai_at: now() })
    .where('id', '=', otp_id)
    .where('dipakai_at', 'is', null)
    .returning(['id', 'segel'])
    .executeTakeFirst()
  const owner = await trx
    .selectFrom('user')
    .select(['id', 'name', 'username', 'email', 'status', 'gedung_id'])
    .where('id', '=', user_id)
    .executeTakeFirst()
  if (!used || !owner || owner.status === UserStatus.dihapus) throw wrongCode()
  if (email && (owner.status !== UserStatus.aktif || owner.email !== email)) throw wrongCode()
  if (used.segel !== (await accountSeal(trx, owner.id))) throw wrongCode()
  return owner
}

/**
 * Stores a new password, ends all sessions of its owner and invalidates the owner's other codes.
 */
const storePassword = async (trx: Trx, ctx: Ctx, change: NewPassword) => {
  const { email, password_hash, otp_id } = change
  const owner = await spendCode(trx, change)
  const { token_versi } = await trx
    .updateTable('user')
    .set((eb) => ({
      password_hash,
      harus_ganti_password: 0,
      token_versi: eb('token_versi', '+', 1),
      updated_at: now(),
      ...(email && { verified_at: now() }),
    }))
    .where('id', '=', owner.id)
    .returning('token_versi')
    .executeTakeFirstOrThrow()
  await trx.deleteFrom('sesi').where('user_id', '=', owner.id).execute()
  await trx.deleteFrom('otp').where('user_id', '=', owner.id).where('id', '!=', otp_id).execute()
  await auditEvent(
    trx,
    { ...ctx, actor: owner },
    {
      aksi: email ? 'reset-password' : 'pakai-undangan',
      entitas: 'user',
      entitas_id: owner.id,
      gedung_id: owner.gedung_id,
    },
  )
  return { ...owner, token_versi }
}

export const otpCalls: Pick<Handlers, 'sendOtp' | 'resetPassword'> = {
  // Known and unknown addresses cause the same work: a code is made, hashed and stored. Only a
  // known address gets a mail, and the response does not wait for it.
  sendOtp: async (ctx, _, { email }) => {
    countStranger(ctx)
    await sweepSometimes(ctx.db)
    const { owner, device, peminta, lane } = await ownerOf(ctx, email)
    await countNet(ctx, device, { key: 'otp-ip', limit: perIp, windowMs: hour })
    const code = String(randomInt(1_000_000)).padStart(6, '0')
    const kode_hash = await hashPassword(code, lane)
    const { app_nama } = await readSettings(ctx.db)
    const address = keyOf(email)
    const user = await transaction(ctx.db, async (trx) => {
      const { full } = await countLimits(trx, [
        { key: `otp-jeda:${address}:${peminta}`, limit: 1, windowMs: minute },
        { key: `otp:${address}:${peminta}`, limit: perAddress, windowMs: hour },
        ...(device ? [] : [{ key: `otp:${address}`, limit: perAddressOfAll, windowMs: hour }]),
      ])
      if (full) return undefined
      // Codes of other requesters are kept, because a stranger's request must not invalidate the
      // owner's code.
      await trx
        .deleteFrom('otp')
        .where('email', '=', email)
        .where('tujuan', '=', 'reset')
        .where((eb) => eb.or([eb('peminta', '=', peminta), eb('kedaluwarsa', '<', now())]))
        .execute()
      await trx
        .insertInto('otp')
        .values({
          email,
          user_id: owner?.id ?? null,
          segel: owner ? await accountSeal(trx, owner.id) : null,
          tujuan: 'reset',
          kode_hash,
          peminta,
          dibuat: now(),
          kedaluwarsa: new Date(Date.now() + codeMs).toISOString(),
          dipakai_at: null,
        })
        .execute()
      return owner
    })
    if (user) ctx.mail.send(resetCodeMail(email, app_nama, user.name, code))
    return { message: sent }
  },
  resetPassword: async (ctx, { password, re_password }, { email, otp }) => {
    // Checks that do not need the code come first, so that a rejected password does not use up a
    // try of the code.
    if (password !== re_password)
      throw invalidField('re_password', 'Tidak sama dengan password baru')
    countStranger(ctx)
    const { device, peminta, lane } = await ownerOf(ctx, email)
    await countNet(ctx, device, { key: 'reset', limit: triesPerIp, windowMs: quarterMs })
    await checkPasswordStrength(ctx.db, password, { email }, lane)
    const row = await takeTry(ctx.db, { email, otp, peminta, known: device !== undefined })
    const right = email ? await verifyPassword(row?.kode_hash, otp, lane) : row !== undefined
    if (!row || !right || row.user_id === null) throw wrongCode()
    const user_id = row.user_id
    await checkPasswordStrength(ctx.db, password, await readPerson(ctx.db, user_id), lane)
    const password_hash = await hashPassword(password, lane)
    const change = { otp_id: row.id, user_id, email, password_hash }
    const user = await transaction(ctx.db, (trx) => storePassword(trx, ctx, change))
    if (user.email) {
      const { app_nama } = await readSettings(ctx.db)
      ctx.mail.send(passwordChangedMail(user.email, app_nama, user.name))
    }
    // The change of the password made all known devices of the user invalid. The requesting device
    // becomes a known one, because it had the code.
    return json({ username: user.username }, 200, await rememberDevice(ctx, user))
  },
}
