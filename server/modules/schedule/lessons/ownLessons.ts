/**
 * SQL conditions for the lessons and classes of a sales person (domain.md section 4). Sales persons
 * see the hours of all lessons and classes. They see the notes of staff only on lessons and classes
 * in which a student or lead of their own takes part.
 */
import { sql } from 'kysely'
import type { Actor } from '#server/http/context.ts'
import { leadScope } from '#server/modules/sales/leads/leadScope.ts'
import { seatRows, seatsAmong } from '#server/modules/schedule/enrolments/seats.ts'
import type { Condition } from '#server/resource/query/conditions.ts'

/**
 * SQL condition that a student of the sales person sits in a lesson, or that a lead of the sales
 * person has a trial in it. The surrounding query reads the lesson from the table `pertemuan`.
 */
export const isInOwn = (actor: Actor): Condition => {
  const seats = seatRows(sql`p.id = pertemuan.id`, seatsAmong(sql`s.sales_id = ${actor.id}`))
  const trial = sql`select 1 from trial_lead join lead on lead.id = trial_lead.lead_id where trial_lead.pertemuan_id = pertemuan.id and ${leadScope(actor)}`
  return sql`(exists (${seats}) or exists (${trial}))`
}
/**
 * SQL condition that a student of the sales person was ever enrolled in a class. The surrounding
 * query reads the class from the table `kursus_pelatih`.
 */
export const hasOwnStudent = (actor: Actor): Condition =>
  sql`exists (select 1 from kursus_peserta kp join "user" s on s.id = kp.peserta_id where kp.kursus_pelatih_id = kursus_pelatih.id and s.sales_id = ${actor.id})`
