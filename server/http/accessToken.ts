/** Checks personal access tokens (domain.md 2.1). */
import { isTokenCode } from '#contract/access/rules/tokenCodes.ts'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { fromJson } from '#server/db/json.ts'
import { findsByKey } from '#server/db/preparedNames.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { actorOf, noteUse, ownerColumns } from '#server/http/actor.ts'
import { allows, now, type Actor } from '#server/http/context.ts'

/** Beginning of every personal access token, by which people and scanners of secrets know it. */
export const tokenPrefix = 'nada_'
/** Minimum interval in ms between two updates of a token's last use. */
const touchMs = 60_000

/** Scope of a token: its access codes and outlets. An empty `gedung` means all of the owner. */
interface TokenScope {
  nama: string
  kode: readonly string[]
  gedung: readonly number[]
}

/** Whether the actor may use personal access tokens: staff who hold `profile/token` now. */
export const mayUseTokens = (actor: Actor): boolean =>
  actor.dasar >= RoleId.superadmin && actor.dasar <= RoleId.sales && allows(actor, 'profile/token')
/** Whether the actor may limit a token to outlets. All other roles see rows by person instead. */
export const mayLimitOutlets = ({ dasar }: Actor): boolean =>
  dasar === RoleId.superadmin || dasar === RoleId.admin
/** Returns those of the access codes that the token of an owner may hold now. */
export const heldCodes = (owner: Actor, kode: readonly string[]): string[] =>
  kode.filter((code) => isTokenCode(code) && allows(owner, code))
/** Returns those of the outlets to which the owner still has access. */
export const heldOutlets = (owner: Actor, gedung: readonly number[]): number[] =>
  gedung.filter((id) => owner.gedung.length === 0 || owner.gedung.includes(id))

/**
 * Returns the owner with the rights that owner and token have in common. A token that is limited to
 * outlets acts as an admin of these outlets, also for a superadmin. Returns undefined when the
 * owner may no longer use tokens, or has none of the token's outlets.
 */
const narrow = (owner: Actor, { nama, kode, gedung }: TokenScope): Actor | undefined => {
  if (!mayUseTokens(owner)) return undefined
  const accesses = heldCodes(owner, kode)
  const common = { ...owner, accesses, allowed: new Set(accesses), token: nama }
  if (gedung.length === 0) return common
  const outlets = heldOutlets(owner, gedung)
  if (!mayLimitOutlets(owner) || outlets.length === 0) return undefined
  return { ...common, dasar: RoleId.admin, gedung: outlets }
}

/**
 * Returns the owner of a token with the rights of the token; undefined when the token is unknown,
 * expired or revoked. Stores the time of the use.
 */
export const tokenActor = async (db: Db, token_hash: string): Promise<Actor | undefined> => {
  const row = await db
    .selectFrom('token_akses')
    .innerJoin('user', 'user.id', 'token_akses.user_id')
    .innerJoin('role', 'role.id', 'user.role_id')
    .leftJoin('dua_langkah', 'dua_langkah.user_id', 'user.id')
    .select(ownerColumns)
    .select(['token_akses.nama', 'token_akses.kode', 'token_akses.gedung', 'token_akses.terpakai'])
    .where('token_akses.token_hash', '=', token_hash)
    .where('token_akses.kedaluwarsa', '>', now())
    .where('user.status', '=', UserStatus.aktif)
    .whereRef('user.token_versi', '=', 'token_akses.token_versi')
    .modifyEnd(findsByKey)
    .executeTakeFirst()
  if (!row) return undefined
  const { nama, kode, gedung, terpakai } = row
  const actor = narrow(actorOf(row, token_hash), {
    nama,
    kode: fromJson<string[]>(kode),
    gedung: fromJson<number[]>(gedung),
  })
  if (actor) await noteUse(db, 'token_akses', { token_hash, terpakai }, touchMs)
  return actor
}
