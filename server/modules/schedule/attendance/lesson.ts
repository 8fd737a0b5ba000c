/** Data of a lesson for attendance: its columns and the students who belong to it on its day. */
import { sql, type SqlBool } from 'kysely'
import { RoleId, type JenisPertemuan, type StatusPertemuan } from '#contract/enums.ts'
import { mostLessons } from '#contract/schedule/calendarCalls.ts'
import type { AttendanceCode } from '#contract/schedule/rules/attendance.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { notFound } from '#server/errors.ts'
import type { Actor, Ctx } from '#server/http/context.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import { seatRows } from '#server/modules/schedule/enrolments/seats.ts'
import { pertemuanScope } from '#server/modules/scope.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

type LessonStatus = (typeof StatusPertemuan.options)[number]['value']

/** Lesson with the names of its outlet, room, course and coaches. */
export interface Lesson {
  id: number
  versi: number
  jenis: (typeof JenisPertemuan.options)[number]['value']
  status: LessonStatus
  kursus_pelatih_id: number | null
  kursus_id: number
  gedung_id: number
  ruang_id: number
  pelatih_id: number
  pelatih_asli_id: number | null
  tanggal: string
  jam_mulai: string
  jam_selesai: string
  mulai_at: string
  selesai_at: string
  catatan_materi: string | null
  honor_tarif: number | null
  honor_persen: number | null
  honor_nominal: number | null
  zona_waktu: string
  kursus: string
  ruang: string
  gedung: string
  pelatih: string
  pelatih_asli: string | null
}
/** Reads the lessons that meet a condition, in the order of their times. */
export const readLessons = (db: Db | Trx, which: Condition): Promise<Lesson[]> =>
  db
    .selectFrom('pertemuan')
    .innerJoin('gedung', 'gedung.id', 'pertemuan.gedung_id')
    .innerJoin('ruang', 'ruang.id', 'pertemuan.ruang_id')
    .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
    .innerJoin('user as c', 'c.id', 'pertemuan.pelatih_id')
    .leftJoin('user as o', 'o.id', 'pertemuan.pelatih_asli_id')
    .select([
      'pertemuan.id',
      'pertemuan.versi',
      'pertemuan.jenis',
      'pertemuan.status',
      'pertemuan.kursus_pelatih_id',
      'pertemuan.kursus_id',
      'pertemuan.gedung_id',
      'pertemuan.ruang_id',
      'pertemuan.pelatih_id',
      'pertemuan.pelatih_asli_id',
      'pertemuan.tanggal',
      'pertemuan.jam_mulai',
      'pertemuan.jam_selesai',
      'pertemuan.mulai_at',
      'pertemuan.selesai_at',
      'pertemuan.catatan_materi',
      'pertemuan.honor_tarif',
      'pertemuan.honor_persen',
      'pertemuan.honor_nominal',
      'gedung.zona_waktu',
      'kursus.nama as kursus',
      'ruang.nama as ruang',
      'gedung.nama as gedung',
      'c.name as pelatih',
      'o.name as pelatih_asli',
    ])
    .where(which)
    .orderBy('pertemuan.mulai_at')
    .orderBy('pertemuan.id')
    .limit(mostLessons)
    .execute()
/**
 * Reads a lesson. Throws 404 if the lesson does not exist or is outside the actor's row scope. If
 * `ctx` is null, the row scope is not checked.
 */
export const readLesson = async (db: Db | Trx, ctx: Ctx | null, id: number): Promise<Lesson> => {
  const scope = (ctx && pertemuanScope(ctx.actor)) ?? sql`1 = 1`
  const [row] = await readLessons(db, sql`pertemuan.id = ${id} and ${scope}`)
  return row ?? Promise.reject(notFound('Pertemuan'))
}

/**
 * Student of a lesson, with the student's current attendance. The fields of the attendance are null
 * if none is stored yet.
 */
export interface LessonStudent {
  kursus_peserta_id: number
  peserta_id: number
  nama: string
  nama_panggilan: string | null
  /**
   * Id of the make-up credit that the student uses for this lesson; null for a student of the
   * class.
   */
  kredit_id: number | null
  absensi_id: number | null
  versi: number | null
  kode_absensi: AttendanceCode | null
  terlambat_menit: number | null
  catatan: string | null
  ditandai_at: string | null
  oleh_id: number | null
  oleh: string | null
  earned_id: number | null
  earned_status: 'tersedia' | 'dipesan' | 'terpakai' | 'kedaluwarsa' | 'dicabut' | null
  earned_until: string | null
}
/**
 * Reads the students of lessons with their attendance, each student once in a lesson, by lesson and
 * in the order of their names. A student without an enrolment in the lesson, for example with a
 * make-up credit granted by hand, gets the id of their latest enrolment.
 */
export const readStudentsOf = async (
  db: Db | Trx,
  lessons: readonly number[],
): Promise<ReadonlyMap<number, LessonStudent[]>> => {
  if (lessons.length === 0) return new Map()
  const which = sql<SqlBool>`p.id in (${sql.join(lessons.map((id) => sql.lit(id)))})`
  const { rows } = await sql<LessonStudent & { pertemuan_id: number }>`
    select s.pertemuan_id, coalesce(a.kursus_peserta_id, s.kp, (select max(e.id) from kursus_peserta e where e.peserta_id = s.peserta_id)) as kursus_peserta_id,
      s.peserta_id, u.name as nama, u.nama_panggilan,
      s.kredit as kredit_id, a.id as absensi_id, a.versi, a.kode_absensi, a.terlambat_menit, a.catatan, a.ditandai_at,
      a.ditandai_oleh as oleh_id, m.name as oleh, k.id as earned_id, k.status as earned_status, k.berlaku_sampai as earned_until
    from (select pertemuan_id, peserta_id, max(kursus_peserta_id) as kp, max(kredit_id) as kredit
      from (${seatRows(which)}) t group by pertemuan_id, peserta_id) s
    join "user" u on u.id = s.peserta_id
    left join absensi a on a.pertemuan_id = s.pertemuan_id and a.peserta_id = s.peserta_id
    left join "user" m on m.id = a.ditandai_oleh
    left join kredit_pengganti k on k.asal_absensi_id = a.id
    order by u.name_kunci, u.id`.execute(db)
  const seated = rows.filter((row) => row.kursus_peserta_id !== null)
  return Map.groupBy(seated, (row) => row.pertemuan_id)
}
/** Reads the students of one lesson, as `readStudentsOf` does. */
export const readStudents = async (db: Db | Trx, id: number): Promise<LessonStudent[]> =>
  (await readStudentsOf(db, [id])).get(id) ?? []

/**
 * Returns the students whom the actor may see. Coaches and staff see all students of a lesson,
 * including students who attend the lesson as a make-up. Other roles see only the students in their
 * row scope.
 */
export const visibleStudents = async (
  db: Db | Trx,
  actor: Actor,
  all: readonly LessonStudent[],
): Promise<readonly LessonStudent[]> => {
  if (actor.dasar <= RoleId.pelatih || all.length === 0) return all
  const visibleUsers = await db
    .selectFrom('user')
    .select('id')
    .where(
      'id',
      'in',
      all.map((s) => s.peserta_id),
    )
    .where(userScope(actor) ?? sql<SqlBool>`1 = 1`)
    .execute()
  const ids = new Set(visibleUsers.map((u) => u.id))
  return all.filter((s) => ids.has(s.peserta_id))
}

export const readCoachMark = (db: Db | Trx, id: number) =>
  db.selectFrom('absensi_pelatih').selectAll().where('pertemuan_id', '=', id).executeTakeFirst()
export type CoachMark = NonNullable<Awaited<ReturnType<typeof readCoachMark>>>

/**
 * Returns the attendance of the coach if it is about the coach who gives the lesson now; otherwise
 * undefined. For example, the attendance of the original coach does not count for a substitute.
 */
export const markOfPresentCoach = (
  lesson: Pick<Lesson, 'pelatih_id' | 'pelatih_asli_id'>,
  mark: CoachMark | undefined,
): CoachMark | undefined => {
  const substitute = lesson.pelatih_asli_id === null ? null : lesson.pelatih_id
  return mark?.pengganti_id === substitute ? mark : undefined
}
