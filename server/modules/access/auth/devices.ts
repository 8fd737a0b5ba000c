/**
 * Devices on which a user has logged in before: strangers who fail do not keep them out (decision
 * 0043). The browser holds a random token for each of its users in one cookie that no script can
 * read; only the hashes are stored, and they hold for as long as the user's `token_versi` is what
 * it was.
 */
import { randomBytes } from 'node:crypto'
import { deviceMs } from '#server/db/sweep.ts'
import type { Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { sha256 } from '#server/http/auth.ts'
import { now, type Ctx } from '#server/http/context.ts'

const cookieName = 'nada_perangkat'
const cookiePattern = /(?:^|;\s*)nada_perangkat=([\w.-]*)/
/** Devices of one user, and users of one browser: beyond, who was here longest ago is forgotten. */
export const devicesPerUser = 10
const usersPerBrowser = 10
const tokenPattern = /^[\w-]{43}$/

/** A device that is known, and whose it is. */
export interface Device {
  id: number
  token: string
}

/** The tokens that a browser sends, the last used first. */
const tokensOf = (request: Request): string[] => {
  const cookie = request.headers.get('cookie') ?? ''
  const value = cookiePattern.exec(cookie)?.[1] ?? ''
  return value.split('.', usersPerBrowser).filter((token) => tokenPattern.test(token))
}

/** Whether the browser says that it is a device of somebody. */
export const mayBeKnown = (request: Request): boolean => tokensOf(request).length > 0

/**
 * The devices that a browser is for its users, in the order of its cookie; what does not hold is
 * none.
 */
const devicesOf = async (ctx: Ctx): Promise<(Device & { userId: number })[]> => {
  const tokens = tokensOf(ctx.request)
  const hashes = new Map(tokens.map((token) => [sha256(token), token]))
  if (tokens.length === 0) return []
  const rows = await ctx.db
    .selectFrom('perangkat')
    .innerJoin('user', 'user.id', 'perangkat.user_id')
    .select(['perangkat.id', 'perangkat.token_hash', 'perangkat.user_id'])
    .where('perangkat.token_hash', 'in', [...hashes.keys()])
    .whereRef('perangkat.token_versi', '=', 'user.token_versi')
    .where('perangkat.terpakai', '>', new Date(Date.now() - deviceMs).toISOString())
    .execute()
  return rows
    .map((row) => ({ id: row.id, userId: row.user_id, token: hashes.get(row.token_hash) ?? '' }))
    .toSorted((a, b) => tokens.indexOf(a.token) - tokens.indexOf(b.token))
}

/** The device that asks, where this user has logged in on it before. `userId` 0 is nobody. */
export const knownDevice = async (ctx: Ctx, userId: number): Promise<Device | undefined> =>
  (await devicesOf(ctx)).find((device) => device.userId === userId)

/**
 * Stores a new device of a user, in place of those beyond the number that one may have. Who came
 * back stays before who never did: a program that logs in each hour does not push a person's
 * browser out.
 */
const addDevice = async (trx: Trx, user: { id: number; token_versi: number }, token: string) => {
  const time = now()
  const { id: user_id, token_versi } = user
  const { id } = await trx
    .insertInto('perangkat')
    .values({ user_id, token_hash: sha256(token), token_versi, dibuat: time, terpakai: time })
    .returning('id')
    .executeTakeFirstOrThrow()
  const kept = trx
    .selectFrom('perangkat')
    .select('id')
    .where('user_id', '=', user_id)
    .where('token_versi', '=', token_versi)
    .where('id', '<>', id)
    .orderBy((eb) => eb.case().when('terpakai', '>', eb.ref('dibuat')).then(0).else(1).end())
    .orderBy('terpakai', 'desc')
    .orderBy('id', 'desc')
    .limit(devicesPerUser - 1)
  await trx
    .deleteFrom('perangkat')
    .where('user_id', '=', user_id)
    .where('id', '<>', id)
    .where('id', 'not in', kept)
    .execute()
}

const cookieOf = (tokens: readonly string[], secure: boolean): string =>
  [
    `${cookieName}=${tokens.slice(0, usersPerBrowser).join('.')}`,
    // Whoever changes the password is known by it too.
    'Path=/api',
    `Max-Age=${deviceMs / 1000}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ')

/**
 * After a login: remembers the device, and answers the headers that tell it. A token is always made
 * here, never taken over from a browser, so that nobody can give somebody else one that they know.
 */
export const rememberDevice = async (
  ctx: Ctx,
  user: { id: number; token_versi: number },
): Promise<Record<string, string>> => {
  const devices = await devicesOf(ctx)
  const known = devices.find((device) => device.userId === user.id)
  const token = known?.token ?? randomBytes(32).toString('base64url')
  await transaction(ctx.db, async (trx) => {
    if (!known) return addDevice(trx, user, token)
    await trx.updateTable('perangkat').set({ terpakai: now() }).where('id', '=', known.id).execute()
  })
  const others = devices.filter((device) => device.userId !== user.id).map((d) => d.token)
  return { 'Set-Cookie': cookieOf([token, ...others], ctx.secure) }
}

/** Forgets the devices of a user but the one that asks, which goes on with a new `token_versi`. */
export const keepOwnDevice = async (trx: Trx, ctx: Ctx, token_versi: number): Promise<void> => {
  const hashes = tokensOf(ctx.request).map(sha256)
  if (hashes.length > 0) {
    await trx
      .updateTable('perangkat')
      .set({ token_versi })
      .where('user_id', '=', ctx.actor.id)
      .where('token_hash', 'in', hashes)
      .where('token_versi', '=', token_versi - 1)
      .execute()
  }
  await trx
    .deleteFrom('perangkat')
    .where('user_id', '=', ctx.actor.id)
    .where('token_versi', '<>', token_versi)
    .execute()
}
