/** Storage used by the files of the school, and its quota. */
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { HttpError } from '#server/errors.ts'
import { readSome } from '#server/settings.ts'

const GB = 1024 ** 3

/**
 * Returns the number of bytes that all stored contents use (`terpakai`), and the number of bytes
 * allowed (`kuota`).
 */
export const readStorage = async (db: Db | Trx): Promise<{ terpakai: number; kuota: number }> => {
  const { sum } = await db
    .selectFrom('berkas')
    .select((eb) => eb.fn.sum<number | string | null>('ukuran').as('sum'))
    .where('dikosongkan_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { kuota_berkas_gb } = await readSome(db, ['kuota_berkas_gb'])
  return { terpakai: Number(sum ?? 0), kuota: kuota_berkas_gb * GB }
}

/** Throws 507 when storing a further `size` bytes would exceed the quota. */
export const checkQuota = async (db: Db, size: number): Promise<void> => {
  const { terpakai, kuota } = await readStorage(db)
  if (terpakai + size > kuota)
    throw new HttpError(507, 'Ruang penyimpanan berkas sekolah penuh. Hubungi admin sekolah.')
}
