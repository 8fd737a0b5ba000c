/** A new password without the old one, by a code or an invitation (domain.md 3.13). */
import { randomInt } from 'node:crypto'
import { UserStatus } from '#contract/enums.ts'
import { sweepSometimes } from '#server/db/sweep.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { invalidField } from '#server/errors.ts'
import { hashPassword, sha256, verifyPassword } from '#server/http/auth.ts'
import type { Handlers } from '#server/http/calls.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { countLimits, quarterMs } from '#server/http/limits.ts'
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
import { refuseWeak } from '#server/modules/access/auth/strength.ts'
import { auditEvent } from '#server/resource/auditLog.ts'
import { readSettings } from '#server/settings.ts'

const minute = 60_000
const hour = 60 * minute
const codeMs = 10 * minute
/** Tries of a code by whoever asked for it, and by each other. */
const maxTries = 5
/**
 * Tries of one code, and of all codes of one address in an hour, by those who did not ask for it,
 * together.
 */
const triesOfOthers = 20
const triesOfOthersPerHour = 50
/**
 * Codes in an hour that one may have sent to an address, and all together: strangers fill their own
 * share first. A net may ask for many people: a school is one.
 */
const perAddress = 5
const perAddressOfAll = 20
const perIp = 200
const triesPerIp = 120

const sent = 'Bila alamat ini terdaftar, kodenya sudah kami kirim. Kode berlaku 10 menit.'
const wrongCode = () => invalidField('otp', 'Kode salah atau tidak berlaku lagi')

/** Whoever tries a code: by which address, with what, from where. */
interface CodeTry {
  email: string | undefined
  otp: string
  /** Who asks, as counters name them. */
  peminta: string
  /** A device of the owner. */
  known: boolean
}
type Code = { id: number; user_id: number | null; kode_hash: string }

/** The code of an invitation's link, whose 128 bits nobody guesses. */
const invitation = (trx: Trx, otp: string): Promise<Code | undefined> =>
  trx
    .selectFrom('otp')
    .select(['id', 'user_id', 'kode_hash'])
    .where('tujuan', '=', 'undangan')
    .where('kode_hash', '=', sha256(otp))
    .where('dipakai_at', 'is', null)
    .where('kedaluwarsa', '>', now())
    .executeTakeFirst()

/** Counts a try of a code that somebody else asked for; false when these tries are used up. */
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
 * Takes one of the tries of the code that is out, before it is compared; undefined when there is
 * none, or no try left. Whoever asked for a code has five tries of their own, which no stranger
 * takes from them, and it is theirs that is meant; everybody else shares a number of tries of the
 * newest.
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
      // A clock that was wrong does not make a code last.
      .where('kedaluwarsa', '>', now())
      .where('kedaluwarsa', '<', new Date(Date.now() + codeMs + minute).toISOString())
      .orderBy('id', 'desc')
      .limit(perAddressOfAll * 2)
      .execute()
    const own = live.find((row) => row.peminta === peminta)
    const chosen = own ?? live[0]
    if (!chosen) return undefined
    if (!own) return (await takeOthersTry(trx, chosen.id, attempt)) ? chosen : undefined
    if (own.percobaan >= maxTries) return undefined
    await trx
      .updateTable('otp')
      .set((eb) => ({ percobaan: eb('percobaan', '+', 1) }))
      .where('id', '=', own.id)
      .execute()
    return own
  })

/** The active owner of an address, and the device of theirs that asks, if it is one. */
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

/** What a password of a person must not be made of. Throws 422 for somebody who is gone. */
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
  /** The address of a code that was mailed; none for an invitation. */
  email: string | undefined
  password_hash: string
}
/**
 * Uses up a code for its owner. Throws 422 when another request has used it meanwhile, or password,
 * status or mail of the account have changed since it was made.
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

/** Stores a new password; sessions and other codes of its owner end. */
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
  // With and without an account the same is done: a code is made, hashed and stored. Only the mail
  // differs, and it goes out by itself.
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
      // Of what others asked for nothing goes: their asking does not undo the owner's.
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
    // What can be said without the code comes first: it costs no try of the code.
    if (password !== re_password)
      throw invalidField('re_password', 'Tidak sama dengan password baru')
    countStranger(ctx)
    const { device, peminta, lane } = await ownerOf(ctx, email)
    await countNet(ctx, device, { key: 'reset', limit: triesPerIp, windowMs: quarterMs })
    await refuseWeak(ctx.db, password, { email }, lane)
    const row = await takeTry(ctx.db, { email, otp, peminta, known: device !== undefined })
    const right = email ? await verifyPassword(row?.kode_hash, otp, lane) : row !== undefined
    if (!row || !right || row.user_id === null) throw wrongCode()
    const user_id = row.user_id
    await refuseWeak(ctx.db, password, await readPerson(ctx.db, user_id), lane)
    const password_hash = await hashPassword(password, lane)
    const change = { otp_id: row.id, user_id, email, password_hash }
    const user = await transaction(ctx.db, (trx) => storePassword(trx, ctx, change))
    if (user.email) {
      const { app_nama } = await readSettings(ctx.db)
      ctx.mail.send(passwordChangedMail(user.email, app_nama, user.name))
    }
    // The devices of before are forgotten with the password; this one has shown whose it is.
    return json({ username: user.username }, 200, await rememberDevice(ctx, user))
  },
}
