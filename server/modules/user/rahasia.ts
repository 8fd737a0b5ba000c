/** Numbers that are stored encrypted: the row has their mask, the table `rahasia` what they are. */
import { samarkan } from '#contract/fields.ts'
import type { Kunci } from '#server/crypto/kunci.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import { invalidField } from '#server/errors.ts'

export const kolomRahasia = ['nik', 'no_paspor', 'no_rekening'] as const
export type KolomRahasia = (typeof kolomRahasia)[number]
/** What a value is bound to. */
export const tempatRahasia = (user_id: number, kolom: string): string => `user:${user_id}:${kolom}`

/** The mask to store beside the row. Throws 422 for a mask that is not the one that was read. */
export const samaran = (
  kolom: KolomRahasia,
  nilai: string | null,
  lama: string | null,
): string | null => {
  if (nilai === null || !nilai.startsWith('*')) return nilai === null ? null : samarkan(nilai)
  if (nilai !== lama) throw invalidField(kolom, 'Isi lengkap, tanpa bintang')
  return lama
}
/** Stores, replaces or (null) removes a value; the mask that was read leaves it. Answers whether it is another one now. */
export const simpanRahasia = async (
  trx: Trx,
  kunci: Kunci,
  user_id: number,
  kolom: KolomRahasia,
  nilai: string | null,
): Promise<boolean> => {
  if (nilai?.startsWith('*')) return false
  const known = await trx
    .selectFrom('rahasia')
    .select(['kunci_id', 'isi'])
    .where('user_id', '=', user_id)
    .where('kolom', '=', kolom)
    .executeTakeFirst()
  const place = tempatRahasia(user_id, kolom)
  if (nilai === null) {
    if (known)
      await trx
        .deleteFrom('rahasia')
        .where('user_id', '=', user_id)
        .where('kolom', '=', kolom)
        .execute()
    return known !== undefined
  }
  if (known && kunci.has(known.kunci_id) && kunci.decrypt(known, place) === nilai) return false
  const stored = kunci.encrypt(nilai, place)
  await trx
    .insertInto('rahasia')
    .values({ user_id, kolom, ...stored })
    .onConflict((c) => c.columns(['user_id', 'kolom']).doUpdateSet(stored))
    .execute()
  return true
}
/** All stored values of a user, in full. */
export const bacaRahasia = async (
  db: Db | Trx,
  kunci: Kunci,
  user_id: number,
): Promise<Record<KolomRahasia, string | null>> => {
  const rows = new Map(
    (
      await db
        .selectFrom('rahasia')
        .select(['kolom', 'kunci_id', 'isi'])
        .where('user_id', '=', user_id)
        .execute()
    ).map((r) => [r.kolom, r]),
  )
  const of = (kolom: KolomRahasia) => {
    const row = rows.get(kolom)
    return row ? kunci.decrypt(row, tempatRahasia(user_id, kolom)) : null
  }
  return { nik: of('nik'), no_paspor: of('no_paspor'), no_rekening: of('no_rekening') }
}
