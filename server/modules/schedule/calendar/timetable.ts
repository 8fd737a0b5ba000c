/**
 * Reads dated lessons with the names of their course, outlet, room and coach, in one statement for
 * calendars and portals.
 */
import type { Db } from '#server/db/schema/tables.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

interface Window {
  /** First day of the range. */
  from: string
  /** Last day of the range, which is included. */
  to: string
  limit: number
}
/** Reads the lessons of a range of days, ordered by start. */
export const readLessons = (db: Db, condition: Condition, { from, to, limit }: Window) =>
  db
    .selectFrom('pertemuan')
    .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
    .innerJoin('gedung', 'gedung.id', 'pertemuan.gedung_id')
    .innerJoin('ruang', 'ruang.id', 'pertemuan.ruang_id')
    .innerJoin('user as pelatih', 'pelatih.id', 'pertemuan.pelatih_id')
    .leftJoin('pertemuan as ke', 'ke.id', 'pertemuan.pindah_ke_id')
    .select([
      'pertemuan.id',
      'pertemuan.versi',
      'pertemuan.created_at',
      'pertemuan.updated_at',
      'pertemuan.tanggal',
      'pertemuan.jam_mulai',
      'pertemuan.jam_selesai',
      'pertemuan.jenis',
      'pertemuan.status',
      'pertemuan.pelatih_id',
      'kursus.nama as kursus',
      'ruang.nama as ruang',
      'gedung.nama as gedung',
      'gedung.zona_waktu',
      'pelatih.name',
      'pelatih.nama_panggilan',
      'ke.tanggal as ke_tanggal',
      'ke.jam_mulai as ke_jam',
    ])
    .where(condition)
    .where('pertemuan.tanggal', '>=', from)
    .where('pertemuan.tanggal', '<=', to)
    .orderBy('pertemuan.mulai_at')
    .orderBy('pertemuan.id')
    .limit(limit)
    .execute()
export type LessonRow = Awaited<ReturnType<typeof readLessons>>[number]
/** Returns the date and time to which a lesson was moved; null if it was not moved. */
export const movedTo = ({ ke_tanggal, ke_jam }: LessonRow) =>
  ke_tanggal && ke_jam ? { tanggal: ke_tanggal, jam_mulai: ke_jam } : null
