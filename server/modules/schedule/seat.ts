/** Seats of classes: how many are taken, and who may have one. */
import { sql } from 'kysely'
import { UserStatus } from '#contract/enums.ts'
import type { Validity } from '#contract/schedule/rules/weekly.ts'
import { currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/tables.ts'
import { invalidField } from '#server/errors.ts'
import { now } from '#server/http/context.ts'
import { holdsSeatFrom, holdsSeatOn } from '#server/modules/schedule/seats.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Students who hold a seat in a class on a day or later: those who are or will be in it, and those
 * on leave where the seat is kept (`cuti_tahan_slot`). `except` is not counted.
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

/**
 * The first day on which make-ups that are booked leave a class no seat for one student more;
 * undefined: there is none. `id` is not counted.
 */
export const findPromised = async (
  trx: Trx,
  { kelas_id, mulai, selesai, id = 0 }: Validity & { kelas_id: number; id?: number | undefined },
  kapasitas: number,
): Promise<string | undefined> => {
  const { cuti_tahan_slot, kursi_pengganti } = await readSettings(trx)
  const held = sql<number>`(select count(*) from kursus_peserta kp where kp.kursus_pelatih_id = pertemuan.kursus_pelatih_id and kp.id <> ${id} and ${holdsSeatOn(sql`pertemuan.tanggal`, cuti_tahan_slot)})`
  const booked = sql<number>`(select count(*) from kredit_pengganti kr where kr.pertemuan_id = pertemuan.id)`
  const full = await trx
    .selectFrom('pertemuan')
    .select('tanggal')
    .where('kursus_pelatih_id', '=', kelas_id)
    .where('status', '=', 'terjadwal')
    .where('tanggal', '>=', mulai)
    .where('tanggal', '<=', selesai ?? '9999')
    .where('mulai_at', '>', now())
    .where(sql<boolean>`${booked} > 0 and ${held} + ${booked} >= ${kapasitas + kursi_pengganti}`)
    .orderBy('tanggal')
    .limit(1)
    .executeTakeFirst()
  return full?.tanggal
}

/** Refuses a seat to who is not active, and in a class that rests (422). */
export const checkNewSeat = (student: { status: number }, kelas: Kelas): void => {
  if (student.status !== UserStatus.aktif) throw invalidField('peserta_id', 'Peserta tidak aktif')
  if (kelas.status !== 'aktif') throw invalidField('kursus_pelatih_id', 'Kelas tidak aktif')
}
/** Refuses a start before the class itself has begun (422). */
export const checkStart = (kelas: Kelas, mulai: string): void => {
  if (mulai < kelas.mulai)
    throw invalidField('mulai', `Kelas baru dimulai ${formatTanggal(kelas.mulai)}`)
}
