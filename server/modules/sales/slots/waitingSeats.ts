/**
 * Enrolments that wait for a payment or for the coach's agreement (domain.md 2.3). They are shown
 * in the portal of sales, the list of enrolments and the dashboard, because they do not begin
 * automatically (decision 0083).
 */
import { sql, type SqlBool } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import { BillingStatus, KursusPesertaStatus, PaymentStatus } from '#contract/enums.ts'
import { portalListLimit, type portalSales } from '#contract/sales/portalCalls.ts'
import { missingApprovalOf } from '#contract/schedule/kursusPelatih.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Condition for enrolments `kp` whose registration fee is not paid: the fee for the course is on a
 * draft bill, or on a bill that is not paid in full.
 */
const owes = sql<SqlBool>`exists (select 1 from billing_item i join billing b on b.id = i.billing_id
  where i.kunci_unik = 'pd:' || kp.kursus_id || ':' || kp.peserta_id
    and (b.status = ${sql.lit(BillingStatus.draft)} or b.payment_status <> ${sql.lit(PaymentStatus.lunas)}))`

/**
 * Condition for waiting enrolments `kursus_peserta`. It must equal the condition of the index
 * `kursus_peserta_tunggu`, so that queries can use that index.
 */
export const waitsToBegin = sql<SqlBool>`(kursus_peserta.status = ${sql.lit(KursusPesertaStatus.tidakAktif)} and kursus_peserta.tunggu_at is not null)`
/**
 * Returns a query of waiting enrolments `kp`, with the columns from which `reasonOf` derives why
 * each of them waits. Enrolments that may begin come first.
 */
const waiting = async (db: Db | Trx) => {
  const { wajib_lunas_pendaftaran } = await readSettings(db)
  const isHindered = sql<SqlBool>`(k.tanya_dulu = 1 and k.tanya_dulu_disetujui_at is null)`
  const mustPay = wajib_lunas_pendaftaran ? owes : sql<SqlBool>`1 = 0`
  return db
    .selectFrom('kursus_peserta as kp')
    .innerJoin('user as u', 'u.id', 'kp.peserta_id')
    .innerJoin('kursus_pelatih as k', 'k.id', 'kp.kursus_pelatih_id')
    .select(['kp.id', 'u.name as peserta', 'k.nama as kelas', 'kp.mulai'])
    .select(['tanya_dulu', 'tanya_dulu_disetujui_at', 'tanya_dulu_ditolak_at', 'k.status'])
    .select(sql<number>`case when ${mustPay} then 1 else 0 end`.as('owes'))
    .where('kp.status', '=', sql.lit(KursusPesertaStatus.tidakAktif))
    .where('kp.tunggu_at', 'is not', null)
    .orderBy(sql`case when ${isHindered} or ${mustPay} then 1 else 0 end`)
    .orderBy('kp.mulai')
    .orderBy('kp.id')
}
type Row = Awaited<ReturnType<Awaited<ReturnType<typeof waiting>>['execute']>>[number]
/** Returns the reason why an enrolment still waits; null when it may begin. */
const reasonOf = ({ owes: isOwed, ...hour }: Row): string | null => {
  const answer = missingApprovalOf(hour)
  if (answer === undefined) return Number(isOwed) === 1 ? 'Pendaftaran belum lunas' : null
  return answer === 'ditolak' ? 'Guru menolak jamnya' : 'Menunggu persetujuan guru'
}

/** Reads the waiting enrolments of a sales person's students, each with its reason. */
export const readWaiting = async (
  db: Db,
  me: number,
): Promise<CallOutput<typeof portalSales>['menunggu']> => {
  const query = await waiting(db)
  const rows = await query.where('u.sales_id', '=', me).limit(portalListLimit).execute()
  return rows.map((row) => ({
    id: row.id,
    peserta: row.peserta,
    kelas: row.kelas,
    mulai: row.mulai,
    sebab: reasonOf(row),
  }))
}
/**
 * Reads the reasons why enrolments wait. The keys are enrolment ids. Enrolments that do not wait
 * are omitted.
 */
export const readReasons = async (
  db: Db | Trx,
  ids: readonly number[],
): Promise<Map<number, { sebab: string | null }>> => {
  const query = await waiting(db)
  const rows = await query.where('kp.id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, { sebab: reasonOf(row) }]))
}
