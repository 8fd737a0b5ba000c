/**
 * Limits on password tries (domain.md 3.13, decision 0043). Every try is counted before the
 * password is checked, in four counters: by typed name and network (`net`), by network, by typed
 * name, and by account. A device on which the user has logged in before (known device) has a
 * separate counter, which strangers cannot fill.
 */
import { setTimeout } from 'node:timers/promises'
import { UserStatus } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { HttpError } from '#server/errors.ts'
import { netOf } from '#server/http/address.ts'
import { sha256, verifyPassword } from '#server/http/auth.ts'
import type { Ctx } from '#server/http/context.ts'
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
} from '#server/http/limits/attemptLimits.ts'
import { makeGate, type Share } from '#server/http/limits/concurrencyGate.ts'
import { countGuest } from '#server/http/limits/guestRate.ts'
import { makeQueue, type QueueLane } from '#server/http/limits/laneQueue.ts'
import { knownDevice, mayBeKnown, type Device } from '#server/modules/access/auth/devices.ts'

/**
 * Maximum number of failed tries of one typed name from one network within 15 minutes (domain.md
 * 3.13). Also the maximum number of wrong second-factor codes per account and requester within 15
 * minutes.
 */
const perNameAndNet = 5
/**
 * Maximum number of failed tries from one network within 15 minutes. The number is high, because
 * thousands of families may share one address of a mobile network.
 */
const perNet = 600
/** Maximum number of failed tries within an hour, for each typed name and for each account. */
const perAccount = 100
/** Maximum number of failed tries on one known device within 15 minutes. */
const perDevice = 5
/**
 * Maximum number of wrong second-factor codes for an account in a day: by all strangers together,
 * and again by all known devices together. Known devices are limited too, because a password reset
 * makes a browser a known device. A limit a hundred times as high would let a guesser find a
 * six-digit code within a year or two, because three codes are valid at a time.
 */
const codesPerAccount = 30

/** Number of failed tries of a name within an hour after which responses are delayed. */
const slowFrom = 5
/** Time in ms that each further failed try adds to the delay. */
const slowStepMs = 25
/**
 * Longest delay of a response in ms. The owner of the account hardly notices a short delay. A
 * longer delay is not needed, because the limits stop a guesser.
 */
const slowestMs = 250

/**
 * Maximum numbers of concurrent tries in one process: of all strangers together (`all`), of the
 * strangers of a network (`net`), of strangers with a typed name (`name`), and on a known device
 * (`device`).
 */
const tries = { all: 200, net: 100, name: 8, device: 4 }
/**
 * Maximum number of responses that are delayed at the same time. Further tries get 429, so that
 * delays never block other requests.
 */
const mostDelayed = 100
const knownLimit = 100
/**
 * Queue in which at most two tries write their counters at a time. Waiting tries hold no database
 * connection, so other calls can use the connections.
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

/** Returns a hash of fixed length for a text of any length, for use in a counter's key. */
export const keyOf = (text: string): string => sha256(text).slice(0, 32)
/**
 * Returns the number of the counter for a typed name. There are only 65,536 counters, shared by all
 * names, so made-up names cannot fill the table. Delays depend on this counter, not on the account,
 * because equal delays would reveal that a mail address and a user name belong to the same account.
 */
const bucketOf = (name: string): string => sha256(name).slice(0, 4)

/**
 * Returns the text that identifies a requester in the keys of counters: the user's known device,
 * otherwise the network of the IP address.
 */
export const requesterOf = (ctx: Ctx, device: Device | undefined): string =>
  device ? `alat:${device.id}` : `net:${netOf(ctx.ip)}`

interface Account {
  id: number
  status: number
  password_hash: string | null
}
/** Typed name and password of a login, and the function that looks up the account of the name. */
interface Login<U extends Account> {
  name: string
  password: string
  find: () => Promise<U | undefined>
}
/** Result of a counted password try. */
export interface Attempt<U extends Account> {
  /** Account of the typed name. */
  user: U | undefined
  /** Whether the password is right. */
  right: boolean
  /**
   * Whether a failure is to be written to the audit log. False for a network with many failures, so
   * that the network cannot fill the log.
   */
  noted: boolean
  /** Removes the try from the counters; called after a right password. */
  forgive: () => Promise<void>
}

/** Maximum number of failures of a network within 15 minutes that the audit log records. */
const notedPerNet = 20

interface Keys {
  limits: Limit[]
  /** Key of the counter that a successful try clears. */
  cleared: string
  /** Keys of the counters that a successful try decrements by one. */
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
      { key: 'dikenal', most: knownLimit },
      { key: cleared, most: tries.device },
    ],
  }
}

/**
 * Delays a response. Each further failure of the typed name makes the delay longer. Holds no
 * database connection while waiting.
 */
const slowly = async (failures: number): Promise<void> => {
  const ms = Math.min(slowestMs, (failures - slowFrom) * slowStepMs)
  if (ms <= 0) return
  const leave = enter([{ key: 'ditahan', most: mostDelayed }])
  try {
    await setTimeout(ms)
  } finally {
    leave()
  }
}

/**
 * Counts a try in each of the counters `limits`. Returns the values of the counters, by key. Throws
 * 429 when a limit is reached.
 */
const countTry = async (
  ctx: Ctx,
  lane: QueueLane,
  { limits }: Keys,
): Promise<ReadonlyMap<string, number>> => {
  const { full, counts } = await counting(lane, () =>
    transaction(ctx.db, (trx) => countLimits(trx, limits)),
  )
  if (full) throw tooMany(full)
  return counts
}

/**
 * Returns the keys of the counters for a try: those of the user's known device, otherwise those of
 * a stranger.
 */
const keysFor = async (
  ctx: Ctx,
  { net, name, userId }: { net: string; name: string; userId: number | undefined },
): Promise<{ keys: Keys; lane: QueueLane }> => {
  const device = await knownDevice(ctx, userId ?? 0)
  if (device) return { keys: deviceKeys(device), lane: 'member' }
  // `countStranger` does not count requests with a device cookie. The cookie of this request names
  // no device of the user, so the request is counted now.
  if (mayBeKnown(ctx.request)) countGuest(net)
  return { keys: guestKeys(net, name, userId), lane: 'guest' }
}

/**
 * Checks name and password within all limits. `entered` is true when the caller has already counted
 * the try as a concurrent try.
 */
const checkLogin = async <U extends Account>(
  ctx: Ctx,
  { name, password, find }: Login<U>,
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
 * Counts a call without a device cookie. Must run before any other work of the call. Throws 429 for
 * a network that floods the server.
 */
export const countStranger = (ctx: Ctx): void => {
  if (!mayBeKnown(ctx.request)) countGuest(netOf(ctx.ip))
}

/**
 * Checks a password within all limits. Unknown names cause the same work as known ones, so that
 * timing does not reveal them. Throws 429 when a limit is reached, or when there are too many
 * concurrent tries.
 */
export const tryPassword = async <U extends Account>(
  ctx: Ctx,
  claim: Login<U>,
): Promise<Attempt<U>> => {
  // A request without a device cookie comes from a stranger. Strangers above the limit are rejected
  // before any database query.
  countStranger(ctx)
  const leave = mayBeKnown(ctx.request) ? undefined : enter(guestShares(netOf(ctx.ip), claim.name))
  try {
    return await checkLogin(ctx, claim, leave !== undefined)
  } finally {
    leave?.()
  }
}

const codeLimits = async (ctx: Ctx, account: { id: number }) => {
  const device = await knownDevice(ctx, account.id)
  const ownKey = `kode:${account.id}:${requesterOf(ctx, device)}`
  // All known devices share one counter and all strangers share another, so that strangers cannot
  // lock the owner's devices out.
  const all = device ? `kode:${account.id}:alat` : `kode:${account.id}`
  const limits: Limit[] = [
    { key: ownKey, limit: perNameAndNet, windowMs: quarterMs },
    { key: all, limit: codesPerAccount, windowMs: dayMs },
  ]
  return { limits, own: ownKey, others: [all] }
}
/**
 * Throws 429 when too many wrong second-factor codes of the account were tried, either by this
 * requester alone, or by all requesters of the same kind together. The kinds are known devices and
 * strangers.
 */
export const checkAllowed = async (ctx: Ctx, account: { id: number }): Promise<void> => {
  const full = await fullLimit(ctx.db, (await codeLimits(ctx, account)).limits)
  if (full) throw tooMany(full)
}
/**
 * Counts a try of a second-factor code as a failure. Must run before the code is compared, so that
 * concurrent tries cannot exceed the limit. If the code is right, `forgiveFailure` removes the try
 * from the counters. Throws 429 when the limit was already reached.
 */
export const countFailure = async (ctx: Ctx, account: { id: number }): Promise<void> => {
  const { limits } = await codeLimits(ctx, account)
  const { full } = await transaction(ctx.db, (trx) => countLimits(trx, limits))
  if (full) throw tooMany(full)
}
/** Removes a try of a second-factor code from the counters, because the code was right. */
export const forgiveFailure = async (ctx: Ctx, account: { id: number }): Promise<void> => {
  const { own, others } = await codeLimits(ctx, account)
  await forgetAttempt(ctx.db, own, others)
}

/** Clears the counters of an account's second-factor codes, for all requesters. */
export const forgetFailures = async (trx: Trx, account: { id: number }): Promise<void> => {
  const all = `kode:${account.id}`
  await trx
    .deleteFrom('batas_laju')
    .where((eb) => eb.or([eb('kunci', '=', all), eb('kunci', 'like', `${all}:%`)]))
    .execute()
}

/**
 * Counts a call without login in a counter for the caller's network. Does not count calls from
 * known devices. Throws 429 when the limit is reached.
 */
export const countNet = async (
  ctx: Ctx,
  device: Device | undefined,
  { key, limit, windowMs }: Limit,
): Promise<void> => {
  if (device) return
  const net = netOf(ctx.ip)
  // `countStranger` does not count requests with a device cookie. The cookie of this request names
  // no known device, so the request is counted now.
  if (mayBeKnown(ctx.request)) countGuest(net)
  await countAttempt(ctx.db, { [`${key}:${net}`]: limit }, windowMs)
}
