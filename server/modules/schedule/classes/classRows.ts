/** Reads classes, their seats and their lessons for conflict checks. */
import { sql, type SqlBool } from 'kysely'
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { BusyClass, Conflict } from '#contract/schedule/rules/conflicts.ts'
import type { WantedClass } from '#contract/schedule/rules/overlap.ts'
import { seatDays } from '#contract/schedule/rules/seats.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { classPeriods } from '#server/modules/schedule/classes/classVersions.ts'
import { holdsSeatFrom } from '#server/modules/schedule/enrolments/seats.ts'
import { isVisible, kelasScope } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/** Class that a write would store, in one of its periods (before or after a planned change). */
export interface ClassWish extends Omit<WantedClass, 'istirahat'> {
  /** Id of the class; null if the class is not stored yet. */
  id: number | null
  nama: string
  /** 1 if the actor may see the class, otherwise 0. */
  tampak: number
  /** Id of a held slot that this class replaces. This slot causes no conflict. */
  ditahan?: number
  outlet: { id: number; nama: string; jam_buka: string; jam_tutup: string }
}
/** Class that may conflict with the wanted class. */
export interface NamedClass extends BusyClass {
  kelas: number
  /** Name of the class, or a general text if the reader may not see the class. */
  label: string
  tampak: boolean
}

const seatColumns = [
  'kp.kursus_pelatih_id as kelas',
  'kp.peserta_id as id',
  'kp.peserta_nama as nama',
  'kp.status',
  'kp.mulai',
  'kp.selesai',
  'kp.cuti_mulai',
  'kp.cuti_selesai',
  'kp.diakhiri_at',
  'kp.tunggu_at',
] as const
const columns = [
  'kursus_pelatih.id',
  'kursus_pelatih.nama',
  'kursus_pelatih.pelatih_id',
  'kursus_pelatih.ruang_id',
  'kursus_pelatih.gedung_id',
  'kursus_pelatih.hari',
  'kursus_pelatih.jam_mulai',
  'kursus_pelatih.jam_selesai',
  'kursus_pelatih.mulai',
  'kursus_pelatih.selesai',
  'gedung.zona_waktu',
] as const

/** Reads the classes that meet a condition, with one row per period (classVersions.ts). */
export const readWishes = async (
  trx: Trx,
  actor: Actor,
  which: Condition,
): Promise<ClassWish[]> => {
  const rows = await trx
    .selectFrom(classPeriods(trx))
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .select([...columns, 'gedung.nama as gedung', 'gedung.jam_buka', 'gedung.jam_tutup'])
    .select(isVisible(kelasScope(actor)))
    .where(which)
    .orderBy('kursus_pelatih.id')
    .orderBy('kursus_pelatih.mulai')
    .execute()
  return rows.map(({ gedung, jam_buka, jam_tutup, ...row }) => ({
    ...row,
    outlet: { id: row.gedung_id, nama: gedung, jam_buka, jam_tutup },
  }))
}
/** Reads the active classes that meet a condition, with one row per period. */
export const readActive = (trx: Trx, actor: Actor, which: Condition): Promise<ClassWish[]> =>
  readWishes(trx, actor, sql<SqlBool>`kursus_pelatih.status = 'aktif' and ${which}`)

/** Label that replaces the name of a class that the reader may not see. */
export const hiddenClass = 'Kelas di outlet lain'
/**
 * Returns the hard conflict that is reported when a class (`rivalClass`) prevents a change of
 * another row, for example of a room. The message is `text` followed by the name of the class.
 */
export const classConflict = (
  rivalClass: Pick<ClassWish, 'id' | 'nama' | 'tampak' | 'jam_mulai' | 'jam_selesai'>,
  { jenis, text }: { jenis: Conflict['jenis']; text: string },
): Conflict => {
  const label = rivalClass.tampak === 1 ? rivalClass.nama : hiddenClass
  return {
    jenis,
    tingkat: 'keras',
    pesan: `${text} ${label}`,
    dengan: {
      resource: 'kursus-pelatih',
      id: rivalClass.tampak === 1 ? rivalClass.id : null,
      label,
    },
    mulai: rivalClass.jam_mulai,
    selesai: rivalClass.jam_selesai,
  }
}

/** Class in one of its periods. */
export interface StoredClass extends Omit<WantedClass, 'istirahat'> {
  id: number
  nama: string
  /** 1 if the actor may see the class, otherwise 0. */
  tampak: number
}
const active = (trx: Trx, actor: Actor) =>
  trx
    .selectFrom(classPeriods(trx))
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .select([...columns, isVisible(kelasScope(actor))])
    .where('kursus_pelatih.status', '=', 'aktif')
    .orderBy('kursus_pelatih.nama_kunci')
    .orderBy('kursus_pelatih.id')
    .orderBy('kursus_pelatih.mulai')

/**
 * Reads the active classes that use the coach or the room of one of `places`, with one row per
 * period (before and after a planned change).
 */
export const readRivals = async (
  trx: Trx,
  actor: Actor,
  places: readonly Pick<ClassWish, 'pelatih_id' | 'ruang_id'>[],
): Promise<StoredClass[]> => {
  if (places.length === 0) return []
  const [coaches, rooms] = (['pelatih_id', 'ruang_id'] as const).map((key) => [
    ...new Set(places.map((w) => w[key])),
  ])
  return active(trx, actor)
    .where((eb) =>
      eb.or([eb('pelatih_id', 'in', coaches ?? []), eb('ruang_id', 'in', rooms ?? [])]),
    )
    .execute()
}
/** Reads the active classes with the given ids, with one row per period. */
export const readClassesById = (
  trx: Trx,
  actor: Actor,
  ids: readonly number[],
): Promise<StoredClass[]> | StoredClass[] =>
  ids.length === 0 ? [] : active(trx, actor).where('kursus_pelatih.id', 'in', ids).execute()

/**
 * Reads the seats that meet a condition on enrolments `kp` and are held today or later. Seats of
 * students on leave are included.
 */
const seats = async (trx: Trx, which: Condition) => {
  const rows = await trx
    .selectFrom('kursus_peserta as kp')
    .select(seatColumns)
    .where(which)
    .where(holdsSeatFrom(currentDay('Asia/Jakarta'), true))
    .orderBy('kp.peserta_nama_kunci')
    .orderBy('kp.id')
    .execute()
  return rows.flatMap(({ kelas, id, nama, tunggu_at, ...row }) => {
    // Treats a waiting enrolment as active, because it holds its seat like an active enrolment.
    const days = seatDays(tunggu_at === null ? row : { ...row, status: KursusPesertaStatus.aktif })
    return days ? [{ ...days, kelas, id, nama }] : []
  })
}
/** Reads the students with a seat in the classes, and the days of each seat. */
export const readSeated = (trx: Trx, classes: readonly number[]) =>
  classes.length === 0 ? [] : seats(trx, sql`kp.kursus_pelatih_id in (${sql.join(classes)})`)
/**
 * Reads the seats of the given students in all classes, except the seat of the enrolment with the
 * id `except`.
 */
export const readEnrolled = (trx: Trx, people: readonly number[], except = 0) =>
  people.length === 0
    ? []
    : seats(trx, sql`kp.peserta_id in (${sql.join(people)}) and kp.id <> ${except}`)

/**
 * Reads the lessons of classes from a day on, with the columns that decide whether a change of the
 * class also changes the lesson.
 */
export const readOwnLessons = (trx: Trx, classes: readonly number[], from: string) =>
  classes.length === 0
    ? []
    : trx
        .selectFrom('pertemuan')
        .select(['id', 'kursus_pelatih_id as kelas', 'minggu', 'jenis', 'diubah', 'status'])
        .select(['pelatih_id', 'ruang_id', 'gedung_id', 'tanggal', 'jam_mulai', 'jam_selesai'])
        .select(['mulai_at', 'selesai_at', 'untuk_pengganti'])
        .where('kursus_pelatih_id', 'in', classes)
        .where('tanggal', '>=', from)
        .orderBy('mulai_at')
        .execute()
