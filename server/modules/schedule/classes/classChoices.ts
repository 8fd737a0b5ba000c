/** Note, order and state of classes in pickers, also for a given student (`untuk`). */
import { sql, type SqlBool } from 'kysely'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
import type { Actor } from '#server/http/context.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import { isUnanswered } from '#server/modules/schedule/classes/slotApproval.ts'
import { holdsSeatFrom } from '#server/modules/schedule/enrolments/seats.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Returns SQL for the reason why no student can join a class: the class waits for its coach's
 * approval, the coach declined, or the class is full.
 */
const closedReason = async (db: Db) => {
  const { cuti_tahan_slot } = await readSettings(db)
  const seats = holdsSeatFrom(currentDay(), cuti_tahan_slot)
  return sql`case when ${isUnanswered('menunggu')} then 'menunggu guru' when ${isUnanswered('ditolak')} then 'ditolak guru' when (select count(*) from kursus_peserta as kp where kp.kursus_pelatih_id = kursus_pelatih.id and ${seats}) >= kursus_pelatih.kapasitas then 'penuh' end`
}

/**
 * Fits the classes to a student: those of the student's outlet come first, and a class in which the
 * student already has a seat can be chosen although it is full. Classes are not fitted to a student
 * whom the actor may not see.
 */
const fitToStudent = (actor: Actor, id: number) => {
  const student = sql`select "user".gedung_id from "user" where "user".id = ${id} and ${userScope(actor) ?? sql`1 = 1`}`
  const isSeated = sql`exists (select 1 from kursus_peserta kp where kp.kursus_pelatih_id = kursus_pelatih.id and kp.peserta_id = ${id} and ${holdsSeatFrom(currentDay(), true)})`
  return {
    first: sql<SqlBool>`kursus_pelatih.gedung_id in (${student})`,
    taken: sql<SqlBool>`(exists (${student}) and ${isSeated})`,
  }
}

/**
 * Parts of the module of classes for pickers. The note distinguishes classes of the same course and
 * hour at several outlets.
 */
export const classChoices = {
  choiceNote: sql`kursus_pelatih.kode || ' · ' || (select gedung.nama from gedung where gedung.id = kursus_pelatih.gedung_id)`,
  choiceState: closedReason,
  choiceOrder: sql`kursus_pelatih.hari, kursus_pelatih.jam_mulai`,
  choiceFor: fitToStudent,
}
