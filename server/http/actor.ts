/** Reads the user of a session or token, with the role, codes and outlets as currently stored. */
import { RoleId } from '#contract/enums.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'

/**
 * Columns from which `actorOf` makes an actor. The query joins `role` and, for `aktif_at`,
 * `dua_langkah`.
 */
export const ownerColumns = [
  'user.id',
  'user.name',
  'user.role_id',
  'user.harus_ganti_password',
  'dua_langkah.aktif_at',
  'role.dasar_role_id',
  'role.accesses',
] as const
interface Owner {
  id: number
  name: string
  role_id: number
  harus_ganti_password: number
  aktif_at: string | null
  dasar_role_id: number | null
  accesses: string
}

const parsed = new Map<string, { list: readonly string[]; set: ReadonlySet<string> }>()
const accessesOf = (json: string) => {
  const cachedAccesses = parsed.get(json)
  if (cachedAccesses) return cachedAccesses
  const list = JSON.parse(json) as string[]
  if (parsed.size > 100) parsed.clear()
  const accesses = { list, set: new Set(list) }
  parsed.set(json, accesses)
  return accesses
}

/**
 * Returns whether the school requires a second factor for users of a base role. It can be required
 * only of superadmin and admin. Reads this setting alone instead of all settings, because each
 * request of a user without a second factor calls this function.
 */
export const requiresSecondFactor = async (db: Db, dasar: number): Promise<boolean> => {
  if (dasar !== RoleId.superadmin && dasar !== RoleId.admin) return false
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', 'wajib_dua_langkah')
    .executeTakeFirst()
  return row?.value === 'true'
}

/** Returns the actor of a row with `ownerColumns`. `token_hash` identifies the session or token. */
export const actorOf = async (db: Db, row: Owner, token_hash: string): Promise<Actor> => {
  const dasar = row.role_id <= RoleId.peserta ? row.role_id : (row.dasar_role_id ?? 0)
  const gedung =
    dasar === RoleId.admin
      ? await db
          .selectFrom('user_gedung')
          .select('gedung_id')
          .where('user_id', '=', row.id)
          .execute()
      : []
  const customRoles = await db
    .selectFrom('role')
    .select(['id', 'dasar_role_id'])
    .where('id', '>', RoleId.peserta)
    .execute()
  const accesses = accessesOf(row.accesses)
  return {
    id: row.id,
    name: row.name,
    role_id: row.role_id,
    dasar,
    accesses: accesses.list,
    allowed: accesses.set,
    gedung: gedung.map((g) => g.gedung_id),
    token_hash,
    customRoles: customRoles.map((r) => ({ id: r.id, dasar: r.dasar_role_id ?? 0 })),
    harus_ganti_password: row.harus_ganti_password === 1,
    harus_dua_langkah: row.aktif_at === null && (await requiresSecondFactor(db, dasar)),
  }
}
