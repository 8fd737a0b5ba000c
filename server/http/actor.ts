/** Reads the user of a session or token, with the role, codes and outlets as currently stored. */
import { sql } from 'kysely'
import { RoleId } from '#contract/enums.ts'
import type { Db } from '#server/db/schema/tables.ts'
import { transaction } from '#server/db/transaction.ts'
import { now, type Actor } from '#server/http/context.ts'

const requirement = 'wajib_dua_langkah'

/**
 * Columns from which `actorOf` makes an actor. The query joins `role` and, for `aktif_at`,
 * `dua_langkah`. The last columns read the outlets of the user, all custom roles and the setting
 * for second factors, so that a request finds its user with one statement.
 */
export const ownerColumns = [
  'user.id',
  'user.name',
  'user.role_id',
  'user.harus_ganti_password',
  'dua_langkah.aktif_at',
  'role.dasar_role_id',
  'role.accesses',
  sql<
    string | null
  >`(select string_agg(cast(w.gedung_id as text), ',') from user_gedung w where w.user_id = "user".id)`.as(
    'gedung_user',
  ),
  sql<
    string | null
  >`(select string_agg(cast(r.id as text) || ':' || cast(coalesce(r.dasar_role_id, 0) as text), ',') from role r where r.id > ${sql.lit(RoleId.peserta)})`.as(
    'role_khusus',
  ),
  sql<string | null>`(select s.value from setting s where s.key = ${sql.lit(requirement)})`.as(
    'wajib_dua_langkah',
  ),
] as const
interface Owner {
  id: number
  name: string
  role_id: number
  harus_ganti_password: number
  aktif_at: string | null
  dasar_role_id: number | null
  accesses: string
  /** Ids of outlets, such as `3,5`; null if the user is assigned to none. */
  gedung_user: string | null
  /** Ids of custom roles with their base roles, such as `7:2,8:4`; null if there is none. */
  role_khusus: string | null
  /** JSON text of the setting. */
  wajib_dua_langkah: string | null
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

/** Whether a second factor can be required of a base role: only of superadmin and admin. */
const mayBeRequired = (dasar: number): boolean =>
  dasar === RoleId.superadmin || dasar === RoleId.admin
/** Returns whether the school requires a second factor for users of a base role. */
export const requiresSecondFactor = async (db: Db, dasar: number): Promise<boolean> => {
  if (!mayBeRequired(dasar)) return false
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', requirement)
    .executeTakeFirst()
  return row?.value === 'true'
}

const numbersIn = (text: string | null): number[] => (text ? text.split(',').map(Number) : [])
const customRolesIn = (text: string | null): Actor['customRoles'] =>
  (text ? text.split(',') : []).map((pair) => {
    const [id = 0, dasar = 0] = pair.split(':').map(Number)
    return { id, dasar }
  })

/** Returns the actor of a row with `ownerColumns`. `token_hash` identifies the session or token. */
export const actorOf = (row: Owner, token_hash: string): Actor => {
  const dasar = row.role_id <= RoleId.peserta ? row.role_id : (row.dasar_role_id ?? 0)
  const accesses = accessesOf(row.accesses)
  return {
    id: row.id,
    name: row.name,
    role_id: row.role_id,
    dasar,
    accesses: accesses.list,
    allowed: accesses.set,
    gedung: dasar === RoleId.admin ? numbersIn(row.gedung_user).sort((a, b) => a - b) : [],
    token_hash,
    customRoles: customRolesIn(row.role_khusus),
    harus_ganti_password: row.harus_ganti_password === 1,
    harus_dua_langkah:
      row.aktif_at === null && mayBeRequired(dasar) && row.wajib_dua_langkah === 'true',
  }
}

/**
 * Records the last use of a session or token, unless a use less than `intervalMs` ago is recorded.
 * Most requests that only read data therefore cause no write.
 */
export const noteUse = async (
  db: Db,
  table: 'sesi' | 'token_akses',
  { token_hash, terpakai }: { token_hash: string; terpakai: string | null },
  intervalMs: number,
): Promise<void> => {
  if (terpakai !== null && Date.now() - Date.parse(terpakai) <= intervalMs) return
  await transaction(db, (trx) =>
    trx.updateTable(table).set({ terpakai: now() }).where('token_hash', '=', token_hash).execute(),
  )
}
