import { RoleId } from '#contract/enums.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/schema/tables.ts'

/** Makes the code of a coach (`G0012`) or sales person (`S0012`) from the row's id. */
export const staffKode = (dasar: 3 | 4, id: number): string =>
  `${dasar === RoleId.pelatih ? 'G' : 'S'}${String(id).padStart(4, '0')}`

/** Returns a free user name made from a name: `budi.santoso`, then `budi.santoso2` … */
export const usernameFrom = async (trx: Trx, name: string): Promise<string> => {
  const base = (
    fold(name)
      .replace(/[^a-z0-9]+/g, '.')
      .replace(/^\.|\.$/g, '') || 'user'
  )
    .slice(0, 50)
    .padEnd(3, '0')
  // A range uses the index, where LIKE would read every user; `{` sorts after every character that
  // a user name may contain.
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
 * Returns a free code made from the id, or another one when that code was given to somebody by
 * hand.
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
 * Suffix of a deleted user's name and mail, so that others may use them: no user name contains `#`,
 * and no mail address ends like this.
 */
const deletedSuffix = (id: number) => `#${id}`
export const withDeletedSuffix = (text: string | null, id: number): string | null =>
  text === null ? null : text + deletedSuffix(id)
export const withoutDeletedSuffix = (text: string | null, id: number): string | null =>
  text?.endsWith(deletedSuffix(id)) ? text.slice(0, -deletedSuffix(id).length) : text
