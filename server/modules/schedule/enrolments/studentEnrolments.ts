/**
 * Reads data for the portal pages of students and their payers: next lessons, attendance, make-ups
 * and courses. Every function runs one or two SQL statements for any number of students.
 */
import { sql, type SqlBool } from 'kysely'
import { addDays, currentDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import {
  movedTo,
  readLessons,
  type LessonRow,
} from '#server/modules/schedule/calendar/timetable.ts'
import { lessonsWith, seatsOfStudents } from '#server/modules/schedule/enrolments/seats.ts'
import { seatStates } from '#server/modules/schedule/enrolments/seatStates.ts'

const daysToCome = 56
const daysOfAttendance = 365
const most = { next: 12, rows: 100, marks: 10 }
/** Ids of students. The list must not be empty. */
type Students = readonly number[]

/**
 * Returns today's date in the time zone of a user's outlet. A lesson may be in another time zone,
 * because it has the time zone of its own outlet.
 */
export const todayOf = async (db: Db, user: number): Promise<string> => {
  const home = await db
    .selectFrom('user')
    .leftJoin('gedung', 'gedung.id', 'user.gedung_id')
    .select('gedung.zona_waktu')
    .where('user.id', '=', user)
    .executeTakeFirst()
  return currentDay(home?.zona_waktu ?? undefined)
}

/** Returns a lesson in the form that portals show. */
export const portalLesson = (lesson: LessonRow) => ({
  id: lesson.id,
  tanggal: lesson.tanggal,
  jam_mulai: lesson.jam_mulai,
  jam_selesai: lesson.jam_selesai,
  zona_waktu: lesson.zona_waktu,
  jenis: lesson.jenis,
  status: lesson.status,
  kursus: lesson.kursus,
  ruang: lesson.ruang,
  gedung: lesson.gedung,
  pelatih: lesson.nama_panggilan ?? lesson.name,
  ke: movedTo(lesson),
})

/** Reads the next lessons of the students. */
export const readNextLessons = (db: Db, of: Students, today: string) =>
  readLessons(db, lessonsWith(seatsOfStudents(sql.join([...of]))), {
    from: today,
    to: addDays(today, daysToCome),
    limit: most.next,
  })

const readMarks = (db: Db, of: Students, today: string) =>
  db
    .selectFrom('absensi')
    .innerJoin('pertemuan', 'pertemuan.id', 'absensi.pertemuan_id')
    .where('absensi.peserta_id', 'in', of)
    .where('pertemuan.tanggal', '>=', addDays(today, -daysOfAttendance))
/** Counts the attendance codes of each student in the last year. */
export const countMarks = (db: Db, of: Students, today: string) =>
  readMarks(db, of, today)
    .select(['absensi.peserta_id', 'absensi.kode_absensi'])
    .select((eb) => eb.fn.countAll<number>().as('jumlah'))
    .groupBy(['absensi.peserta_id', 'absensi.kode_absensi'])
    .orderBy('absensi.kode_absensi')
    .execute()
/** Reads the latest attendance of the students. */
export const readLastMarks = (db: Db, of: Students, today: string) =>
  readMarks(db, of, today)
    .innerJoin('kursus', 'kursus.id', 'pertemuan.kursus_id')
    .select(['absensi.id', 'absensi.peserta_id', 'pertemuan.tanggal', 'kursus.nama as kursus'])
    .select(['absensi.kode_absensi', 'absensi.terlambat_menit', 'pertemuan.catatan_materi'])
    .orderBy('pertemuan.mulai_at', 'desc')
    .orderBy('absensi.id', 'desc')
    .limit(most.marks)
    .execute()

/** Reads the make-up credits that are available or booked, ordered by expiry. */
export const readMakeUps = async (db: Db, of: Students, today: string) => {
  const rows = await db
    .selectFrom('kredit_pengganti')
    .innerJoin('kursus', 'kursus.id', 'kredit_pengganti.kursus_id')
    .leftJoin('pertemuan', 'pertemuan.id', 'kredit_pengganti.pertemuan_id')
    .select(['kredit_pengganti.id', 'kredit_pengganti.peserta_id', 'kursus.nama as kursus'])
    .select(['kredit_pengganti.jumlah_menit', 'kredit_pengganti.sebab', 'kredit_pengganti.status'])
    .select(['kredit_pengganti.berlaku_sampai', 'pertemuan.tanggal', 'pertemuan.jam_mulai'])
    .select('pertemuan.jam_selesai')
    .where('kredit_pengganti.peserta_id', 'in', of)
    .where('kredit_pengganti.status', 'in', ['tersedia', 'dipesan'])
    .where((eb) =>
      eb.or([
        eb('kredit_pengganti.status', '=', 'dipesan'),
        eb('kredit_pengganti.berlaku_sampai', '>=', today),
      ]),
    )
    .orderBy('kredit_pengganti.berlaku_sampai')
    .orderBy('kredit_pengganti.id')
    .limit(most.rows)
    .execute()
  return rows.map(({ tanggal, jam_mulai, jam_selesai, ...credit }) => ({
    ...credit,
    dipesan: tanggal && jam_mulai && jam_selesai ? { tanggal, jam_mulai, jam_selesai } : null,
  }))
}

/** Reads the current courses of the students. */
export const readCourses = (db: Db, of: Students) =>
  db
    .selectFrom('kursus_peserta')
    .innerJoin('kursus', 'kursus.id', 'kursus_peserta.kursus_id')
    .innerJoin('gedung', 'gedung.id', 'kursus_peserta.gedung_id')
    .leftJoin('course_level', 'course_level.id', 'kursus.course_level_id')
    .leftJoin('kursus_pelatih as k', 'k.id', 'kursus_peserta.kursus_pelatih_id')
    .leftJoin('user as pelatih', 'pelatih.id', 'k.pelatih_id')
    .leftJoin('ruang', 'ruang.id', 'k.ruang_id')
    .select(['kursus_peserta.id', 'kursus_peserta.peserta_id', 'kursus_peserta.status'])
    .select(['kursus.nama as kursus', 'course_level.nama as level', 'gedung.nama as gedung'])
    .select(['ruang.nama as ruang', 'k.hari', 'k.jam_mulai', 'k.jam_selesai'])
    .select(sql<string | null>`coalesce(pelatih.nama_panggilan, pelatih.name)`.as('pelatih'))
    .where('kursus_peserta.peserta_id', 'in', of)
    .where(sql<SqlBool>`kursus_peserta.status in ${seatStates}`)
    .orderBy('k.hari')
    .orderBy('k.jam_mulai')
    .orderBy('kursus_peserta.id')
    .limit(most.rows)
    .execute()
