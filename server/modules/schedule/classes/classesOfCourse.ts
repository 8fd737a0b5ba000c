/**
 * Lists the classes of a course that students may join, with the slot that is valid on a given day.
 */
import type { ClassSlot } from '#server/db/schema/scheduleTables.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { classPeriods } from '#server/modules/schedule/classes/classVersions.ts'
import { countTaken } from '#server/modules/schedule/enrolments/seat.ts'

/** Class that students may join, with the slot that is valid on a given day. */
interface ClassChoice extends Omit<ClassSlot, 'ruang_id'> {
  id: number
  nama: string
  kapasitas: number | null
  ruang: string
  pelatih: string
  terisi: number
}
/**
 * Reads the active classes of a course at an outlet. Each class has the number of seats taken on or
 * after the day `mulai`.
 */
export const classesOfCourse = async (
  db: Db | Trx,
  { gedung_id, kursus_id, mulai }: { gedung_id: number; kursus_id: number; mulai: string },
): Promise<ClassChoice[]> => {
  const classes = await db
    .selectFrom(classPeriods(db))
    .innerJoin('ruang', 'ruang.id', 'kursus_pelatih.ruang_id')
    .innerJoin('user', 'user.id', 'kursus_pelatih.pelatih_id')
    .select(['kursus_pelatih.id', 'kursus_pelatih.nama', 'hari', 'jam_mulai', 'jam_selesai'])
    .select(['pelatih_id', 'kursus_pelatih.kapasitas'])
    .select(['ruang.nama as ruang', 'user.name as pelatih'])
    .where('kursus_id', '=', kursus_id)
    .where('kursus_pelatih.gedung_id', '=', gedung_id)
    .where('kursus_pelatih.status', '=', 'aktif')
    .where((eb) => eb.or([eb('selesai', 'is', null), eb('selesai', '>', mulai)]))
    .orderBy('mulai')
    .orderBy('hari')
    .orderBy('jam_mulai')
    .orderBy('kursus_pelatih.id')
    .limit(200)
    .execute()
  // A class with several periods that end after `mulai` is returned once, with the first of these
  // periods.
  const first = [...Map.groupBy(classes, (k) => k.id).values()].flatMap(([period]) => period ?? [])
  const ids = first.map((k) => k.id)
  const takenOf = await countTaken(db, ids, mulai)
  const order = ({ hari, jam_mulai, id }: (typeof first)[number]) =>
    `${hari} ${jam_mulai} ${String(id).padStart(9, '0')}`
  return first
    .toSorted((a, b) => (order(a) < order(b) ? -1 : 1))
    .map((k) => ({ ...k, terisi: takenOf(k.id) }))
}
/** Whether a class has the same weekday, start time and coach as a slot. */
export const isSameHour = (
  k: ClassChoice,
  old: Omit<ClassSlot, 'ruang_id' | 'jam_selesai'>,
): boolean =>
  k.hari === old.hari && k.jam_mulai === old.jam_mulai && k.pelatih_id === old.pelatih_id
/** Returns the number of free seats of a class; a class without a capacity has one seat. */
export const freeSeats = (k: ClassChoice): number => Math.max(0, (k.kapasitas ?? 1) - k.terisi)
