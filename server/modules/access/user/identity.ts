import { RoleId } from '#contract/enums.ts'
import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/tables.ts'

/** Code of a coach (`G0012`) or sales person (`S0012`) from the row's id. */
export const staffKode = (dasar: 3 | 4, id: number): string =>
  `${dasar === RoleId.pelatih ? 'G' : 'S'}${String(id).padStart(4, '0')}`

/** A free user name made of a name: `budi.santoso`, then `budi.santoso2` … */
export const usernameFrom = async (trx: Trx, name: string): Promise<string> => {
  const base = (
    fold(name)
      .replace(/[^a-z0-9]+/g, '.')
      .replace(/^\.|\.$/g, '') || 'user'
  )
    .slice(0, 50)
    .padEnd(3, '0')
  // A range that the index answers, where LIKE would read every user; `{` comes after every sign
  // that a user name may have.
  const taken = new Set(
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
    if (!taken.has(candidate)) return candidate
  }
}
/** A free code, made of the id unless somebody gave that one to another. */
export const kodeFrom = async (
  trx: Trx,
  table: 'pelatih_profil' | 'sales_profil',
  id: number,
): Promise<string> => {
  const base = staffKode(table === 'pelatih_profil' ? 3 : 4, id)
  const taken = new Set(
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
    if (!taken.has(candidate)) return candidate
  }
}

/**
 * What a deleted user's name and mail get at their end, so that others may have them: `#` is in no
 * user name and ends no address.
 */
const deletedSuffix = (id: number) => `#${id}`
export const withDeletedSuffix = (text: string | null, id: number): string | null =>
  text === null ? null : text + deletedSuffix(id)
export const withoutDeletedSuffix = (text: string | null, id: number): string | null =>
  text?.endsWith(deletedSuffix(id)) ? text.slice(0, -deletedSuffix(id).length) : text
