/** Classes that may be in each other's way, as they are stored. */
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { BookedClass } from '#contract/schedule/rules/weekly.ts'
import type { Trx } from '#server/db/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { isVisible, kelasScope } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/conditions.ts'

/** A class as it is to be. */
export interface WantedClass extends BookedClass {
  nama: string
  /** 1 where the actor may see it. */
  tampak: number
  outlet: { id: number; nama: string; jam_buka: string; jam_tutup: string }
}
/** Where a class stands that is in the way of a student's other one. */
export interface StoredClass extends BookedClass {
  id: number
  nama: string
  tampak: number
}
/** Students who hold a seat: active and on leave. */
const seated = [KursusPesertaStatus.aktif, KursusPesertaStatus.cuti] as const
/** What the index on a student's enrolments holds; said too, so that it is used. */
const indexed = [KursusPesertaStatus.tidakAktif, ...seated] as const
const bookedColumns = [
  'kursus_pelatih.id',
  'kursus_pelatih.nama',
  'kursus_pelatih.pelatih_id',
  'kursus_pelatih.ruang_id',
  'kursus_pelatih.hari',
  'kursus_pelatih.jam_mulai',
  'kursus_pelatih.jam_selesai',
  'kursus_pelatih.mulai',
  'kursus_pelatih.selesai',
  'gedung.zona_waktu',
] as const

/**
 * Active classes that meet a condition, as they would be moved: the course's length or the outlet's
 * hours are the caller's to change.
 */
export const readWanted = async (
  trx: Trx,
  actor: Actor,
  which: Condition,
): Promise<WantedClass[]> => {
  const rows = await trx
    .selectFrom('kursus_pelatih')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .select([...bookedColumns, 'gedung.id as gedung_id', 'gedung.nama as gedung'])
    .select(['gedung.jam_buka', 'gedung.jam_tutup', isVisible(kelasScope(actor))])
    .where('kursus_pelatih.status', '=', 'aktif')
    .where(which)
    .orderBy('kursus_pelatih.id')
    .execute()
  return rows.map(({ gedung_id, gedung, jam_buka, jam_tutup, ...row }) => ({
    ...row,
    outlet: { id: gedung_id, nama: gedung, jam_buka, jam_tutup },
  }))
}

/** Active classes of the same coaches, or in the same rooms. */
export const readRivals = async (
  trx: Trx,
  actor: Actor,
  wanted: readonly WantedClass[],
): Promise<StoredClass[]> => {
  const [coaches, rooms] = (['pelatih_id', 'ruang_id'] as const).map((key) => [
    ...new Set(wanted.map((w) => w[key])),
  ])
  return trx
    .selectFrom('kursus_pelatih')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .select([...bookedColumns, isVisible(kelasScope(actor))])
    .where('kursus_pelatih.status', '=', 'aktif')
    .where((eb) =>
      eb.or([eb('pelatih_id', 'in', coaches ?? []), eb('ruang_id', 'in', rooms ?? [])]),
    )
    .orderBy('kursus_pelatih.nama_kunci')
    .orderBy('kursus_pelatih.id')
    .execute()
}

/** Other classes that students of these classes are in, with the days of both enrolments. */
export const readStudents = (trx: Trx, actor: Actor, classes: readonly number[]) =>
  trx
    .selectFrom('kursus_peserta as here')
    .innerJoin('kursus_peserta as there', 'there.peserta_id', 'here.peserta_id')
    .innerJoin('kursus_pelatih', 'kursus_pelatih.id', 'there.kursus_pelatih_id')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .select(bookedColumns)
    .select([
      'here.kursus_pelatih_id as kelas_id',
      'here.peserta_nama',
      isVisible(kelasScope(actor)),
    ])
    .select(['here.mulai as here_from', 'here.selesai as here_to'])
    .select(['there.mulai as there_from', 'there.selesai as there_to'])
    .where('here.kursus_pelatih_id', 'in', classes)
    .where('here.status', 'in', seated)
    .where('there.status', 'in', indexed)
    .where('there.status', 'in', seated)
    .whereRef('there.kursus_pelatih_id', '<>', 'here.kursus_pelatih_id')
    .where('kursus_pelatih.status', '=', 'aktif')
    .orderBy('here.peserta_nama_kunci')
    .orderBy('there.id')
    .execute()

/** A class, and the other classes that a student is in. */
export const readStudentClasses = async (
  trx: Trx,
  actor: Actor,
  wanted: { peserta_id: number; kelas_id: number },
) => {
  const read = trx
    .selectFrom('kursus_pelatih')
    .innerJoin('gedung', 'gedung.id', 'kursus_pelatih.gedung_id')
    .select([...bookedColumns, isVisible(kelasScope(actor))])
  const one = await read.where('kursus_pelatih.id', '=', wanted.kelas_id).executeTakeFirstOrThrow()
  const others = await read
    .innerJoin('kursus_peserta as ikut', 'ikut.kursus_pelatih_id', 'kursus_pelatih.id')
    .select(['ikut.id as ikut_id', 'ikut.peserta_nama'])
    .select(['ikut.mulai as ikut_from', 'ikut.selesai as ikut_to'])
    .where('ikut.peserta_id', '=', wanted.peserta_id)
    .where('ikut.status', 'in', indexed)
    .where('ikut.status', 'in', seated)
    .where('kursus_pelatih.status', '=', 'aktif')
    .where('kursus_pelatih.id', '<>', wanted.kelas_id)
    .orderBy('ikut.id')
    .execute()
  return { one, others }
}
