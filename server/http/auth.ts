/**
 * Opens and checks sessions. A random token identifies a session; the database stores only its
 * hash. Also hashes and verifies passwords with argon2id.
 */
import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { UserStatus } from '#contract/enums.ts'
import { findsByKey } from '#server/db/preparedNames.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { idleMs } from '#server/db/sweep.ts'
import { transaction } from '#server/db/transaction.ts'
import { tokenActor, tokenPrefix } from '#server/http/accessToken.ts'
import { actorOf, noteUse, ownerColumns } from '#server/http/actor.ts'
import { now, type Actor } from '#server/http/context.ts'
import { hashCost, hashing } from '#server/http/limits/hashing.ts'
import type { QueueLane } from '#server/http/limits/laneQueue.ts'

export { countAttempt, countIn, forgetAttempt } from '#server/http/limits/attemptLimits.ts'

const hour = 3_600_000
/**
 * Maximum duration of a session in ms since login. A session that is not used ends after 12 hours
 * (`idleMs`, domain.md 2.1).
 */
const maxMs = 30 * 24 * hour
/** Minimum interval in ms between two updates of a session's last use. */
const touchMs = 5 * 60_000

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** Returns the argon2id hash of a password. Waits in a queue, because hashing is expensive. */
export const hashPassword = (password: string, lane: QueueLane = 'member'): Promise<string> =>
  hashing(lane, () => hash(password, hashCost))

let decoy: Promise<string> | undefined
/**
 * Returns whether a password matches the stored hash. Without a stored hash, verifies against a
 * decoy and returns false, so that the duration does not reveal whether a user exists.
 */
export const verifyPassword = async (
  stored: string | null | undefined,
  password: string,
  lane: QueueLane = 'member',
): Promise<boolean> =>
  hashing(lane, async () => {
    if (stored) return verify(stored, password)
    await verify(await (decoy ??= hash(randomBytes(12).toString('hex'), hashCost)), password)
    return false
  })

/** Maximum number of sessions per user. A further login ends the least recently used session. */
export const sessionsPerUser = 50
/**
 * Opens a session for a user and returns its token. Deletes the user's idle sessions and the least
 * recently used sessions above `sessionsPerUser`, and records the time of the login.
 */
export const openSession = async (
  db: Db,
  user: { id: number; token_versi: number },
  ip: string,
  agent: string,
): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  const time = Date.now()
  await transaction(db, async (trx) => {
    await trx
      .insertInto('sesi')
      .values({
        token_hash: sha256(token),
        user_id: user.id,
        token_versi: user.token_versi,
        dibuat: new Date(time).toISOString(),
        terpakai: new Date(time).toISOString(),
        kedaluwarsa: new Date(time + maxMs).toISOString(),
        ip,
        agen: agent.slice(0, 200),
      })
      .execute()
    const keptSessions = trx
      .selectFrom('sesi')
      .select('id')
      .where('user_id', '=', user.id)
      .orderBy('terpakai', 'desc')
      .orderBy('id', 'desc')
      .limit(sessionsPerUser)
    const over = new Date(time - idleMs).toISOString()
    await trx
      .deleteFrom('sesi')
      .where('user_id', '=', user.id)
      .where((eb) => eb.or([eb('id', 'not in', keptSessions), eb('terpakai', '<', over)]))
      .execute()
    await trx
      .updateTable('user')
      .set({ last_login_at: new Date(time).toISOString() })
      .where('id', '=', user.id)
      .execute()
  })
  return token
}

/**
 * Ends all sessions of the user except the current one, by giving the user a new token version.
 * Returns the new version.
 */
export const endOtherSessions = async (
  trx: Trx,
  { id, token_hash }: Pick<Actor, 'id' | 'token_hash'>,
): Promise<number> => {
  const { token_versi } = await trx
    .updateTable('user')
    .set((eb) => ({ token_versi: eb('token_versi', '+', 1) }))
    .where('id', '=', id)
    .returning('token_versi')
    .executeTakeFirstOrThrow()
  await trx
    .deleteFrom('sesi')
    .where('user_id', '=', id)
    .where('token_hash', '<>', token_hash)
    .execute()
  await trx.updateTable('sesi').set({ token_versi }).where('token_hash', '=', token_hash).execute()
  return token_versi
}

/** Returns the user of a session; undefined when it is unknown, expired or revoked. */
const sessionActor = async (db: Db, token_hash: string): Promise<Actor | undefined> => {
  const row = await db
    .selectFrom('sesi')
    .innerJoin('user', 'user.id', 'sesi.user_id')
    .innerJoin('role', 'role.id', 'user.role_id')
    .leftJoin('dua_langkah', 'dua_langkah.user_id', 'user.id')
    .select(ownerColumns)
    .select(['sesi.terpakai', 'sesi.kedaluwarsa'])
    .where('sesi.token_hash', '=', token_hash)
    .where('user.status', '=', UserStatus.aktif)
    .whereRef('user.token_versi', '=', 'sesi.token_versi')
    .modifyEnd(findsByKey)
    .executeTakeFirst()
  if (!row) return undefined
  const time = Date.now()
  const used = Date.parse(row.terpakai)
  if (time > Date.parse(row.kedaluwarsa) || time - used > idleMs) return undefined
  await noteUse(db, 'sesi', { token_hash, terpakai: row.terpakai }, touchMs)
  return actorOf(row, token_hash)
}
/**
 * Returns the user whose session token or personal access token an Authorization header contains,
 * with the role as currently stored. Returns undefined when the token is unknown, expired or
 * revoked, or when the user is not active.
 */
export const authenticate = async (
  db: Db,
  header: string | undefined,
): Promise<Actor | undefined> => {
  const token = /^Bearer ([\w-]{20,100})$/i.exec(header ?? '')?.[1]
  if (!token) return undefined
  const find = token.startsWith(tokenPrefix) ? tokenActor : sessionActor
  return find(db, sha256(token))
}

/** Returns at most 100 valid sessions of a user, the most recently used first. */
export const liveSessions = (db: Db, userId: number) =>
  db
    .selectFrom('sesi')
    .innerJoin('user', 'user.id', 'sesi.user_id')
    .whereRef('user.token_versi', '=', 'sesi.token_versi')
    .select(['sesi.id', 'sesi.token_hash', 'sesi.agen', 'sesi.ip', 'sesi.dibuat', 'sesi.terpakai'])
    .where('sesi.user_id', '=', userId)
    .where('sesi.kedaluwarsa', '>', now())
    .where('sesi.terpakai', '>', new Date(Date.now() - idleMs).toISOString())
    .orderBy('sesi.terpakai', 'desc')
    .orderBy('sesi.id', 'desc')
    .limit(100)
    .execute()
