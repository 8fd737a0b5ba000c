/** Who sits in dated lessons: by enrolment, and by a make-up that is booked into one. */
import { sql } from 'kysely'
import { KursusPesertaStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#server/db/tables.ts'
import type { Condition } from '#server/resource/conditions.ts'

/**
 * An enrolment `kp` on the day of a lesson: begun, not over, not on leave. One that was never
 * activated holds no seat.
 */
const seatOnDay = sql<boolean>`kp.mulai <= pertemuan.tanggal and pertemuan.tanggal <= coalesce(kp.selesai, '9999') and (kp.status <> ${sql.lit(KursusPesertaStatus.tidakAktif)} or kp.selesai is not null) and not (kp.cuti_mulai is not null and kp.cuti_mulai <= pertemuan.tanggal and pertemuan.tanggal <= coalesce(kp.cuti_selesai, '9999'))`

/** Lessons in which a student sits, without those of days on leave. */
export const lessonsAttended = (peserta_id: number): Condition =>
  sql`pertemuan.id in (select pertemuan.id from kursus_peserta kp join pertemuan on pertemuan.kursus_pelatih_id = kp.kursus_pelatih_id where kp.peserta_id = ${peserta_id} and ${seatOnDay} union select kr.pertemuan_id from kredit_pengganti kr where kr.pertemuan_id is not null and kr.peserta_id = ${peserta_id})`

export interface Seat {
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
    select s.pertemuan_id, s.peserta_id, u.name, u.nama_panggilan from (
      select pertemuan.id as pertemuan_id, kp.peserta_id from pertemuan
        join kursus_peserta kp on kp.kursus_pelatih_id = pertemuan.kursus_pelatih_id
        where pertemuan.id in (${ids}) and ${seatOnDay}
      union select kr.pertemuan_id, kr.peserta_id from kredit_pengganti kr
        where kr.pertemuan_id in (${ids})
    ) s join "user" u on u.id = s.peserta_id order by u.name_kunci, u.id`.execute(db)
  return Map.groupBy(rows, (row) => row.pertemuan_id)
}
/** What a person is called in the classroom: the nickname, else the first name. */
export const firstName = (person: { name: string; nama_panggilan: string | null }): string =>
  person.nama_panggilan?.trim() || (person.name.trim().split(/\s+/)[0] ?? person.name)
