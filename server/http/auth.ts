/** Sessions by random token, of which only the hash is stored; argon2id passwords; failures counted in the database. */
import { createHash, randomBytes } from 'node:crypto'
import { hash, verify } from '@node-rs/argon2'
import { sql } from 'kysely'
import { transaction } from '#server/db/transaction.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { HttpError } from '#server/errors.ts'
import { now, type Actor } from '#server/http/context.ts'

const hour = 3_600_000
/** A session ends after 12 hours without use, and 30 days after login at the latest (domain.md 2.1). */
const idleMs = 12 * hour
const maxMs = 30 * 24 * hour
/** Use is noted at most this often, so that reading does not write. */
const touchMs = 5 * 60_000

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
/** argon2id with the library's defaults (19 MiB, 2 passes). */
export const hashPassword = (password: string): Promise<string> => hash(password)

let decoy: Promise<string> | undefined
/** Verifies; without a hash it does the same work and says no, so that unknown users take as long. */
export const verifyPassword = async (stored: string | null | undefined, password: string): Promise<boolean> => {
  if (stored) return verify(stored, password)
  await verify(await (decoy ??= hash(randomBytes(12).toString('hex'))), password)
  return false
}

/** Opens a session; answers the token, which is stored nowhere. */
export const openSession = async (db: Db, user: { id: number; token_versi: number }, ip: string, agent: string): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  const time = Date.now()
  await transaction(db, async (trx) => {
    await trx.insertInto('sesi').values({
      token_hash: sha256(token), user_id: user.id, token_versi: user.token_versi, dibuat: new Date(time).toISOString(), terpakai: new Date(time).toISOString(),
      kedaluwarsa: new Date(time + maxMs).toISOString(), ip, agen: agent.slice(0, 200),
    }).execute()
    await trx.deleteFrom('sesi').where((eb) => eb.or([eb('kedaluwarsa', '<', new Date(time).toISOString()), eb('terpakai', '<', new Date(time - idleMs).toISOString())])).execute()
    await trx.updateTable('user').set({ last_login_at: new Date(time).toISOString() }).where('id', '=', user.id).execute()
  })
  return token
}

const parsed = new Map<string, { list: readonly string[]; set: ReadonlySet<string> }>()
const accessesOf = (json: string) => {
  const known = parsed.get(json)
  if (known) return known
  const list = JSON.parse(json) as string[]
  if (parsed.size > 100) parsed.clear()
  const made = { list, set: new Set(list) }
  parsed.set(json, made)
  return made
}

/** Who holds this token; undefined when it is unknown, expired, revoked, or its user is no longer active. Reads the role anew each time. */
export const authenticate = async (db: Db, header: string | undefined): Promise<Actor | undefined> => {
  const token = /^Bearer ([\w-]{20,100})$/i.exec(header ?? '')?.[1]
  if (!token) return undefined
  const token_hash = sha256(token)
  const row = await db.selectFrom('sesi').innerJoin('user', 'user.id', 'sesi.user_id').innerJoin('role', 'role.id', 'user.role_id')
    .select(['user.id', 'user.name', 'user.role_id', 'user.harus_ganti_password', 'role.dasar_role_id', 'role.accesses', 'sesi.terpakai', 'sesi.kedaluwarsa'])
    .where('sesi.token_hash', '=', token_hash).where('user.status', '=', 10).whereRef('user.token_versi', '=', 'sesi.token_versi').executeTakeFirst()
  if (!row) return undefined
  const time = Date.now()
  const used = Date.parse(row.terpakai)
  if (time > Date.parse(row.kedaluwarsa) || time - used > idleMs) return undefined
  if (time - used > touchMs) await transaction(db, (trx) => trx.updateTable('sesi').set({ terpakai: now() }).where('token_hash', '=', token_hash).execute())
  const dasar = row.role_id <= 6 ? row.role_id : row.dasar_role_id ?? 0
  const gedung = dasar === 2 ? await db.selectFrom('user_gedung').select('gedung_id').where('user_id', '=', row.id).execute() : []
  const buatan = await db.selectFrom('role').select(['id', 'dasar_role_id']).where('id', '>', 6).execute()
  const accesses = accessesOf(row.accesses)
  return {
    id: row.id, name: row.name, role_id: row.role_id, dasar, accesses: accesses.list, allowed: accesses.set, gedung: gedung.map((g) => g.gedung_id), token_hash,
    buatan: buatan.map((r) => ({ id: r.id, dasar: r.dasar_role_id ?? 0 })),
    harus_ganti_password: row.harus_ganti_password === 1,
  }
}

/** The sessions of a user that hold, the last used first. */
export const liveSessions = (db: Db, userId: number) => db.selectFrom('sesi').innerJoin('user', 'user.id', 'sesi.user_id').whereRef('user.token_versi', '=', 'sesi.token_versi')
  .select(['sesi.id', 'sesi.token_hash', 'sesi.agen', 'sesi.ip', 'sesi.dibuat', 'sesi.terpakai']).where('sesi.user_id', '=', userId).where('sesi.kedaluwarsa', '>', now())
  .where('sesi.terpakai', '>', new Date(Date.now() - idleMs).toISOString()).orderBy('sesi.terpakai', 'desc').orderBy('sesi.id', 'desc').limit(100).execute()

const quarter = 15 * 60_000
/** No window is longer: what is older says nothing. */
const longestMs = 24 * hour
/**
 * Counts under each key, before what it counts is done, so that many at the same moment do not pass together; nothing is counted when one
 * of the keys has reached its limit in its running window, and that one is answered.
 */
export const countIn = async (trx: Trx, limits: Record<string, number>, windowMs: number): Promise<{ limit: number; /** Seconds until the window ends. */ wait: number } | undefined> => {
  const time = Date.now()
  const keys = Object.keys(limits)
  await trx.deleteFrom('batas_laju').where((eb) => eb.or([eb('mulai', '<=', new Date(time - longestMs).toISOString()), eb.and([eb('kunci', 'in', keys), eb('mulai', '<=', new Date(time - windowMs).toISOString())])])).execute()
  const rows = await trx.selectFrom('batas_laju').selectAll().where('kunci', 'in', keys).execute()
  const full = rows.find((r) => r.jumlah >= (limits[r.kunci] ?? Infinity))
  if (full) return { limit: limits[full.kunci] ?? 0, wait: Math.max(1, Math.ceil((Date.parse(full.mulai) + windowMs - time) / 1000)) }
  for (const kunci of keys) {
    await trx.insertInto('batas_laju').values({ kunci, mulai: new Date(time).toISOString(), jumlah: 1 })
      .onConflict((c) => c.column('kunci').doUpdateSet({ jumlah: sql<number>`batas_laju.jumlah + 1` })).execute()
  }
  return undefined
}
/** Counts an attempt. Throws 429 at the limit; `forgetAttempt` takes a right attempt back. */
export const countAttempt = async (db: Db, limits: Record<string, number>, windowMs = quarter): Promise<void> => {
  const full = await transaction(db, (trx) => countIn(trx, limits, windowMs))
  if (full) throw new HttpError(429, `Terlalu banyak percobaan. Coba lagi dalam ${Math.ceil(full.wait / 60)} menit.`, { retryAfter: full.wait, limit: full.limit })
}
/** Takes a right attempt back: `cleared` starts anew, of the others only this attempt goes. */
export const forgetAttempt = (db: Db, cleared: string, others: string[] = []) => transaction(db, async (trx) => {
  await trx.deleteFrom('batas_laju').where('kunci', '=', cleared).execute()
  if (others.length > 0) await trx.updateTable('batas_laju').set((eb) => ({ jumlah: eb('jumlah', '-', 1) })).where('kunci', 'in', others).where('jumlah', '>', 0).execute()
})
