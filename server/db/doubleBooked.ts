/**
 * Turns database errors that reject a double booking into 409 responses. A double booking is a
 * lesson, enrolment or make-up booking that would put a person or a room into two lessons at once
 * (decision 0131).
 */
import { sql } from 'kysely'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, type HttpError } from '#server/errors.ts'

/**
 * Form field and message for each database trigger, by the error message that the trigger raises.
 */
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

/**
 * Returns the 409 response for an error that a trigger of `guards` raised; undefined for any other
 * error.
 */
export const doubleBooked = (error: unknown): HttpError | undefined => {
  if (!(error instanceof Error) || !('code' in error) || !codes.includes(error.code))
    return undefined
  const guard = guards[error.message]
  return guard && conflict(guard.message, { errors: [guard] })
}

/**
 * Runs a write in a savepoint of the transaction. Returns false if the database rejects it as a
 * double booking; the write is then undone, and the transaction can continue. Rethrows any other
 * error.
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
