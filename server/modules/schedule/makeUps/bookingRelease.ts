/**
 * Releases make-ups when their lesson is cancelled, and moves them when the lesson moves. Every
 * change is written to the audit log.
 */
import { sql, type SqlBool } from 'kysely'
import { addDays, currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { authorId, type Author } from '#server/http/context.ts'
import type { Stamp } from '#server/modules/schedule/lessons/changeStamp.ts'
import { auditChanges } from '#server/resource/auditLog.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Minimum number of days from today for which a released make-up stays valid. */
const graceDays = 14

interface Change {
  aksi: 'batal-pesan' | 'pindah'
  alasan: string
  /** Id of the lesson to which the make-up moves; null releases the seat. */
  pertemuan_id: number | null
}
/**
 * Changes the booked make-ups that meet a condition. Returns their rows as they were before the
 * change.
 */
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
 * Releases the make-ups booked into lessons that meet a condition, because the school cancels these
 * lessons. The released make-ups stay valid for at least `graceDays` days.
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

/** Moves the make-ups booked into a lesson to the lesson that replaces it. */
export const moveBookings = async (
  trx: Trx,
  by: Author,
  { from, to, alasan }: { from: number; to: number; alasan: string },
): Promise<void> => {
  const which = sql<SqlBool>`kredit_pengganti.pertemuan_id = ${from}`
  const change = { aksi: 'pindah', alasan, pertemuan_id: to } as const
  await changeBooked(trx, which, { at: new Date(), by }, change)
}

/** Seat of a student in a class for a range of days. */
interface Seat {
  peserta_id: number
  kelas_id: number
  mulai: string
  selesai: string | null
}
/**
 * SQL condition for booked make-ups that a seat makes unnecessary: they are booked into lessons in
 * which the student will sit as a student of the class.
 */
const isRedundantBooking = ({ peserta_id, kelas_id, mulai, selesai }: Seat, time: Date) =>
  sql<SqlBool>`(kredit_pengganti.peserta_id = ${peserta_id} and kredit_pengganti.pertemuan_id in (select p.id from pertemuan p where p.kursus_pelatih_id = ${kelas_id} and p.untuk_pengganti = 0 and p.status = 'terjadwal' and p.mulai_at > ${time.toISOString()} and p.tanggal >= ${mulai} and p.tanggal <= ${selesai ?? '9999'}))`

/** Returns texts about the make-ups that the seat makes unnecessary. */
export const redundantBookingTexts = async (trx: Trx, seat: Seat): Promise<string[]> => {
  const rows = await trx
    .selectFrom('kredit_pengganti')
    .innerJoin('pertemuan', 'pertemuan.id', 'kredit_pengganti.pertemuan_id')
    .select('tanggal')
    .where('kredit_pengganti.status', '=', 'dipesan')
    .where(isRedundantBooking(seat, new Date()))
    .orderBy('tanggal')
    .execute()
  return rows.map(
    ({ tanggal }) =>
      `Kelas pengganti yang dipesan di kelas ini pada ${formatTanggal(tanggal)} dikembalikan dan dapat dipesan lagi`,
  )
}
/** Releases the make-ups that the seat makes unnecessary. */
export const releaseNeedless = async (trx: Trx, by: Author, seat: Seat): Promise<void> => {
  const time = new Date()
  await changeBooked(
    trx,
    isRedundantBooking(seat, time),
    { at: time, by },
    { aksi: 'batal-pesan', alasan: 'Peserta masuk ke kelas itu', pertemuan_id: null },
  )
}

/** Counts the booked make-ups of a student. */
export const countBooked = async (trx: Trx, peserta_id: number): Promise<number> => {
  const { n } = await trx
    .selectFrom('kredit_pengganti')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('status', '=', 'dipesan')
    .where('peserta_id', '=', peserta_id)
    .executeTakeFirstOrThrow()
  return Number(n)
}
