/**
 * What stands between a stranger and a password (domain.md 3.13, decision 0043): every try is
 * counted before it is looked at, per name and net, per net, and per account; a device on which the
 * user has logged in before has a count of its own, which no stranger can fill.
 */
import { setTimeout } from 'node:timers/promises'
import { UserStatus } from '#contract/enums.ts'
import type { Trx } from '#server/db/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'
import { netOf } from '#server/http/address.ts'
import { sha256, verifyPassword } from '#server/http/auth.ts'
import type { Ctx } from '#server/http/context.ts'
import { makeGate, type Share } from '#server/http/gate.ts'
import { countGuest } from '#server/http/guestRate.ts'
import {
  countAttempt,
  countLimits,
  forgetAttempt,
  fullLimit,
  dayMs,
  hourMs,
  quarterMs,
  tooMany,
  type Limit,
} from '#server/http/limits.ts'
import { makeQueue, type Lane } from '#server/http/queue.ts'
import { knownDevice, mayBeKnown, type Device } from '#server/modules/access/auth/devices.ts'

/** Failures that are allowed: see domain.md 3.13. */
const perNameAndNet = 5
/** Behind one address of a mobile network are thousands of families. */
const perNet = 600
const perAccount = 100
const perDevice = 5
/**
 * Codes of a second step that may be tried for an account in a day, by strangers, and again by
 * known devices: nobody mistypes that many. A browser that resets the password by mail becomes a
 * known device each time, so devices need a limit that no reset begins anew. With a hundred times
 * as many, six digits of which three hold at a time would be guessed in a year or two.
 */
const codesPerAccount = 30

/** After so many failures of an hour answers are slower, each by a step more than the last. */
const slowFrom = 5
const slowStepMs = 25
/** Short: who guesses is stopped by the number, not by the wait, and the owner hardly notices. */
const slowestMs = 250

/** Tries of a process at the same moment, in all, of one net, for one name, of one device. */
const tries = { all: 200, net: 100, name: 8, device: 4 }
/** Of these so many may be held up; the others' turn does not depend on them. */
const sleepers = 100
const known = 100
/**
 * The database serves everybody else too: these count by turns, the rest waits without a
 * connection.
 */
const counting = makeQueue('counting of tries', 2)
const gate = makeGate('tries of passwords')
const retryAfter = 5
const busy = () =>
  new HttpError(429, 'Terlalu banyak percobaan bersamaan. Coba lagi dalam 5 detik.', {
    retryAfter,
  })
const enter = (shares: readonly Share[]) => {
  const leave = gate.enter(shares)
  if (!leave) throw busy()
  return leave
}

/** A text of any length as part of a key. */
export const keyOf = (text: string): string => sha256(text).slice(0, 32)
/**
 * The counter of a name as it was typed, whether or not it is somebody's. There are 65,536 of them,
 * so that made-up names fill no table. How slow an answer is depends on this one alone, and not on
 * the account: else the wait at a mail address would tell that it belongs to a user name.
 */
const bucketOf = (name: string): string => sha256(name).slice(0, 4)

/** Who asks, as counters name them: a device on which this user has logged in before, or a net. */
export const requesterOf = (ctx: Ctx, device: Device | undefined): string =>
  device ? `alat:${device.id}` : `net:${netOf(ctx.ip)}`

interface Account {
  id: number
  status: number
  password_hash: string | null
}
/** Somebody who says who they are; `find` looks up whom the name belongs to. */
interface Claim<U extends Account> {
  name: string
  password: string
  find: () => Promise<U | undefined>
}
/** A try that was counted. */
export interface Attempt<U extends Account> {
  user: U | undefined
  right: boolean
  /** Whether a failure is worth a row in the audit: a net that fails on and on fills nothing. */
  noted: boolean
  /** Takes the count back: the password was right. */
  forgive: () => Promise<void>
}

/** Failures of a net in a quarter of an hour that are written down one by one. */
const notedPerNet = 20

interface Keys {
  limits: Limit[]
  /** The counter that a right try clears, and the ones it is only taken from. */
  cleared: string
  others: string[]
  shares: Share[]
}
const guestShares = (net: string, name: string): Share[] => [
  { key: 'semua', most: tries.all },
  { key: `masuk-net:${net}`, most: tries.net },
  { key: `masuk-nama:${bucketOf(name)}`, most: tries.name },
]
const guestKeys = (net: string, name: string, userId: number | undefined): Keys => {
  const cleared = `masuk:${keyOf(name)}:${net}`
  const ofNet = `masuk-net:${net}`
  const ofAccount = userId === undefined ? [] : [`masuk-akun:${userId}`]
  const hourly = [`masuk-nama:${bucketOf(name)}`, ...ofAccount]
  return {
    cleared,
    others: [ofNet, ...hourly],
    limits: [
      { key: cleared, limit: perNameAndNet, windowMs: quarterMs },
      { key: ofNet, limit: perNet, windowMs: quarterMs },
      ...hourly.map((key) => ({ key, limit: perAccount, windowMs: hourMs })),
    ],
    shares: guestShares(net, name),
  }
}
const deviceKeys = (device: Device): Keys => {
  const cleared = `masuk-alat:${device.id}`
  return {
    cleared,
    others: [],
    limits: [{ key: cleared, limit: perDevice, windowMs: quarterMs }],
    shares: [
      { key: 'dikenal', most: known },
      { key: cleared, most: tries.device },
    ],
  }
}

/** Holds an answer up, the longer the more often this name has failed. No connection is held. */
const slowly = async (failures: number): Promise<void> => {
  const ms = Math.min(slowestMs, (failures - slowFrom) * slowStepMs)
  if (ms <= 0) return
  const leave = enter([{ key: 'ditahan', most: sleepers }])
  try {
    await setTimeout(ms)
  } finally {
    leave()
  }
}

/** Counts a try. Throws 429 at a limit. Answers the number of each counter. */
const countTry = async (
  ctx: Ctx,
  lane: Lane,
  { limits }: Keys,
): Promise<ReadonlyMap<string, number>> => {
  const { full, counts } = await counting(lane, () =>
    transaction(ctx.db, (trx) => countLimits(trx, limits)),
  )
  if (full) throw tooMany(full)
  return counts
}

/** The counters of a try: those of a device that this user knows, otherwise those of a stranger. */
const keysFor = async (
  ctx: Ctx,
  { net, name, userId }: { net: string; name: string; userId: number | undefined },
): Promise<{ keys: Keys; lane: Lane }> => {
  const device = await knownDevice(ctx, userId ?? 0)
  if (device) return { keys: deviceKeys(device), lane: 'member' }
  // A cookie that says it is a device, and is none.
  if (mayBeKnown(ctx.request)) countGuest(net)
  return { keys: guestKeys(net, name, userId), lane: 'guest' }
}

/** Checks a claim whose number of tries at the same moment is bounded; `entered`: it is already. */
const checkClaim = async <U extends Account>(
  ctx: Ctx,
  { name, password, find }: Claim<U>,
  entered: boolean,
): Promise<Attempt<U>> => {
  const user = await find()
  const account = user && user.status !== UserStatus.dihapus ? user : undefined
  const net = netOf(ctx.ip)
  const { keys, lane } = await keysFor(ctx, { net, name, userId: account?.id })
  const leave = entered ? undefined : enter(keys.shares)
  try {
    const counts = await countTry(ctx, lane, keys)
    await slowly(counts.get(`masuk-nama:${bucketOf(name)}`) ?? 0)
    const right = await verifyPassword(account?.password_hash, password, lane)
    if (!right && counts.get(`masuk-akun:${account?.id}`) === perAccount)
      ctx.log.warn({ user_id: account?.id }, 'login tries have reached the limit of an account')
    return {
      user,
      right,
      noted: (counts.get(`masuk-net:${net}`) ?? 0) <= notedPerNet,
      forgive: () => forgetAttempt(ctx.db, keys.cleared, keys.others),
    }
  } finally {
    leave?.()
  }
}

/**
 * Counts a call of who shows no device at all, before any work is done. Throws 429 for a net that
 * floods the server.
 */
export const countStranger = (ctx: Ctx): void => {
  if (!mayBeKnown(ctx.request)) countGuest(netOf(ctx.ip))
}

/**
 * Checks a password, within all limits. Unknown names take the same way as known ones. Throws 429
 * when a limit is reached, or too many are at it.
 */
export const tryPassword = async <U extends Account>(
  ctx: Ctx,
  claim: Claim<U>,
): Promise<Attempt<U>> => {
  // Without a cookie it is a stranger: of too many the rest is turned away before the database is
  // asked.
  countStranger(ctx)
  const leave = mayBeKnown(ctx.request) ? undefined : enter(guestShares(netOf(ctx.ip), claim.name))
  try {
    return await checkClaim(ctx, claim, leave !== undefined)
  } finally {
    leave?.()
  }
}

const codeLimits = async (ctx: Ctx, account: { id: number }) => {
  const device = await knownDevice(ctx, account.id)
  const own = `kode:${account.id}:${requesterOf(ctx, device)}`
  // Strangers fill no counter of the devices: the owner's own is not kept out by them.
  const all = device ? `kode:${account.id}:alat` : `kode:${account.id}`
  const limits: Limit[] = [
    { key: own, limit: perNameAndNet, windowMs: quarterMs },
    { key: all, limit: codesPerAccount, windowMs: dayMs },
  ]
  return { limits, own, others: [all] }
}
/**
 * For a second step after the right password. Throws 429 when this requester, or all, failed too
 * often.
 */
export const checkAllowed = async (ctx: Ctx, account: { id: number }): Promise<void> => {
  const full = await fullLimit(ctx.db, (await codeLimits(ctx, account)).limits)
  if (full) throw tooMany(full)
}
/**
 * Counts a failure of a second step. Throws 429 when the limit was reached before. Counted before
 * the code is compared, many at the same moment do not pass together; `forgiveFailure` takes a
 * right one back.
 */
export const countFailure = async (ctx: Ctx, account: { id: number }): Promise<void> => {
  const { limits } = await codeLimits(ctx, account)
  const { full } = await transaction(ctx.db, (trx) => countLimits(trx, limits))
  if (full) throw tooMany(full)
}
/** Takes a counted try of a second step back: the code was right. */
export const forgiveFailure = async (ctx: Ctx, account: { id: number }): Promise<void> => {
  const { own, others } = await codeLimits(ctx, account)
  await forgetAttempt(ctx.db, own, others)
}

/** Lets the tries of a second step begin anew, whoever made them. */
export const forgetFailures = async (trx: Trx, account: { id: number }): Promise<void> => {
  const all = `kode:${account.id}`
  await trx
    .deleteFrom('batas_laju')
    .where((eb) => eb.or([eb('kunci', '=', all), eb('kunci', 'like', `${all}:%`)]))
    .execute()
}

/** A limit of a net that a known device does not have: for calls that strangers may make. */
export const countNet = async (
  ctx: Ctx,
  device: Device | undefined,
  { key, limit, windowMs }: Limit,
): Promise<void> => {
  if (device) return
  const net = netOf(ctx.ip)
  // The cookie of no device: it was not counted before.
  if (mayBeKnown(ctx.request)) countGuest(net)
  await countAttempt(ctx.db, { [`${key}:${net}`]: limit }, windowMs)
}
