/** Dated lessons with what they are called, for calendars and portals: one statement. */
import type { Db } from '#server/db/tables.ts'
import type { Condition } from '#server/resource/conditions.ts'

interface Window {
  /** The first and the last day. */
  from: string
  to: string
  limit: number
}
/** Lessons of some days, by when they begin. */
export const readLessons = (db: Db, whose: Condition, { from, to, limit }: Window) =>
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
    .where(whose)
    .where('pertemuan.tanggal', '>=', from)
    .where('pertemuan.tanggal', '<=', to)
    .orderBy('pertemuan.mulai_at')
    .orderBy('pertemuan.id')
    .limit(limit)
    .execute()
export type LessonRow = Awaited<ReturnType<typeof readLessons>>[number]
/** Where a lesson has gone to, if it was moved. */
export const movedTo = ({ ke_tanggal, ke_jam }: LessonRow) =>
  ke_tanggal && ke_jam ? { tanggal: ke_tanggal, jam_mulai: ke_jam } : null
