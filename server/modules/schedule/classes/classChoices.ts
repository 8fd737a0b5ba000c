/** Appearance of classes in pickers: note, state and order. */
import { sql } from 'kysely'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Db } from '#server/db/schema/tables.ts'
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
 * Parts of the module of classes for pickers. The note distinguishes classes of the same course and
 * hour at several outlets.
 */
export const classChoices = {
  choiceNote: sql`kursus_pelatih.kode || ' · ' || (select gedung.nama from gedung where gedung.id = kursus_pelatih.gedung_id)`,
  choiceState: closedReason,
  choiceOrder: sql`kursus_pelatih.hari, kursus_pelatih.jam_mulai`,
}
