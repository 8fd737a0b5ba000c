/** Courses that are chosen and wait for a payment or for the coach (domain.md 2.3). */
import { sql, type SqlBool } from 'kysely'
import type { CallOutput } from '#contract/call.ts'
import { BillingStatus, KursusPesertaStatus, PaymentStatus } from '#contract/enums.ts'
import { mostShown, type portalSales } from '#contract/sales/portalCalls.ts'
import { unansweredOf } from '#contract/schedule/kursusPelatih.ts'
import type { Db } from '#server/db/tables.ts'
import { readSettings } from '#server/settings.ts'

/** A registration fee of the student `kp` that is drafted, or not paid in full. */
const owes = sql<SqlBool>`exists (select 1 from billing_item i join billing b on b.id = i.billing_id join biaya f on f.id = i.biaya_id
  where i.peserta_id = kp.peserta_id and f.pemicu = 'pendaftaran' and b.void_at is null
    and (b.status = ${sql.lit(BillingStatus.draft)} or b.payment_status <> ${sql.lit(PaymentStatus.lunas)}))`

/**
 * Those of a sales person's students, and what each waits for yet: nobody begins them by itself
 * (0083), so that those for which nothing is in the way stand first.
 */
export const readWaiting = async (
  db: Db,
  me: number,
): Promise<CallOutput<typeof portalSales>['menunggu']> => {
  const { wajib_lunas_pendaftaran } = await readSettings(db)
  const isHindered = sql<SqlBool>`(k.tanya_dulu = 1 and k.tanya_dulu_disetujui_at is null)`
  const mustPay = wajib_lunas_pendaftaran ? owes : sql<SqlBool>`1 = 0`
  const rows = await db
    .selectFrom('kursus_peserta as kp')
    .innerJoin('user as u', 'u.id', 'kp.peserta_id')
    .innerJoin('kursus_pelatih as k', 'k.id', 'kp.kursus_pelatih_id')
    .select(['kp.id', 'u.name as peserta', 'k.nama as kelas', 'kp.mulai'])
    .select(['tanya_dulu', 'tanya_dulu_disetujui_at', 'tanya_dulu_ditolak_at', 'k.status'])
    .select(sql<number>`case when ${mustPay} then 1 else 0 end`.as('owes'))
    .where('u.sales_id', '=', me)
    .where('kp.status', '=', KursusPesertaStatus.tidakAktif)
    .where('kp.tunggu_at', 'is not', null)
    .orderBy(sql`case when ${isHindered} or ${mustPay} then 1 else 0 end`)
    .orderBy('kp.mulai')
    .orderBy('kp.id')
    .limit(mostShown)
    .execute()
  return rows.map(({ id, peserta, kelas, mulai, owes: isOwed, ...hour }) => {
    const answer = unansweredOf(hour)
    const asked = answer === 'ditolak' ? 'Guru menolak jamnya' : 'Menunggu persetujuan guru'
    const unpaid = Number(isOwed) === 1 ? 'Pendaftaran belum lunas' : null
    return { id, peserta, kelas, mulai, sebab: answer === undefined ? unpaid : asked }
  })
}
