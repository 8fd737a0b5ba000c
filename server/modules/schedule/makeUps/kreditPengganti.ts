/**
 * Make-up credits (domain.md 2.4, 3.10), which are granted by hand, booked, released and revoked.
 */
import { sql } from 'kysely'
import { kreditPengganti } from '#contract/schedule/kreditPengganti.ts'
import { addDays, currentDay, formatTanggal } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { countCapped } from '#server/modules/schedule/attendance/creditOfAttendance.ts'
import {
  bookMakeUp,
  releaseMakeUp,
  revokeMakeUp,
} from '#server/modules/schedule/makeUps/booking.ts'
import { byRole, outlets } from '#server/modules/scope.ts'
import { module } from '#server/resource/module.ts'
import { readSettings } from '#server/settings.ts'

/** Maximum validity of a make-up credit granted by hand, in days. */
const longestDays = 366

/**
 * Reads the latest enrolment of the student in the course. The credit gets its outlet and payer
 * from this enrolment. Throws 422 if the student has no enrolment in the course.
 */
const readEnrolment = async (trx: Trx, peserta_id: number, kursus_id: number) => {
  const row = await trx
    .selectFrom('kursus_peserta')
    .innerJoin('kursus', 'kursus.id', 'kursus_peserta.kursus_id')
    .innerJoin('gedung', 'gedung.id', 'kursus_peserta.gedung_id')
    .select(['kursus_peserta.id', 'kursus_peserta.gedung_id', 'durasi_menit', 'zona_waktu'])
    .where('peserta_id', '=', peserta_id)
    .where('kursus_id', '=', kursus_id)
    .orderBy('kursus_peserta.id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? Promise.reject(invalidField('kursus_id', 'Peserta tidak mengikuti kursus ini'))
}
/**
 * Returns the last valid day of a make-up credit granted by hand. Throws 422 for a day that is past
 * or too late.
 */
const lastDayOf = (sampai: string | null, today: string, days: number): string => {
  if (sampai === null) return addDays(today, days)
  if (sampai < today) throw invalidField('sampai', 'Tanggal sudah lewat')
  if (sampai > addDays(today, longestDays)) throw invalidField('sampai', 'Paling lama satu tahun')
  return sampai
}

interface ByHand {
  peserta_id: number
  kursus_id: number
  sampai: string | null
}
/** Validates a make-up credit granted by hand and returns its computed columns. Throws 422. */
const newCredit = async (trx: Trx, ctx: Ctx, { peserta_id, kursus_id, sampai }: ByHand) => {
  const enrolment = await readEnrolment(trx, peserta_id, kursus_id)
  const settings = await readSettings(trx)
  const today = currentDay(enrolment.zona_waktu)
  const used = await countCapped(trx, { kursus_id, tanggal: today }, peserta_id)
  if (used >= settings.maks_kredit_bulan)
    throw invalidField('peserta_id', `Sudah ${used} kelas pengganti bulan ini, sebanyak batasnya`)
  return {
    gedung_id: enrolment.gedung_id,
    kursus_peserta_id: enrolment.id,
    asal_absensi_id: null,
    asal_pertemuan_id: null,
    jumlah_menit: enrolment.durasi_menit,
    sebab: 'manual' as const,
    diberikan_oleh: ctx.actor.id,
    berlaku_sampai: lastDayOf(sampai, today, settings.masa_kredit_hari),
    status: 'tersedia' as const,
    pertemuan_id: null,
  }
}

export const kreditPenggantiModule = module(kreditPengganti, {
  scope: (actor) =>
    byRole(actor, {
      admin: sql`kredit_pengganti.gedung_id in (${outlets(actor)})`,
      pelatih: sql`kredit_pengganti.kursus_peserta_id in (select kp.id from kursus_peserta kp inner join kursus_pelatih k on k.id = kp.kursus_pelatih_id where k.pelatih_id = ${actor.id})`,
      sales: sql`kredit_pengganti.peserta_id in (select s.id from "user" s where s.sales_id = ${actor.id})`,
      akunBilling: sql`kredit_pengganti.peserta_id in (select s.id from "user" s where s.akun_billing_id = ${actor.id})`,
      peserta: sql`kredit_pengganti.peserta_id = ${actor.id}`,
    }),
  displayName: ({ berlaku_sampai }) => `Kelas pengganti sampai ${formatTanggal(berlaku_sampai)}`,
  before: ({ trx, ctx, input }) => newCredit(trx, ctx, input),
  filters: {
    // Today is the date in the westernmost zone, where a day ends last and where most outlets are.
    habis: (days) =>
      sql`kredit_pengganti.status = 'tersedia' and kredit_pengganti.berlaku_sampai between ${currentDay()} and ${addDays(currentDay(), Number(days))}`,
  },
  actions: {
    pesan: bookMakeUp,
    'batal-pesan': releaseMakeUp,
    cabut: revokeMakeUp,
  },
})
