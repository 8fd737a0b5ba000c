/**
 * SQL form of contract/schedule/rules/seats.ts: students who sit in dated lessons, and enrolments
 * that hold a seat in a class. Used by the calendar, attendance, class records, portals, calendar
 * links, the row scope of families and the conflict check.
 */
import { sql, type RawBuilder } from 'kysely'
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

type Sql = RawBuilder<unknown>
const { tidakAktif, cuti, lulus } = KursusPesertaStatus

/**
 * SQL condition that the enrolment `kp` has been started, even if it has ended or become inactive
 * since.
 */
const hasBegun = sql`(kp.status not in (${sql.lit(tidakAktif)}, ${sql.lit(lulus)}) or (kp.diakhiri_at is not null and kp.selesai is not null))`
/**
 * SQL condition that the enrolment `kp` is inactive, but keeps its seat because it waits for a
 * payment or for the coach.
 */
const isPromised = sql`(kp.status = ${sql.lit(tidakAktif)} and kp.tunggu_at is not null)`
const isOnLeave = (day: Sql) =>
  sql`((kp.status = ${sql.lit(cuti)} or (kp.cuti_mulai is not null and kp.cuti_selesai is not null)) and coalesce(kp.cuti_mulai, '') <= ${day} and ${day} <= coalesce(kp.cuti_selesai, '9999'))`
/** SQL condition that the student of the enrolment `kp` sits in the lessons of a day. */
const sitsOn = (day: Sql): Condition =>
  sql`(kp.mulai <= ${day} and ${day} <= coalesce(kp.selesai, '9999') and ${hasBegun} and not ${isOnLeave(day)})`
/**
 * SQL condition that the enrolment `kp` holds a seat in its class on a day or later. `keeps` states
 * whether students on leave keep their seat (`cuti_tahan_slot`).
 */
export const holdsSeatFrom = (day: string, keeps: boolean): Condition => {
  const lasts = sql`coalesce(kp.selesai, '9999') >= ${day} and (${hasBegun} or ${isPromised})`
  return keeps ? sql`(${lasts})` : sql`(${lasts} and not ${isOnLeave(sql`${day}`)})`
}

/** SQL condition that the enrolment `kp` holds a seat in its class on the given day. */
export const holdsSeatOn = (day: Sql, keeps: boolean): Condition =>
  keeps
    ? sql`(kp.mulai <= ${day} and ${day} <= coalesce(kp.selesai, '9999') and (${hasBegun} or ${isPromised}))`
    : sql`(${sitsOn(day)} or (kp.mulai <= ${day} and ${day} <= coalesce(kp.selesai, '9999') and ${isPromised}))`

/** Filter for seats in lessons. */
interface SeatFilter {
  /**
   * Cross join of the enrolments `kp` and the lessons `p`. SQLite keeps the order of a cross join.
   * Therefore the table that yields fewer rows comes first.
   */
  joined: Sql
  /** Condition on seats that come from the enrolment `kp`. */
  ikut: Condition
  /** Returns the condition on the student of a seat that does not come from an enrolment. */
  peserta: (id: Sql) => Condition
}
export const seatsOfStudents = (ids: Sql): SeatFilter => ({
  joined: sql`kursus_peserta kp cross join pertemuan p`,
  ikut: sql`kp.peserta_id in (${ids})`,
  peserta: (id) => sql`${id} in (${ids})`,
})
/**
 * Returns a filter for the seats of the students for whom `which` holds. `which` is a condition on
 * the table `user` with the alias `s`. Suitable for few lessons and many students: the students of
 * a lesson are read first, and then each student is checked.
 */
export const seatsAmong = (which: Condition): SeatFilter => {
  const isOne = (id: Sql): Condition =>
    sql`exists (select 1 from "user" s where s.id = ${id} and ${which})`
  return { ...allSeats, ikut: isOne(sql`kp.peserta_id`), peserta: isOne }
}
const allSeats: SeatFilter = {
  joined: sql`pertemuan p cross join kursus_peserta kp`,
  ikut: sql`1 = 1`,
  peserta: () => sql`1 = 1`,
}

/**
 * Returns SQL for the seats in those lessons that meet the condition `lessons`, in which the lesson
 * has the alias `p`. The columns are `pertemuan_id, peserta_id, kursus_peserta_id, kredit_id`. A
 * seat comes from an enrolment in the class, from a make-up booked or attended in the lesson, or
 * from attendance, so a student may occur more than once in a lesson.
 */
export const seatRows = (lessons: Condition, filter: SeatFilter = allSeats): Sql => sql`
  select p.id as pertemuan_id, kp.peserta_id, kp.id as kursus_peserta_id, cast(null as integer) as kredit_id
    from ${filter.joined}
    where p.kursus_pelatih_id = kp.kursus_pelatih_id and ${filter.ikut} and ${lessons} and p.untuk_pengganti = 0 and ${sitsOn(sql`p.tanggal`)}
  union all select p.id, kr.peserta_id, kr.kursus_peserta_id, kr.id
    from kredit_pengganti kr join pertemuan p on p.id = kr.pertemuan_id
    where ${filter.peserta(sql`kr.peserta_id`)} and ${lessons}
  union all select p.id, a.peserta_id, a.kursus_peserta_id, cast(null as integer)
    from absensi a join pertemuan p on p.id = a.pertemuan_id
    where ${filter.peserta(sql`a.peserta_id`)} and ${lessons}`

/**
 * SQL condition for the lessons in which a student selected by the filter has a seat. Lessons
 * during the student's leave are not included.
 */
export const lessonsWith = (filter: SeatFilter): Condition =>
  sql`pertemuan.id in (select s.pertemuan_id from (${seatRows(sql`1 = 1`, filter)}) s)`
/** SQL condition for the lessons in which a student sits. */
export const lessonsOfStudent = (peserta_id: number): Condition =>
  lessonsWith(seatsOfStudents(sql`${peserta_id}`))

/**
 * SQL for the number of students in a lesson. The surrounding query reads the lesson from the table
 * `pertemuan`.
 */
export const countSeats: RawBuilder<number> = sql<number>`(select count(distinct s.peserta_id) from (${seatRows(sql`p.id = pertemuan.id`)}) s)`

interface Seat {
  pertemuan_id: number
  peserta_id: number
  name: string
  nama_panggilan: string | null
}
/**
 * Reads the students of lessons, ordered by name within each lesson. `visible` is a condition on
 * table `user`; students who do not meet this condition are omitted.
 */
export const readSeats = async (
  db: Db | Trx,
  lessons: readonly number[],
  visible: Condition = sql`1 = 1`,
): Promise<ReadonlyMap<number, Seat[]>> => {
  if (lessons.length === 0) return new Map()
  const ids = sql.join(lessons.map((id) => sql.lit(id)))
  const { rows } = await sql<Seat>`
    select s.pertemuan_id, s.peserta_id, "user".name, "user".nama_panggilan
    from (select distinct pertemuan_id, peserta_id from (${seatRows(sql`p.id in (${ids})`)}) t) s
    join "user" on "user".id = s.peserta_id where ${visible}
    order by "user".name_kunci, "user".id`.execute(db)
  return Map.groupBy(rows, (row) => row.pertemuan_id)
}
/**
 * Returns the name used in the classroom: the nickname if there is one, otherwise the first name.
 */
export const firstName = (person: { name: string; nama_panggilan: string | null }): string =>
  person.nama_panggilan?.trim() || (person.name.trim().split(/\s+/)[0] ?? person.name)
