/**
 * Make-ups whose lesson changes under them: given back where it falls out, taken along where it
 * moves. Each has its line in the log, however many there are.
 */
import { sql, type SqlBool } from 'kysely'
import { addDays, currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { authorId, type Author } from '#server/http/context.ts'
import type { Stamp } from '#server/modules/schedule/stamp.ts'
import { auditChanges } from '#server/resource/auditLog.ts'
import type { Condition } from '#server/resource/conditions.ts'

/** A make-up that is given back can still be booked for so many days. */
const graceDays = 14

interface Change {
  aksi: 'batal-pesan' | 'pindah'
  alasan: string
  /** Null: the seat is given back. */
  pertemuan_id: number | null
}
/** Changes the booked make-ups that meet a condition; answers them as they were. */
const changeBooked = async (
  trx: Trx,
  which: Condition,
  { at, by }: Stamp,
  { aksi, alasan, pertemuan_id }: Change,
) => {
  const before = await trx
    .selectFrom('kredit_pengganti')
    .selectAll()
    .where('status', '=', 'dipesan')
    .where(which)
    .execute()
  if (before.length === 0) return before
  const least = addDays(currentDay('Asia/Jakarta', at), graceDays)
  const after = await trx
    .updateTable('kredit_pengganti')
    .set((eb) => ({
      pertemuan_id,
      ...(pertemuan_id === null && {
        status: 'tersedia' as const,
        berlaku_sampai: sql<string>`case when berlaku_sampai < ${least} then ${least} else berlaku_sampai end`,
      }),
      versi: eb('versi', '+', 1),
      updated_at: at.toISOString(),
      updated_by: authorId(by),
    }))
    .where('status', '=', 'dipesan')
    .where(which)
    .returningAll()
    .execute()
  const stored = new Map(after.map((row) => [row.id, row]))
  const entitas = 'kredit-pengganti'
  await auditChanges(
    trx,
    by,
    before.map((row) => ({ aksi, entitas, alasan, before: row, after: stored.get(row.id) })),
  )
  return before
}

/**
 * Gives back the make-ups that are booked into lessons which meet a condition. Nobody's lapses by
 * it: it is the school that lets the lesson go.
 */
export const releaseBookings = async (
  trx: Trx,
  lessons: Condition,
  making: Stamp,
  alasan: string,
): Promise<void> => {
  const which = sql<SqlBool>`kredit_pengganti.pertemuan_id in (select pertemuan.id from pertemuan where ${lessons})`
  await changeBooked(trx, which, making, { aksi: 'batal-pesan', alasan, pertemuan_id: null })
}

/** Takes the make-ups of a lesson along to where it has moved. */
export const moveBookings = async (
  trx: Trx,
  by: Author,
  { from, to, alasan }: { from: number; to: number; alasan: string },
): Promise<void> => {
  const which = sql<SqlBool>`kredit_pengganti.pertemuan_id = ${from}`
  const change = { aksi: 'pindah', alasan, pertemuan_id: to } as const
  await changeBooked(trx, which, { at: new Date(), by }, change)
}

/** Of whom, in which class, on which days. */
interface Seat {
  peserta_id: number
  kelas_id: number
  mulai: string
  selesai: string | null
}
/** Make-ups of a student in lessons of a class in which a seat is theirs anyway. */
const isNeedless = ({ peserta_id, kelas_id, mulai, selesai }: Seat, at: Date) =>
  sql<SqlBool>`(kredit_pengganti.peserta_id = ${peserta_id} and kredit_pengganti.pertemuan_id in (select p.id from pertemuan p where p.kursus_pelatih_id = ${kelas_id} and p.untuk_pengganti = 0 and p.status = 'terjadwal' and p.mulai_at > ${at.toISOString()} and p.tanggal >= ${mulai} and p.tanggal <= ${selesai ?? '9999'}))`

/** What becomes of such make-ups, in words. */
export const needlessTexts = async (trx: Trx, seat: Seat): Promise<string[]> => {
  const rows = await trx
    .selectFrom('kredit_pengganti')
    .innerJoin('pertemuan', 'pertemuan.id', 'kredit_pengganti.pertemuan_id')
    .select('tanggal')
    .where('kredit_pengganti.status', '=', 'dipesan')
    .where(isNeedless(seat, new Date()))
    .orderBy('tanggal')
    .execute()
  return rows.map(
    ({ tanggal }) =>
      `Kelas pengganti yang dipesan di kelas ini pada ${formatTanggal(tanggal)} dikembalikan dan dapat dipesan lagi`,
  )
}
/** Gives them back: who comes into the class has the lesson without them. */
export const releaseNeedless = async (trx: Trx, by: Author, seat: Seat): Promise<void> => {
  const at = new Date()
  await changeBooked(
    trx,
    isNeedless(seat, at),
    { at, by },
    { aksi: 'batal-pesan', alasan: 'Peserta masuk ke kelas itu', pertemuan_id: null },
  )
}

/** How many make-ups of a student are booked. */
export const countBooked = async (trx: Trx, peserta_id: number): Promise<number> => {
  const { n } = await trx
    .selectFrom('kredit_pengganti')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('status', '=', 'dipesan')
    .where('peserta_id', '=', peserta_id)
    .executeTakeFirstOrThrow()
  return Number(n)
}
