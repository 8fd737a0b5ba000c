/**
 * Who sits in dated lessons, and who holds a seat in a class: contract/schedule/rules/seats.ts in
 * SQL. Calendar, attendance, class records, portals, feeds, the scope of families and the conflict
 * engine all ask here.
 */
import { sql, type RawBuilder } from 'kysely'
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import type { Condition } from '#server/resource/conditions.ts'

type Sql = RawBuilder<unknown>
const { tidakAktif, cuti, lulus } = KursusPesertaStatus

/** An enrolment `kp` that was begun, whatever has become of it since. */
const hasBegun = sql`(kp.status not in (${sql.lit(tidakAktif)}, ${sql.lit(lulus)}) or (kp.diakhiri_at is not null and kp.selesai is not null))`
/** An enrolment `kp` that waits for a payment or for the coach: its seat is kept. */
const isPromised = sql`(kp.status = ${sql.lit(tidakAktif)} and kp.tunggu_at is not null)`
const isOnLeave = (day: Sql) =>
  sql`((kp.status = ${sql.lit(cuti)} or (kp.cuti_mulai is not null and kp.cuti_selesai is not null)) and coalesce(kp.cuti_mulai, '') <= ${day} and ${day} <= coalesce(kp.cuti_selesai, '9999'))`
/** An enrolment `kp` whose student sits in the lessons of a day. */
const sitsOn = (day: Sql): Condition =>
  sql`(kp.mulai <= ${day} and ${day} <= coalesce(kp.selesai, '9999') and ${hasBegun} and not ${isOnLeave(day)})`
/**
 * An enrolment `kp` that holds a seat in its class on a day or later; `keeps`: who is on leave
 * keeps theirs (`cuti_tahan_slot`).
 */
export const holdsSeatFrom = (day: string, keeps: boolean): Condition => {
  const lasts = sql`coalesce(kp.selesai, '9999') >= ${day} and (${hasBegun} or ${isPromised})`
  return keeps ? sql`(${lasts})` : sql`(${lasts} and not ${isOnLeave(sql`${day}`)})`
}

/** An enrolment `kp` that holds a seat in its class on one day. */
export const holdsSeatOn = (day: Sql, keeps: boolean): Condition =>
  keeps
    ? sql`(kp.mulai <= ${day} and ${day} <= coalesce(kp.selesai, '9999') and (${hasBegun} or ${isPromised}))`
    : sql`(${sitsOn(day)} or (kp.mulai <= ${day} and ${day} <= coalesce(kp.selesai, '9999') and ${isPromised}))`

/**
 * Whose seats: of an enrolment `kp`, and of a student, who may have none in the class. `joined`
 * begins with the side that is few: SQLite keeps the order of a cross join, and left to itself it
 * reads all lessons of the days that are asked for, of whatever class.
 */
interface Whose {
  joined: Sql
  ikut: Condition
  peserta: (id: Sql) => Condition
}
export const seatsOfStudents = (ids: Sql): Whose => ({
  joined: sql`kursus_peserta kp cross join pertemuan p`,
  ikut: sql`kp.peserta_id in (${ids})`,
  peserta: (id) => sql`${id} in (${ids})`,
})
/**
 * Seats of students `s` who meet a condition, where the lesson is known and they are many: who sits
 * in it is read first, then whether it is one of them.
 */
export const seatsAmong = (which: Condition): Whose => {
  const isOne = (id: Sql): Condition =>
    sql`exists (select 1 from "user" s where s.id = ${id} and ${which})`
  return { ...everybody, ikut: isOne(sql`kp.peserta_id`), peserta: isOne }
}
const everybody: Whose = {
  joined: sql`pertemuan p cross join kursus_peserta kp`,
  ikut: sql`1 = 1`,
  peserta: () => sql`1 = 1`,
}

/**
 * The seats in lessons `p` that meet a condition, as `pertemuan_id, peserta_id, kursus_peserta_id,
 * kredit_id`: by an enrolment in the class, by a make-up that is booked or was taken there, and of
 * who was marked. A student may be in it more than once.
 */
export const seatRows = (lessons: Condition, whose: Whose = everybody): Sql => sql`
  select p.id as pertemuan_id, kp.peserta_id, kp.id as kursus_peserta_id, cast(null as integer) as kredit_id
    from ${whose.joined}
    where p.kursus_pelatih_id = kp.kursus_pelatih_id and ${whose.ikut} and ${lessons} and p.untuk_pengganti = 0 and ${sitsOn(sql`p.tanggal`)}
  union all select p.id, kr.peserta_id, kr.kursus_peserta_id, kr.id
    from kredit_pengganti kr join pertemuan p on p.id = kr.pertemuan_id
    where ${whose.peserta(sql`kr.peserta_id`)} and ${lessons}
  union all select p.id, a.peserta_id, a.kursus_peserta_id, cast(null as integer)
    from absensi a join pertemuan p on p.id = a.pertemuan_id
    where ${whose.peserta(sql`a.peserta_id`)} and ${lessons}`

/** Lessons in which somebody sits; those of days on leave are not among them. */
export const lessonsWith = (whose: Whose): Condition =>
  sql`pertemuan.id in (select s.pertemuan_id from (${seatRows(sql`1 = 1`, whose)}) s)`
/** Lessons in which a student sits. */
export const lessonsOfStudent = (peserta_id: number): Condition =>
  lessonsWith(seatsOfStudents(sql`${peserta_id}`))

/** How many sit in the lesson `pertemuan` of a query. */
export const countSeats: RawBuilder<number> = sql<number>`(select count(distinct s.peserta_id) from (${seatRows(sql`p.id = pertemuan.id`)}) s)`

interface Seat {
  pertemuan_id: number
  peserta_id: number
  name: string
  nama_panggilan: string | null
}
/** The students of lessons, by name within each. */
export const readSeats = async (
  db: Db | Trx,
  lessons: readonly number[],
): Promise<ReadonlyMap<number, Seat[]>> => {
  if (lessons.length === 0) return new Map()
  const ids = sql.join(lessons.map((id) => sql.lit(id)))
  const { rows } = await sql<Seat>`
    select s.pertemuan_id, s.peserta_id, u.name, u.nama_panggilan
    from (select distinct pertemuan_id, peserta_id from (${seatRows(sql`p.id in (${ids})`)}) t) s
    join "user" u on u.id = s.peserta_id order by u.name_kunci, u.id`.execute(db)
  return Map.groupBy(rows, (row) => row.pertemuan_id)
}
/** What a person is called in the classroom: the nickname, else the first name. */
export const firstName = (person: { name: string; nama_panggilan: string | null }): string =>
  person.nama_panggilan?.trim() || (person.name.trim().split(/\s+/)[0] ?? person.name)
