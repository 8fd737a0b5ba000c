/** Room that the files of a school take, of what its setting allows. */
import type { Db, Trx } from '#server/db/tables.ts'
import { HttpError } from '#server/errors.ts'
import { readSome } from '#server/settings.ts'

const GB = 1024 ** 3

/** Bytes that the contents of all files take, and bytes that they may. */
export const readStorage = async (db: Db | Trx): Promise<{ terpakai: number; kuota: number }> => {
  const { sum } = await db
    .selectFrom('berkas')
    .select((eb) => eb.fn.sum<number | string | null>('ukuran').as('sum'))
    .where('dikosongkan_at', 'is', null)
    .executeTakeFirstOrThrow()
  const { kuota_berkas_gb } = await readSome(db, ['kuota_berkas_gb'])
  return { terpakai: Number(sum ?? 0), kuota: kuota_berkas_gb * GB }
}

/** Refuses a file for which the quota has no room. Throws 507. */
export const refuseFull = async (db: Db, size: number): Promise<void> => {
  const { terpakai, kuota } = await readStorage(db)
  if (terpakai + size > kuota)
    throw new HttpError(507, 'Ruang penyimpanan berkas sekolah penuh. Hubungi admin sekolah.')
}
