/** Type, recipients and storage of notices, which the bell in the app shows. */
import { sql } from 'kysely'
import type { NoticePlace } from '#contract/access/noticeCalls.ts'
import { RoleId, UserStatus } from '#contract/enums.ts'
import { insertMany } from '#server/db/insertMany.ts'
import { fromJson } from '#server/db/json.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'

/** Notice for one user. */
export interface Notice {
  user_id: number | null
  teks: string
  /** Page of the app that the notice opens. */
  rute: NoticePlace
  /** Id of the row that the page shows; null for a page without a row. */
  rute_id: number | null
  /** Key of the notice: a second notice with the same key for the same user is not stored. */
  kunci?: string
}

/**
 * Functions by `<entity>/<action>`. After the action was done on the rows `ids`, the function
 * returns the notices about these rows. `rows` contains the rows after the action, or nothing if
 * the caller does not know them.
 */
export type NoticeRules = Readonly<
  Record<
    string,
    (
      trx: Trx,
      ids: readonly number[],
      rows: readonly Readonly<Record<string, unknown>>[],
    ) => Promise<Notice[]>
  >
>

/**
 * Stores notices. Skips a notice without a recipient, a notice for the user `exceptId` (who made
 * the change), and a notice whose `kunci` is already stored for the recipient.
 */
export const storeNotices = async (
  trx: Trx,
  notices: readonly Notice[],
  time: string,
  exceptId: number | null = null,
): Promise<void> => {
  const sentNotices = notices.filter(({ user_id }) => user_id !== null && user_id !== exceptId)
  if (sentNotices.length === 0) return
  await insertMany(
    trx,
    'pemberitahuan',
    sentNotices.map(({ kunci = null, teks, ...notice }) => ({
      ...notice,
      teks: teks.slice(0, 300),
      kunci,
      created_at: time,
      dibaca_at: null,
      dikirim_at: null,
    })),
    { skipConflicts: true },
  )
}

/**
 * Function that returns the ids of the users who get notices about the outlet `gedung_id`. For
 * null, it returns the users who get notices about the whole school.
 */
export type HoldersAt = (gedung_id: number | null) => number[]
/**
 * Returns a function that finds those admins of an outlet who have the access code `code` through
 * their role. If an outlet has no such admin, the function returns the superadmins with this code.
 * In all other cases superadmins get no notice, because they read the daily digest.
 */
export const readHolders = async (db: Db | Trx, code: string): Promise<HoldersAt> => {
  const roles = await db.selectFrom('role').select(['id', 'accesses', 'dasar_role_id']).execute()
  const isHeld = (accesses: string) => {
    const held = fromJson<string[]>(accesses)
    return held[0] === '*' || held.includes(code)
  }
  const holding = roles
    .map((role) => ({ ...role, dasar: role.dasar_role_id ?? role.id }))
    .filter((role) => role.dasar <= RoleId.admin && isHeld(role.accesses))
  const of = (dasar: number) => holding.filter((r) => r.dasar === dasar).map((r) => r.id)
  const people = async (ids: readonly number[]) =>
    ids.length === 0
      ? []
      : db
          .selectFrom('user')
          .leftJoin('user_gedung as w', 'w.user_id', 'user.id')
          .select(['user.id', 'w.gedung_id'])
          .where('user.role_id', 'in', ids)
          .where('user.status', '=', UserStatus.aktif)
          .orderBy('user.id')
          .execute()
  const admins = Map.groupBy(await people(of(RoleId.admin)), (row) => row.id)
  const owners = [...new Set((await people(of(RoleId.superadmin))).map((row) => row.id))]
  return (gedung_id) => {
    const seeing = [...admins].flatMap(([id, rows]) => {
      const outlets = rows.flatMap((row) => row.gedung_id ?? [])
      const sees = outlets.length === 0 || (gedung_id !== null && outlets.includes(gedung_id))
      return sees ? [id] : []
    })
    return seeing.length > 0 ? seeing : owners
  }
}

/** Returns the number of unread notices of a user; counts at most `most`. */
export const countUnread = async (db: Db | Trx, user_id: number, most: number): Promise<number> => {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from (select 1 as one from pemberitahuan where user_id = ${user_id} and dibaca_at is null limit ${sql.lit(most)}) as counted`.execute(
    db,
  )
  return Number(rows[0]?.n ?? 0)
}
