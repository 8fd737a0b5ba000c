import { fold } from '#server/db/fold.ts'
import type { Trx } from '#server/db/tables.ts'

/** Student number from the row's id: unique without a counter, as `P-2026-00001` (domain.md 2.1). */
export const nomorInduk = (id: number, year = new Date().getUTCFullYear()): string => `P-${year}-${String(id).padStart(5, '0')}`

/** A free user name made of a name: `budi.santoso`, then `budi.santoso2` … */
export const usernameFrom = async (trx: Trx, name: string): Promise<string> => {
  const base = (fold(name).replace(/[^a-z0-9]+/g, '.').replace(/^\.+|\.+$/g, '') || 'user').slice(0, 50).padEnd(3, '0')
  const taken = new Set((await trx.selectFrom('user').select('username').where('username', 'like', `${base}%`).execute()).map((r) => r.username))
  for (let n = 1; ; n++) {
    const candidate = n === 1 ? base : `${base}${n}`
    if (!taken.has(candidate)) return candidate
  }
}
