/**
 * Publishes drafts: takes a number, sets the status and, if the setting `auto_pakai_saldo` is on,
 * pays the bill from the saldo of the payer (domain.md 2.6, 3.1).
 */
import { sql } from 'kysely'
import { billing } from '#contract/billing/billing.ts'
import { paymentStatusOf } from '#contract/billing/rules/paymentStatus.ts'
import { BillingStatus } from '#contract/enums.ts'
import { metaOf } from '#contract/fields.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { windowIssues } from '#contract/values/dateWindow.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import { naturalKey } from '#server/db/naturalKey.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, HttpError } from '#server/errors.ts'
import { now } from '#server/http/context.ts'
import { planStok } from '#server/modules/billing/lines/stok.ts'
import { deriveBills, paySaldo } from '#server/modules/billing/payments/ledger.ts'
import { recordPemakaian, planPromos } from '#server/modules/billing/promo/promoUses.ts'
import { checkBookOpen } from '#server/modules/billing/publish/closedMonth.ts'
import { takeNumbers } from '#server/modules/billing/publish/numbers.ts'
import { windowOf } from '#server/resource/query/dateWindow.ts'
import { required } from '#server/runtime/required.ts'

/** Columns of a draft and of its outlet that publishing needs. */
const columns = [
  'billing.id',
  'billing.status',
  'billing.void_at',
  'billing.total',
  'billing.jatuh_tempo',
  'billing.tanggal_terbit',
  'billing.akun_billing_id',
  'billing.gedung_id',
  'gedung.kode',
  'gedung.zona_waktu',
] as const

const readBillsToPublish = (trx: Trx, ids: readonly number[]) =>
  trx
    .selectFrom('billing')
    .innerJoin('gedung', 'gedung.id', 'billing.gedung_id')
    .select(columns)
    .where('billing.id', 'in', ids)
    .orderBy('billing.id')
    .execute()
/**
 * Draft with its issue date. If none is stored, the issue date is today in the time zone of the
 * outlet.
 */
type DatedBill = Awaited<ReturnType<typeof readBillsToPublish>>[number] & { tanggal_terbit: string }
type NumberedBill = DatedBill & { nomor: string }

interface FailedBill {
  id: number
  error: HttpError
}
interface Options {
  /**
   * Whether the bills replace published bills. If true, the checks of promos, of tuition without an
   * enrolment and of the date window are skipped.
   */
  pengganti?: boolean
}

/**
 * Throws 409 for dates outside the date window of the school. The window may have been narrowed
 * after the draft was saved.
 */
const checkDates = (
  settings: Settings,
  dates: { tanggal_terbit: string; jatuh_tempo: string },
): void => {
  const [issue] = windowIssues(billing.fields, windowOf(settings), dates)
  if (!issue) return
  const field = issue.field === 'jatuh_tempo' ? 'jatuh_tempo' : 'tanggal_terbit'
  throw conflict(`${metaOf(billing.fields[field])?.label}: ${issue.message}`)
}

/**
 * Throws 409 for a bill that is no longer a draft, for a due date before the issue date, for an
 * issue date in a closed month, and for dates outside the date window.
 */
const checkDraft = (bill: DatedBill, settings: Settings, { pengganti }: Options): void => {
  if (bill.status !== BillingStatus.draft)
    throw conflict(bill.void_at ? 'Tagihan sudah dibatalkan' : 'Tagihan sudah terbit')
  if (bill.jatuh_tempo < bill.tanggal_terbit)
    throw conflict('Jatuh tempo sebelum tanggal terbit. Ubah jatuh temponya dahulu.')
  checkBookOpen(settings, bill.tanggal_terbit)
  if (!pengganti) checkDates(settings, bill)
}

/**
 * Applies a check to each bill. Returns the bills that pass the check, and the ids of the other
 * bills with the error of each.
 */
const partitionByCheck = (
  bills: readonly DatedBill[],
  check: (bill: DatedBill) => void,
): { passed: DatedBill[]; refused: FailedBill[] } => {
  const passed: DatedBill[] = []
  const refused: FailedBill[] = []
  for (const bill of bills)
    try {
      check(bill)
      passed.push(bill)
    } catch (error) {
      if (!(error instanceof HttpError)) throw error
      refused.push({ id: bill.id, error })
    }
  return { passed, refused }
}

/**
 * Returns the ids of drafts with a tuition line that has neither an enrolment nor a reason. These
 * drafts date from before decision 0050 and may bill a month twice.
 */
const readBareTuition = async (trx: Trx, ids: readonly number[]): Promise<ReadonlySet<number>> => {
  if (ids.length === 0) return new Set()
  const rows = await trx
    .selectFrom('billing_item')
    .innerJoin('jenis_billing', 'jenis_billing.id', 'billing_item.jenis_billing_id')
    .select('billing_id')
    .distinct()
    .where('billing_id', 'in', ids)
    .where('sifat', '=', 'kursus')
    .where('kursus_peserta_id', 'is', null)
    .where('biaya_id', 'is', null)
    .where('produk_jasa_id', 'is', null)
    .where('alasan_manual', 'is', null)
    .execute()
  return new Set(rows.map((r) => r.billing_id))
}

const bareTuitionText =
  'Ada baris kursus tanpa jadwal dan tanpa alasan. Ubah draft ini: pilih kursusnya atau tulis alasannya.'

/**
 * Allots promo quotas and stock to the bills, in their order. Rejects a bill if a quota or the
 * stock is not sufficient. A rejected bill takes nothing, so that the next bill can get the
 * remaining quota and stock.
 */
const allotPromosAndStock = async (
  trx: Trx,
  bills: readonly DatedBill[],
  { pengganti }: Options,
) => {
  const ids = bills.map((b) => b.id)
  const promo = pengganti ? undefined : await planPromos(trx, bills)
  const bare = await readBareTuition(trx, pengganti ? [] : ids)
  const stok = await planStok(trx, ids)
  const { passed, refused } = partitionByCheck(bills, (bill) => {
    const reason = bare.has(bill.id) ? bareTuitionText : promo?.refusal(bill)
    if (reason !== undefined) throw conflict(reason)
    const shortage = stok.refusal(bill.id)
    if (shortage) throw shortage
    promo?.use(bill)
    stok.setAside(bill.id)
  })
  return { passed, refused, stok }
}

/** Takes a number for each bill of one series, in the order of the bills. */
const takeBillNumbers = async (
  trx: Trx,
  format: string,
  bills: readonly DatedBill[],
): Promise<NumberedBill[]> => {
  const first = required(bills[0], 'a bill of the series')
  const numbers = await takeNumbers(trx, 'tagihan', {
    format,
    outlet: first,
    date: first.tanggal_terbit,
    count: bills.length,
  })
  return bills.map((bill, i) => ({ ...bill, nomor: numbers[i] ?? '' }))
}

/** Stores number, status and issue date of the published bills. */
const markPublished = async (
  trx: Trx,
  bills: readonly NumberedBill[],
  { time, by }: { time: string; by: number | null },
): Promise<void> => {
  const { terbit } = BillingStatus
  // Updates all bills in a single statement, because a statement per bill would cost a round trip
  // to PostgreSQL for each bill.
  const rows = bills.map((b) => {
    const paymentStatus = paymentStatusOf({ status: terbit, total: b.total, terbayar: 0 })
    return sql`(${b.id}, ${b.nomor}, ${naturalKey(b.nomor)}, ${b.tanggal_terbit}, ${paymentStatus})`
  })
  await sql`with v(id, nomor, nomor_kunci, terbit, bayar) as (values ${sql.join(rows)})
      update billing set nomor = v.nomor, nomor_kunci = v.nomor_kunci, status = ${sql.lit(terbit)}, tanggal_terbit = v.terbit, payment_status = cast(v.bayar as integer), kunci_generate = null, diterbitkan_at = ${time}, diterbitkan_oleh = ${by},
        versi = versi + 1, updated_at = ${time}, updated_by = ${by} from v where billing.id = cast(v.id as integer)`.execute(
    trx,
  )
}

/**
 * Returns the saldo of each payer who has a positive saldo. Empty if the setting `auto_pakai_saldo`
 * is off.
 */
const readSaldos = async (
  trx: Trx,
  settings: Settings,
  bills: readonly DatedBill[],
): Promise<Map<number, number>> => {
  const payers = settings.auto_pakai_saldo ? new Set(bills.map((b) => b.akun_billing_id)) : []
  const ids = [...payers]
  if (ids.length === 0) return new Map()
  const rows = await trx
    .selectFrom('akun_billing_profil')
    .select(['user_id', 'saldo_kredit'])
    .where('user_id', 'in', ids)
    .where('saldo_kredit', '>', 0)
    .execute()
  return new Map(rows.map((r) => [r.user_id, r.saldo_kredit]))
}

/**
 * Pays each bill from the saldo of its payer, in the order of the bills, until the saldo is used
 * up.
 */
const spendSaldos = async (
  trx: Trx,
  bills: readonly NumberedBill[],
  saldos: Map<number, number>,
  by: number | null,
): Promise<void> => {
  const paid: number[] = []
  for (const bill of bills) {
    const saldo = saldos.get(bill.akun_billing_id) ?? 0
    const used = Math.min(saldo, bill.total)
    if (used === 0) continue
    await paySaldo(trx, bill, used, by)
    paid.push(bill.id)
    saldos.set(bill.akun_billing_id, saldo - used)
  }
  await deriveBills(trx, paid, by)
}

/**
 * Publishes each draft independently of the other drafts. Returns the ids of the published bills,
 * and the errors of the drafts that fail. Bills take numbers and stock in the order of their ids.
 * Drafts that fail take no numbers, so that a series of numbers has no gaps. Amounts are never
 * changed: a bill stays a draft if its promo no longer applies or has no quota left.
 */
export const publishBills = async (
  trx: Trx,
  ids: readonly number[],
  settings: Settings,
  by: number | null,
  options: Options = {},
): Promise<{ published: number[]; failed: FailedBill[] }> => {
  if (ids.length === 0) return { published: [], failed: [] }
  const dated = (await readBillsToPublish(trx, ids)).map((bill) => ({
    ...bill,
    tanggal_terbit: bill.tanggal_terbit ?? currentDay(bill.zona_waktu),
  }))
  const open = partitionByCheck(dated, (bill) => checkDraft(bill, settings, options))
  const { passed: ready, refused, stok } = await allotPromosAndStock(trx, open.passed, options)
  const saldos = await readSaldos(trx, settings, ready)
  const time = now()
  const series = Map.groupBy(ready, (b) => `${b.gedung_id} ${b.tanggal_terbit.slice(0, 7)}`)
  for (const bills of series.values()) {
    const numbered = await takeBillNumbers(trx, settings.format_nomor_tagihan, bills)
    await markPublished(trx, numbered, { time, by })
    await stok.take(numbered, by)
    await spendSaldos(trx, numbered, saldos, by)
  }
  await recordPemakaian(trx, ready, time)
  return { published: ready.map((b) => b.id), failed: [...open.refused, ...refused] }
}
