/** Counts the seats of classes and checks new seats. */
import { sql } from 'kysely'
import { UserStatus } from '#contract/enums.ts'
import { mostAtOnce, type Validity } from '#contract/schedule/rules/weekly.ts'
import { currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'
import { now } from '#server/http/context.ts'
import { countHeld, heldSeats } from '#server/modules/schedule/conflicts/heldSlots.ts'
import { holdsSeatFrom, holdsSeatOn, seatRows } from '#server/modules/schedule/enrolments/seats.ts'
import type { Condition } from '#server/resource/query/conditions.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Returns the number of students who hold a seat in a class on the day `from` or later. Students on
 * leave count if their seat is kept (`cuti_tahan_slot`); enrolments in `except` do not count.
 */
export const countSeated = async (
  trx: Trx,
  kelas_id: number,
  from = currentDay(),
  except: readonly number[] = [],
): Promise<number> => {
  const { cuti_tahan_slot } = await readSettings(trx)
  const { n } = await trx
    .selectFrom('kursus_peserta as kp')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('kp.kursus_pelatih_id', '=', kelas_id)
    .where(holdsSeatFrom(from, cuti_tahan_slot))
    .$if(except.length > 0, (q) => q.where('kp.id', 'not in', except))
    .executeTakeFirstOrThrow()
  return Number(n)
}

/**
 * Returns a function that returns the number of taken seats of a class on the day `from` or later:
 * seats of students, counted as in `countSeated`, and held slots.
 */
export const countTaken = async (
  db: Db | Trx,
  classes: readonly number[],
  from: string,
): Promise<(id: number) => number> => {
  if (classes.length === 0) return () => 0
  const { cuti_tahan_slot } = await readSettings(db)
  const rows = await db
    .selectFrom('kursus_peserta as kp')
    .select((eb) => ['kp.kursus_pelatih_id', eb.fn.countAll<number>().as('n')])
    .where('kp.kursus_pelatih_id', 'in', classes)
    .where(holdsSeatFrom(from, cuti_tahan_slot))
    .groupBy('kp.kursus_pelatih_id')
    .execute()
  const seated = new Map(rows.map((r) => [r.kursus_pelatih_id, Number(r.n)]))
  const heldCounts = await countHeld(db, classes)
  return (id) => (seated.get(id) ?? 0) + (heldCounts.get(id) ?? 0)
}

/**
 * Returns the highest number of students who hold a seat in a class at the same time during a range
 * of days, without the enrolment `except`. A student on leave on the first day counts only if seats
 * are kept during leave (`cuti_tahan_slot`).
 */
export const mostSeated = async (
  trx: Trx,
  kelas_id: number,
  { mulai, selesai }: Validity,
  except = 0,
): Promise<number> => {
  const { cuti_tahan_slot } = await readSettings(trx)
  const held = await trx
    .selectFrom('kursus_peserta as kp')
    .select(['kp.mulai', 'kp.selesai'])
    .where('kp.kursus_pelatih_id', '=', kelas_id)
    .where('kp.id', '<>', except)
    .where(holdsSeatFrom(mulai, cuti_tahan_slot))
    .execute()
  return mostAtOnce(held, { mulai, selesai })
}

export const readStudent = (trx: Trx, id: number) =>
  trx
    .selectFrom('user')
    .select(['name', 'akun_billing_id', 'sales_id', 'status'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
export const readKelas = (trx: Trx, id: number) =>
  trx
    .selectFrom('kursus_pelatih')
    .select(['id', 'nama', 'kursus_id', 'gedung_id', 'kapasitas', 'status', 'mulai', 'selesai'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
export type Kelas = Awaited<ReturnType<typeof readKelas>>

interface SeatCheck {
  /** Condition for the lessons to check. */
  which: Condition
  /**
   * Student who takes an additional seat. `id` is the id of the enrolment; undefined if the
   * enrolment is not stored yet. `ditahan` is the id of the held slot that becomes this seat; the
   * held slot does not count.
   */
  baru?: { id: number | undefined; peserta_id: number; ditahan?: number | undefined }
}
/**
 * Returns the first day on which a booked make-up would have no seat; undefined if there is no such
 * day. Students, held slots and make-ups together may exceed the capacity of the class by
 * `kursi_pengganti`, but never the capacity of the room.
 */
export const findOverbookedDay = async (
  trx: Trx,
  { which, baru }: SeatCheck,
): Promise<string | undefined> => {
  const { cuti_tahan_slot, kursi_pengganti } = await readSettings(trx)
  const [id, student, more] = [baru?.id ?? 0, baru?.peserta_id ?? 0, baru ? 1 : 0]
  const booked = sql`(select count(*) from kredit_pengganti kr where kr.pertemuan_id = pertemuan.id and kr.peserta_id <> ${student})`
  const held = sql`(select count(*) from kursus_peserta kp where kp.kursus_pelatih_id = pertemuan.kursus_pelatih_id and pertemuan.untuk_pengganti = 0 and kp.id <> ${id} and ${holdsSeatOn(sql`pertemuan.tanggal`, cuti_tahan_slot)})`
  const heldSlots = heldSeats(
    sql`pertemuan.kursus_pelatih_id`,
    sql`pertemuan.tanggal`,
    baru?.ditahan,
  )
  const sits = sql`(select count(distinct s.peserta_id) from (${seatRows(sql`p.id = pertemuan.id`)}) s where s.peserta_id <> ${student})`
  const inClass = sql`(select coalesce(k.kapasitas, 1) from kursus_pelatih k where k.id = pertemuan.kursus_pelatih_id)`
  const inRoom = sql`(select r.kapasitas from ruang r where r.id = pertemuan.ruang_id)`
  const full = await trx
    .selectFrom('pertemuan')
    .select('tanggal')
    .where('status', '=', 'terjadwal')
    .where('mulai_at', '>', now())
    .where(which)
    .where(
      sql<boolean>`(${booked} > 0 and (${held} + ${heldSlots} + ${booked} + ${more} > ${inClass} + ${kursi_pengganti} or ${sits} + ${more} > ${inRoom}))`,
    )
    .orderBy('tanggal')
    .limit(1)
    .executeTakeFirst()
  return full?.tanggal
}

/** Throws 422 if the student or the class is inactive. */
export const checkNewSeat = (student: { status: number }, kelas: Kelas): void => {
  if (student.status !== UserStatus.aktif) throw invalidField('peserta_id', 'Peserta tidak aktif')
  if (kelas.status !== 'aktif') throw invalidField('kursus_pelatih_id', 'Kelas tidak aktif')
}
/** Throws 422 if an enrolment starts before its class. */
export const checkStart = (kelas: Kelas, mulai: string): void => {
  if (mulai < kelas.mulai)
    throw invalidField('mulai', `Kelas baru dimulai ${formatTanggal(kelas.mulai)}`)
}
