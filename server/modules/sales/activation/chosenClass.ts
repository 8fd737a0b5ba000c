/**
 * Reads the enrolment that an activation has made, and the reason why this enrolment cannot be
 * undone.
 */
import { Activation, BillingStatus, KursusPesertaStatus } from '#contract/enums.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import type { Person } from '#server/modules/sales/activation/calon.ts'

/**
 * Reads the enrolment that step 2 of an activation (choice of the course) has made. This is the
 * enrolment with the id of the lead, or the first enrolment of an applicant. Returns undefined
 * unless `activation` is `pilihKursus`, the state after step 2.
 */
export const readEnrolment = async (db: Db | Trx, person: Person) => {
  if (person.activation !== Activation.pilihKursus || person.user_id === null) return undefined
  const row = await db
    .selectFrom('kursus_peserta as kp')
    .innerJoin('kursus_pelatih as kl', 'kl.id', 'kp.kursus_pelatih_id')
    .innerJoin('kursus', 'kursus.id', 'kp.kursus_id')
    .select(['kp.id', 'kp.status', 'kp.mulai', 'kp.tunggu_at', 'kp.alasan_status'])
    .select(['kl.id as kelas_id', 'kl.nama as kelas', 'kursus.id as kursus_id'])
    .select('kursus.nama as kursus')
    .where('kp.peserta_id', '=', person.user_id)
    .$if(person.lead_id !== null, (q) => q.where('kp.lead_id', '=', person.lead_id))
    .orderBy('kp.id')
    .limit(1)
    .executeTakeFirst()
  if (!row) return undefined
  const bill = await db
    .selectFrom('billing_item as i')
    .innerJoin('billing', 'billing.id', 'i.billing_id')
    .select(['billing.id', 'billing.total', 'billing.status'])
    .where('i.kursus_peserta_id', '=', row.id)
    .where('billing.void_at', 'is', null)
    .orderBy('i.id')
    .limit(1)
    .executeTakeFirst()
  const waits = row.status === KursusPesertaStatus.tidakAktif && row.tunggu_at !== null
  return {
    id: row.id,
    status: row.status,
    mulai: row.mulai,
    kelas: { id: row.kelas_id, nama: row.kelas },
    kursus: { id: row.kursus_id, nama: row.kursus },
    menunggu: waits ? (row.alasan_status ?? 'Menunggu persetujuan guru') : null,
    tagihan: bill
      ? { id: bill.id, total: bill.total, terbit: bill.status === BillingStatus.terbit }
      : null,
  }
}

/**
 * Returns the reason why step 2 of an activation (the enrolment) cannot be undone; undefined when
 * it can.
 */
export const undoObstacle = async (db: Db | Trx, id: number): Promise<string | undefined> => {
  const published = await db
    .selectFrom('billing_item as i')
    .innerJoin('billing', 'billing.id', 'i.billing_id')
    .select('billing.nomor')
    .where('i.kursus_peserta_id', '=', id)
    .where('billing.status', '=', BillingStatus.terbit)
    .limit(1)
    .executeTakeFirst()
  if (published) return `Tagihan ${published.nomor ?? ''} sudah terbit`
  const came = await db
    .selectFrom('absensi')
    .select('id')
    .where('kursus_peserta_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  if (came) return 'Sudah ada absensi di kelasnya'
  const credit = await db
    .selectFrom('kredit_pengganti')
    .select('id')
    .where('kursus_peserta_id', '=', id)
    .limit(1)
    .executeTakeFirst()
  return credit ? 'Sudah ada kelas pengganti dari kelas ini' : undefined
}
