import { RoleId } from '#contract/enums.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'

/** Formats the code of a coach (`G0012`) or sales person (`S0012`) from the user's id. */
export const staffKode = (dasar: 3 | 4, id: number): string =>
  `${dasar === RoleId.pelatih ? 'G' : 'S'}${String(id).padStart(4, '0')}`

/**
 * Returns a free user name made from a person's name: `budi.santoso`, or with a number,
 * `budi.santoso2`.
 */
export const usernameFrom = async (trx: Trx, name: string): Promise<string> => {
  const base = (
    fold(name)
      .replace(/[^a-z0-9]+/g, '.')
      .replace(/^\.|\.$/g, '') || 'user'
  )
    .slice(0, 50)
    .padEnd(3, '0')
  // Reads all user names that begin with `base`. A range can use the index, but LIKE would read
  // every user. `{` sorts after all characters of user names.
  const takenNames = new Set(
    (
      await trx
        .selectFrom('user')
        .select('username')
        .where('username', '>=', base)
        .where('username', '<', `${base}{`)
        .execute()
    ).map((r) => r.username),
  )
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? base : `${base}${n}`
    if (!takenNames.has(candidate)) return candidate
  }
}
/**
 * Returns a free staff code made from the user's id: `G0012`, or `G0012-2` when `G0012` was given
 * to another person by hand.
 */
export const kodeFrom = async (
  trx: Trx,
  table: 'pelatih_profil' | 'sales_profil',
  id: number,
): Promise<string> => {
  const base = staffKode(table === 'pelatih_profil' ? 3 : 4, id)
  const takenCodes = new Set(
    (
      await trx
        .selectFrom(table)
        .select('kode')
        .where('kode', 'like', `${base}%`)
        .where('user_id', '<>', id)
        .execute()
    ).map((r) => r.kode),
  )
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? base : `${base}-${n}`
    if (!takenCodes.has(candidate)) return candidate
  }
}

/**
 * Returns the suffix added to the user name and mail address of a deleted user, so that other users
 * may take the original name and address. A user name never contains `#`, and a mail address never
 * ends with such a suffix.
 */
const deletedSuffix = (id: number) => `#${id}`
export const withDeletedSuffix = (text: string | null, id: number): string | null =>
  text === null ? null : text + deletedSuffix(id)
export const withoutDeletedSuffix = (text: string | null, id: number): string | null =>
  text?.endsWith(deletedSuffix(id)) ? text.slice(0, -deletedSuffix(id).length) : text
