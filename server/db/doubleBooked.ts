/** Database errors for a lesson, seat or booking that would be double-booked (decision 0131). */
import { sql } from 'kysely'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, type HttpError } from '#server/errors.ts'

/** Guards of migration 0131: the form field at which each conflict is reported. */
const guards: Readonly<Record<string, { field: string; message: string }>> = {
  pertemuan_bentrok_pelatih: {
    field: 'pelatih_id',
    message: 'Guru sudah mengajar pertemuan lain pada jam itu',
  },
  pertemuan_bentrok_ruang: {
    field: 'ruang_id',
    message: 'Ruang sudah dipakai pertemuan lain pada jam itu',
  },
  pertemuan_bentrok_peserta: {
    field: 'jam_mulai',
    message: 'Seorang peserta ada di pertemuan lain pada jam itu',
  },
  kursus_peserta_bentrok: {
    field: 'kursus_pelatih_id',
    message: 'Peserta ada di pertemuan lain pada jam kelas ini',
  },
  kredit_pengganti_bentrok: {
    field: 'pertemuan_id',
    message: 'Peserta ada di pertemuan lain pada jam itu',
  },
}
const codes: readonly unknown[] = ['SQLITE_CONSTRAINT_TRIGGER', '23P01']

/** A refusal by one of the guards as the 409 that people read; undefined for any other error. */
export const doubleBooked = (error: unknown): HttpError | undefined => {
  if (!(error instanceof Error) || !('code' in error) || !codes.includes(error.code))
    return undefined
  const guard = guards[error.message]
  return guard && conflict(guard.message, { errors: [guard] })
}

/**
 * Runs a write within a transaction that the guards may reject. Returns false if they did: nothing
 * of the write stays, and the transaction continues.
 */
export const unlessDoubleBooked = async (
  trx: Trx,
  write: () => Promise<unknown>,
): Promise<boolean> => {
  await sql`savepoint tanpa_bentrok`.execute(trx)
  const written = await write().then(
    () => true,
    async (error: unknown) => {
      if (!doubleBooked(error)) throw error
      await sql`rollback to savepoint tanpa_bentrok`.execute(trx)
      return false
    },
  )
  await sql`release savepoint tanpa_bentrok`.execute(trx)
  return written
}
