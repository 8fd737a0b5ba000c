/**
 * Known devices: browsers on which a user has logged in before (decision 0043). On a known device a
 * user can log in even while failed tries of strangers block all other devices. One HttpOnly cookie
 * holds a random token for each user of the browser; the server stores only hashes. A token is
 * valid while the user's `token_versi` is unchanged.
 */
import { randomBytes } from 'node:crypto'
import type { Trx } from '#server/db/schema/tables.ts'
import { deviceMs } from '#server/db/sweep.ts'
import { transaction } from '#server/db/transaction.ts'
import { sha256 } from '#server/http/auth.ts'
import { now, type Ctx } from '#server/http/context.ts'

const cookieName = 'nada_perangkat'
const cookiePattern = /(?:^|;\s*)nada_perangkat=([\w.-]*)/
/** Maximum number of known devices per user. `addDevice` deletes further devices. */
export const devicesPerUser = 10
/**
 * Maximum number of users per browser. The tokens used least recently are dropped from the cookie.
 */
const usersPerBrowser = 10
const tokenPattern = /^[\w-]{43}$/

/** Known device: its id, and the token that the browser sent for it. */
export interface Device {
  id: number
  token: string
}

/** Returns the device tokens that a browser sends, the last used first. */
const tokensOf = (request: Request): string[] => {
  const cookie = request.headers.get('cookie') ?? ''
  const value = cookiePattern.exec(cookie)?.[1] ?? ''
  return value.split('.', usersPerBrowser).filter((token) => tokenPattern.test(token))
}

/**
 * Whether a request has a device cookie. Does not check whether the tokens in the cookie are valid.
 */
export const mayBeKnown = (request: Request): boolean => tokensOf(request).length > 0

/**
 * Returns the known devices, of any user, whose tokens the cookie contains, in the order of the
 * tokens. Skips invalid and expired tokens.
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

/**
 * Returns the requesting device if the user has logged in on it before, otherwise undefined. Pass
 * `userId` 0 when there is no user.
 */
export const knownDevice = async (ctx: Ctx, userId: number): Promise<Device | undefined> =>
  (await devicesOf(ctx)).find((device) => device.userId === userId)

/**
 * Stores a new device of a user and deletes the devices above the limit. Devices used for only one
 * login are deleted first. Otherwise, if a program logged in every hour without a cookie, its
 * devices would replace the browsers that the user works with.
 */
const addDevice = async (trx: Trx, user: { id: number; token_versi: number }, token: string) => {
  const time = now()
  const { id: user_id, token_versi } = user
  const { id } = await trx
    .insertInto('perangkat')
    .values({ user_id, token_hash: sha256(token), token_versi, dibuat: time, terpakai: time })
    .returning('id')
    .executeTakeFirstOrThrow()
  const keptDevices = trx
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
    .where('id', 'not in', keptDevices)
    .execute()
}

const cookieOf = (tokens: readonly string[], secure: boolean): string =>
  [
    `${cookieName}=${tokens.slice(0, usersPerBrowser).join('.')}`,
    // The cookie is sent with all calls, not only the login, because the call that changes the
    // password must also recognise the device.
    'Path=/api',
    `Max-Age=${deviceMs / 1000}`,
    'HttpOnly',
    'SameSite=Strict',
    ...(secure ? ['Secure'] : []),
  ].join('; ')

/**
 * Stores the device after a login, and returns the response headers that set its cookie. The server
 * always makes the token itself, so an attacker cannot plant a chosen token in another person's
 * browser.
 */
export const rememberDevice = async (
  ctx: Ctx,
  user: { id: number; token_versi: number },
): Promise<Record<string, string>> => {
  const devices = await devicesOf(ctx)
  const ownDevice = devices.find((device) => device.userId === user.id)
  const token = ownDevice?.token ?? randomBytes(32).toString('base64url')
  await transaction(ctx.db, async (trx) => {
    if (!ownDevice) return addDevice(trx, user, token)
    await trx
      .updateTable('perangkat')
      .set({ terpakai: now() })
      .where('id', '=', ownDevice.id)
      .execute()
  })
  const otherTokens = devices.filter((device) => device.userId !== user.id).map((d) => d.token)
  return { 'Set-Cookie': cookieOf([token, ...otherTokens], ctx.secure) }
}

/**
 * Deletes all known devices of the caller except the requesting device. The requesting device gets
 * the new `token_versi`, so that it stays valid.
 */
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
