/**
 * Encrypted numbers of a user: national id, passport and bank account. The table `rahasia` contains
 * the encrypted numbers. The user's row or profile contains a mask of each number (asterisks and
 * the last digits).
 */
import { mask } from '#contract/fields.ts'
import type { DataKeys } from '#server/crypto/dataKeys.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'

const rahasiaColumns = ['nik', 'no_paspor', 'no_rekening'] as const
export type RahasiaColumn = (typeof rahasiaColumns)[number]
/**
 * Returns the text that binds an encrypted value to its user and column. A value cannot be
 * decrypted with another text, so copying it to another user's row is useless.
 */
export const rahasiaPlace = (user_id: number, kolom: string): string => `user:${user_id}:${kolom}`

/**
 * Returns the mask to store in the user's row for a new value. Throws 422 for an input that is a
 * mask but differs from the stored mask.
 */
export const maskToStore = (
  kolom: RahasiaColumn,
  value: string | null,
  oldMask: string | null,
): string | null => {
  if (value === null || !value.startsWith('*')) return value === null ? null : mask(value)
  if (value !== oldMask) throw invalidField(kolom, 'Isi lengkap, tanpa bintang')
  return oldMask
}
/**
 * Stores or replaces a value, and removes it when the input is null. An input that is a mask
 * changes nothing. Returns whether the value changed.
 */
export const storeRahasia = async (
  trx: Trx,
  dataKeys: DataKeys,
  user_id: number,
  kolom: RahasiaColumn,
  value: string | null,
): Promise<boolean> => {
  if (value?.startsWith('*')) return false
  const storedSecret = await trx
    .selectFrom('rahasia')
    .select(['kunci_id', 'isi'])
    .where('user_id', '=', user_id)
    .where('kolom', '=', kolom)
    .executeTakeFirst()
  const place = rahasiaPlace(user_id, kolom)
  if (value === null) {
    if (storedSecret)
      await trx
        .deleteFrom('rahasia')
        .where('user_id', '=', user_id)
        .where('kolom', '=', kolom)
        .execute()
    return storedSecret !== undefined
  }
  if (
    storedSecret &&
    dataKeys.has(storedSecret.kunci_id) &&
    dataKeys.decrypt(storedSecret, place) === value
  )
    return false
  const stored = dataKeys.encrypt(value, place)
  await trx
    .insertInto('rahasia')
    .values({ user_id, kolom, ...stored })
    .onConflict((c) => c.columns(['user_id', 'kolom']).doUpdateSet(stored))
    .execute()
  return true
}
/** Reads and decrypts all encrypted values of a user. */
export const readRahasia = async (
  db: Db | Trx,
  dataKeys: DataKeys,
  user_id: number,
): Promise<Record<RahasiaColumn, string | null>> => {
  const rows = new Map(
    (
      await db
        .selectFrom('rahasia')
        .select(['kolom', 'kunci_id', 'isi'])
        .where('user_id', '=', user_id)
        .execute()
    ).map((r) => [r.kolom, r]),
  )
  const of = (kolom: RahasiaColumn) => {
    const row = rows.get(kolom)
    return row ? dataKeys.decrypt(row, rahasiaPlace(user_id, kolom)) : null
  }
  return { nik: of('nik'), no_paspor: of('no_paspor'), no_rekening: of('no_rekening') }
}
