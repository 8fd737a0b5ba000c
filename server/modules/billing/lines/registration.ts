/**
 * Registration fee of a course (decision 0227). The amount is fixed when an enrolment is made,
 * billed once per student and course, and can be waived with a reason. The monthly generation bills
 * the fees that are not on a bill yet.
 */
import { sql, type SqlBool } from 'kysely'
import { BillingStatus, KursusPesertaStatus, PaymentStatus } from '#contract/enums.ts'
import { currentDay, nextWeekday } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { storeLines } from '#server/modules/billing/bills/firstBill.ts'
import { planGeneration } from '#server/modules/billing/generate/planGeneration.ts'
import { readMonth } from '#server/modules/billing/generate/read.ts'
import { dropDraftLines } from '#server/modules/billing/lines/addFeesToDraft.ts'
import { registrationKey } from '#server/modules/billing/lines/biaya.ts'
import { readPendaftaran } from '#server/modules/catalog/kursusHarga.ts'
import { readSettings } from '#server/settings.ts'

interface Joining {
  peserta_id: number
  kursus_id: number
  gedung_id: number
  mulai: string
}
/**
 * Returns the registration fee of a new enrolment in rupiah. Null if the course has no such fee, or
 * if the student has been enrolled in the course before.
 */
export const agreedRegistration = async (
  trx: Trx,
  { peserta_id, kursus_id, gedung_id, mulai }: Joining,
): Promise<number | null> => {
  const kursus = await trx
    .selectFrom('kursus')
    .select(['id', 'biaya_pendaftaran'])
    .where('id', '=', kursus_id)
    .executeTakeFirstOrThrow()
  const fee = (await readPendaftaran(trx, [kursus_id]))(kursus, gedung_id, mulai)
  if (fee === 0) return null
  const earlier = await trx
    .selectFrom('kursus_peserta')
    .select('id')
    .where('peserta_id', '=', peserta_id)
    .where('kursus_id', '=', kursus_id)
    .limit(1)
    .executeTakeFirst()
  return earlier ? null : fee
}

const readEnrolment = (trx: Trx, id: number) =>
  trx
    .selectFrom('kursus_peserta as kp')
    .innerJoin('user as p', 'p.id', 'kp.peserta_id')
    .innerJoin('kursus_pelatih as kl', 'kl.id', 'kp.kursus_pelatih_id')
    .select(['kp.id', 'kp.peserta_id', 'kp.kursus_id', 'kp.status', 'kp.mulai', 'kp.diakhiri_at'])
    .select(['kp.biaya_pendaftaran', 'kp.bebas_pendaftaran', 'kl.hari'])
    .select((eb) => eb.fn.coalesce('p.akun_billing_id', 'kp.akun_billing_id').as('akun_billing_id'))
    .where('kp.id', '=', id)
    .executeTakeFirstOrThrow()
type Enrolment = Awaited<ReturnType<typeof readEnrolment>>

/**
 * Whether the registration fee is due now. The fee is due for an enrolment that is active or on
 * leave. It is also due for an inactive enrolment that has not ended, if lessons may begin only
 * after the fee is paid (`mustPayFirst`).
 */
const isDueNow = ({ status, diakhiri_at }: Enrolment, mustPayFirst: boolean): boolean => {
  const { aktif, cuti, tidakAktif } = KursusPesertaStatus
  if (status === tidakAktif) return mustPayFirst && diakhiri_at === null
  return status === aktif || status === cuti
}

/**
 * Updates the family's drafts after an enrolment was created or changed. Puts the registration fee
 * on the draft of the month of the first lesson, or of the current month if that month is over.
 * Removes a waived fee from drafts. Does nothing if the fee is not due or already billed, or if the
 * payer cannot be billed now.
 */
export const settleRegistration = async (trx: Trx, ctx: Ctx, id: number): Promise<void> => {
  const row = await readEnrolment(trx, id)
  if (row.biaya_pendaftaran === null) return
  if (row.bebas_pendaftaran !== null) {
    const key = registrationKey(row.kursus_id, row.peserta_id)
    await dropDraftLines(trx, ctx, sql<SqlBool>`billing_item.kunci_unik = ${key}`)
    return
  }
  const settings = await readSettings(trx)
  if (!isDueNow(row, settings.wajib_lunas_pendaftaran)) return
  const first = nextWeekday(row.mulai, row.hari).slice(0, 7)
  const current = currentDay().slice(0, 7)
  const periode = first < current ? current : first
  const family = { mode: settings.mode_tagihan, akun: row.akun_billing_id }
  const options = { periode, ...family, waiting: id }
  const all = await planGeneration(await readMonth(trx, ctx.actor, settings, options))
  const ownLines = all.lines.filter((l) => l.jenis === 'pendaftaran' && l.kursus_peserta_id === id)
  await storeLines(trx, ctx, { plan: { ...all, lines: ownLines }, options })
}

/**
 * Returns the reason why the lessons of an enrolment may not begin; null if they may begin. Lessons
 * may not begin while the registration fee is unpaid and the setting `wajib_lunas_pendaftaran` is
 * on (domain.md 2.4).
 */
export const whyRegistrationUnpaid = async (db: Db | Trx, id: number): Promise<string | null> => {
  const { wajib_lunas_pendaftaran } = await readSettings(db)
  if (!wajib_lunas_pendaftaran) return null
  const row = await db
    .selectFrom('kursus_peserta')
    .select(['peserta_id', 'kursus_id', 'biaya_pendaftaran', 'bebas_pendaftaran'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const line = await db
    .selectFrom('billing_item')
    .innerJoin('billing', 'billing.id', 'billing_item.billing_id')
    .select(['billing_item.deskripsi', 'billing.status', 'billing.payment_status'])
    .where('kunci_unik', '=', registrationKey(row.kursus_id, row.peserta_id))
    .executeTakeFirst()
  if (!line) {
    const isDue = row.biaya_pendaftaran !== null && row.bebas_pendaftaran === null
    return isDue ? 'Biaya pendaftaran belum ditagih' : null
  }
  const isPaid = line.status === BillingStatus.terbit && line.payment_status === PaymentStatus.lunas
  return isPaid ? null : `${line.deskripsi} belum lunas`
}
/** Throws 409 if `whyRegistrationUnpaid` returns a reason why lessons may not begin. */
export const checkRegistrationPaid = async (trx: Trx, id: number): Promise<void> => {
  const why = await whyRegistrationUnpaid(trx, id)
  if (why !== null) throw conflict(why)
}
