/**
 * Repairs the actors between requests. Actors are the users that the fuzzer logs in to send
 * requests. Random requests log actors out, disable users, remove access codes from roles and reach
 * rate limits. Without repair, the server would soon reject all requests.
 */
import { randomBytes } from 'node:crypto'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { sha256 } from '#server/http/auth.ts'
import { now } from '#server/http/context.ts'

export interface Actor {
  name: string
  /** Id of the actor's user; undefined for the actor without a session. */
  userId: number | undefined
  token: string
}
export interface Keeper {
  actors: readonly Actor[]
  /**
   * Restores the access codes of all roles and the outlets of the actors, and deletes the counters
   * of rate limits. An actor without a valid session gets a new session.
   */
  restore: () => Promise<void>
}

const active = 10
const superadmin = 1

/** Stores a session of a user in the database, as a login does; returns its token. */
export const openSession = async (trx: Trx, userId: number): Promise<string> => {
  const token = randomBytes(32).toString('base64url')
  const { token_versi } = await trx
    .selectFrom('user')
    .select('token_versi')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const time = now()
  await trx
    .insertInto('sesi')
    .values({
      token_hash: sha256(token),
      user_id: userId,
      token_versi,
      dibuat: time,
      terpakai: time,
      kedaluwarsa: '2999-01-01T00:00:00.000Z',
      ip: null,
      agen: 'fuzz',
    })
    .execute()
  return token
}

interface Kept {
  actor: Actor
  role: number
  outlets: number[]
}

const isHeld = async (trx: Trx, { token, userId }: Actor): Promise<boolean> =>
  !!(await trx
    .selectFrom('sesi')
    .innerJoin('user', 'user.id', 'sesi.user_id')
    .select('sesi.id')
    .where('sesi.token_hash', '=', sha256(token))
    .where('user.id', '=', userId ?? 0)
    .where('user.status', '=', active)
    .where('user.harus_ganti_password', '=', 0)
    .whereRef('user.token_versi', '=', 'sesi.token_versi')
    .executeTakeFirst())

/**
 * Finds another active user of the role, to replace an actor whose user was deleted or now has
 * another role. Skips `takenIds`, which are the users of all actors.
 */
const successor = (trx: Trx, role: number, takenIds: readonly number[]) =>
  trx
    .selectFrom('user')
    .select('id')
    .where('role_id', '=', role)
    .where('status', '=', active)
    .where('dianonimkan_at', 'is', null)
    .where('id', 'not in', [0, ...takenIds])
    .orderBy('id')
    .executeTakeFirst()

const reviveUser = async (
  trx: Trx,
  { actor, role }: Kept,
  all: readonly Actor[],
): Promise<number> => {
  const userId = actor.userId ?? 0
  const user = await trx
    .selectFrom('user')
    .select(['id', 'role_id', 'status', 'dianonimkan_at'])
    .where('id', '=', userId)
    .executeTakeFirst()
  const usable = user && user.role_id === role && user.status !== 0 && user.dianonimkan_at === null
  const takenIds = all.flatMap((candidate) => candidate.userId ?? [])
  const next = usable ? undefined : await successor(trx, role, takenIds)
  const id = next?.id ?? userId
  await trx
    .updateTable('user')
    .set({ status: active, harus_ganti_password: 0, role_id: role })
    .where('id', '=', id)
    .execute()
  return id
}

/**
 * Records the access codes of all roles, and the role and the outlets of each actor. The returned
 * keeper restores these values between requests.
 */
export const keeperOf = async (db: Db, actors: readonly Actor[]): Promise<Keeper> => {
  const roles = await db.selectFrom('role').select(['id', 'accesses', 'dasar_role_id']).execute()
  const records: Kept[] = []
  for (const actor of actors) {
    if (actor.userId === undefined) continue
    const { role_id } = await db
      .selectFrom('user')
      .select('role_id')
      .where('id', '=', actor.userId)
      .executeTakeFirstOrThrow()
    const outlets = await db
      .selectFrom('user_gedung')
      .select('gedung_id')
      .where('user_id', '=', actor.userId)
      .execute()
    records.push({ actor, role: role_id, outlets: outlets.map((row) => row.gedung_id) })
  }
  const restoreRoles = async (trx: Trx) => {
    for (const { id, accesses, dasar_role_id } of roles)
      await trx.updateTable('role').set({ accesses, dasar_role_id }).where('id', '=', id).execute()
    await trx
      .updateTable('user')
      .set({ role_id: superadmin, status: active })
      .where('id', '=', superadmin)
      .execute()
  }
  const restoreOutlets = async (trx: Trx, user_id: number, outlets: readonly number[]) => {
    await trx.deleteFrom('user_gedung').where('user_id', '=', user_id).execute()
    const existingOutlets =
      outlets.length > 0
        ? await trx.selectFrom('gedung').select('id').where('id', 'in', outlets).execute()
        : []
    for (const { id } of existingOutlets)
      await trx.insertInto('user_gedung').values({ user_id, gedung_id: id }).execute()
  }
  return {
    actors,
    restore: async () => {
      const changed = await transaction(db, async (trx) => {
        await trx.deleteFrom('batas_laju').execute()
        await restoreRoles(trx)
        const sessions: { actor: Actor; userId: number; token: string }[] = []
        for (const record of records) {
          const held = await isHeld(trx, record.actor)
          const userId = held ? (record.actor.userId ?? 0) : await reviveUser(trx, record, actors)
          if (userId !== superadmin) await restoreOutlets(trx, userId, record.outlets)
          sessions.push({
            actor: record.actor,
            userId,
            token: held ? record.actor.token : await openSession(trx, userId),
          })
        }
        return sessions
      })
      for (const { actor, userId, token } of changed) Object.assign(actor, { userId, token })
    },
  }
}
