/**
 * Matches a statement line with a payment (domain.md 3.7). The payment exists already, is created
 * by approving a confirmation, or is recorded from the line. A line has at most one payment, and a
 * payment has at most one line.
 */
import { sql, type SqlBool } from 'kysely'
import type { mutasiBank } from '#contract/billing/mutasiBank/mutasiBank.ts'
import { StatusMutasiBank } from '#contract/billing/mutasiBank/mutasiBankEnums.ts'
import { allocateOldest } from '#contract/billing/rules/alokasi.ts'
import type { MatchProposal } from '#contract/billing/rules/bank/matchLine.ts'
import { methodProperties } from '#contract/billing/rules/paymentMethod.ts'
import { BillingStatus, MetodePembayaran } from '#contract/enums.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalidField, notFound } from '#server/errors.ts'
import { demand, now, type Ctx } from '#server/http/context.ts'
import { userScope } from '#server/modules/access/user/kinds.ts'
import { billingScope } from '#server/modules/billing/bills/scope.ts'
import { approve } from '#server/modules/billing/konfirmasi/decide.ts'
import { checkExistingPayment } from '#server/modules/billing/konfirmasi/duplicates.ts'
import { konfirmasiScope } from '#server/modules/billing/konfirmasi/scope.ts'
import { billingPaymentModule } from '#server/modules/billing/payments/billingPayment.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import type { Action, Stored } from '#server/resource/module.ts'
import { findRow } from '#server/resource/rows.ts'
import { writerOf } from '#server/resource/writer.ts'

type Line = Stored<typeof mutasiBank>
type Verb<A extends 'cocokkan' | 'abaikan' | 'lepas'> = Action<
  typeof mutasiBank,
  A,
  readonly MatchProposal[] | undefined
>
type Wanted = Parameters<Verb<'cocokkan'>>[0]['input']

const all = sql<SqlBool>`1 = 1`
const stamp = ({ actor }: Ctx, { versi }: Line) => ({
  versi: versi + 1,
  updated_at: now(),
  updated_by: actor.id,
})
/** Throws 409 if the line is already matched or ignored. */
const checkUnmatched = ({ status }: Line): void => {
  if (status !== 'belum')
    throw conflict(`Baris mutasi ini sudah ${StatusMutasiBank.label(status).toLowerCase()}`)
}
const unfit = () => conflict('Usulan ini tidak lagi pasti: periksa barisnya sendiri.')

/**
 * Throws 409 unless the user's choice equals the best proposal and that proposal is sure (`pasti`).
 */
const checkCertain = (input: Wanted, proposals: readonly MatchProposal[] | undefined): void => {
  const [best] = proposals ?? []
  if (!best?.pasti) throw unfit()
  const wantedIds = {
    tagihan: String(input.billing_ids?.toSorted() ?? ''),
    konfirmasi: String(input.konfirmasi_id ?? ''),
    pembayaran: String(input.billing_payment_id ?? ''),
  }[best.jenis]
  const proposed = best.jenis === 'tagihan' ? String(best.billing_ids.toSorted()) : String(best.id)
  if (wantedIds !== proposed) throw unfit()
}

/**
 * Checks an existing payment that the user chose for the line, and returns its id. Throws 404 for a
 * payment outside the actor's scope, 422 for a different amount or bank account, and 409 for a
 * payment that is void or already matched with another line.
 */
const findRecorded = async (trx: Trx, ctx: Ctx, line: Line, id: number): Promise<number> => {
  const payment = await findRow(trx, billingPaymentModule, ctx.actor, id)
  if (!payment) throw notFound('Pembayaran')
  if (payment.void_at) throw conflict(`${payment.nomor} sudah dibatalkan`)
  if (payment.jumlah !== line.masuk)
    throw invalidField(
      'billing_payment_id',
      `${payment.nomor} berjumlah ${formatRupiah(Number(payment.jumlah))}, baris ini ${formatRupiah(line.masuk)}`,
    )
  if (!methodProperties(Number(payment.metode)).hasBank || payment.bank_id !== line.bank_id)
    throw invalidField('billing_payment_id', `${payment.nomor} tidak masuk ke rekening ini`)
  const used = await trx
    .selectFrom('mutasi_bank')
    .select('id')
    .where('payment_id', '=', id)
    .executeTakeFirst()
  if (used) throw conflict(`${payment.nomor} sudah dicocokkan dengan baris mutasi lain`)
  return id
}

const readConfirmation = (trx: Trx, { actor }: Ctx, id: number) =>
  trx
    .selectFrom('konfirmasi_pembayaran')
    .selectAll('konfirmasi_pembayaran')
    .where('konfirmasi_pembayaran.id', '=', id)
    .where(konfirmasiScope(actor) ?? all)
    .executeTakeFirst()
/**
 * Approves a confirmation with the amount and date of the statement line. Returns the id of the
 * payment.
 */
const approveBy = async (
  trx: Trx,
  ctx: Ctx,
  line: Line,
  { konfirmasi_id, bukan_kembar }: Wanted,
): Promise<number> => {
  demand(ctx.actor, 'konfirmasi-pembayaran/setujui')
  const row = await readConfirmation(trx, ctx, konfirmasi_id ?? 0)
  if (!row) throw notFound('Konfirmasi')
  if (row.bank_tujuan_id !== line.bank_id)
    throw invalidField('konfirmasi_id', `${row.nomor} menyebut rekening lain`)
  const input = { jumlah: line.masuk, tanggal: line.tanggal, bukan_kembar }
  await approve({ trx, ctx, row, input, prepared: undefined })
  const after = await readConfirmation(trx, ctx, row.id)
  await auditChange(trx, ctx, {
    aksi: 'setujui',
    entitas: 'konfirmasi-pembayaran',
    before: row,
    ...(after && { after }),
  })
  return Number(after?.payment_id)
}

/**
 * Returns the chosen bills. Throws 422 unless all bills are published, not void, within the actor's
 * scope and of the same payer. Throws 409 if a bill is already paid in full.
 */
const readChosen = async (trx: Trx, ctx: Ctx, ids: readonly number[]) => {
  const bills = await trx
    .selectFrom('billing')
    .select(['id', 'nomor', 'jatuh_tempo', 'sisa', 'akun_billing_id', 'gedung_id'])
    .where('id', 'in', ids)
    .where('status', '=', BillingStatus.terbit)
    .where('void_at', 'is', null)
    .where(billingScope(ctx.actor) ?? all)
    .execute()
  if (bills.length !== new Set(ids).size)
    throw invalidField('billing_ids', 'Ada tagihan yang tidak ditemukan, belum terbit, atau batal')
  const paid = bills.find((b) => b.sisa === 0)
  if (paid) throw conflict(`${paid.nomor} sudah lunas`)
  if (new Set(bills.map((b) => b.akun_billing_id)).size > 1)
    throw invalidField('billing_ids', 'Satu transfer membayar tagihan satu akun billing')
  return bills
}
const payments = writerOf(billingPaymentModule, () => undefined)

/**
 * Records a new payment for the line and returns its id. The payment is allocated to the chosen
 * bills, oldest first; the remainder becomes saldo.
 */
const recordPayment = async (
  trx: Trx,
  ctx: Ctx,
  line: Line,
  { billing_ids = [], akun_billing_id, bukan_kembar }: Wanted,
): Promise<number> => {
  demand(ctx.actor, 'billing-payment/create')
  const bills = billing_ids.length > 0 ? await readChosen(trx, ctx, billing_ids) : []
  const akun = bills[0]?.akun_billing_id ?? akun_billing_id ?? 0
  if (akun_billing_id !== undefined && akun_billing_id !== akun)
    throw invalidField('billing_ids', 'Tagihan ini milik akun billing lain')
  const payer = await trx
    .selectFrom('user')
    .innerJoin('akun_billing_profil as p', 'p.user_id', 'user.id')
    .select('user.id')
    .where('user.id', '=', akun)
    .where(userScope(ctx.actor) ?? all)
    .executeTakeFirst()
  if (!payer) throw invalidField('akun_billing_id', 'Akun billing tidak ditemukan')
  const { bank_id, tanggal, masuk: jumlah } = line
  if (!bukan_kembar)
    await checkExistingPayment(trx, { akun_billing_id: akun, bank_id, tanggal, jumlah })
  const { metode } = await trx
    .selectFrom('bank')
    .select('metode')
    .where('id', '=', bank_id)
    .executeTakeFirstOrThrow()
  const payment = await payments.create(trx, ctx, {
    akun_billing_id: akun,
    tanggal,
    // Uses transfer instead of a method that has no bank account, such as cash, because money on a
    // statement was transferred.
    metode: methodProperties(metode).hasBank ? metode : MetodePembayaran.transfer,
    bank_id,
    jumlah,
    referensi: line.referensi,
    catatan: `Mutasi bank: ${line.keterangan}`.slice(0, 500),
    alokasi: allocateOldest(bills, jumlah).alokasi,
  })
  return payment.id
}

const chosen = (input: Wanted): number =>
  [
    input.billing_payment_id,
    input.konfirmasi_id,
    input.billing_ids?.length ? input.billing_ids : input.akun_billing_id,
  ].filter((value) => value !== undefined).length

/**
 * Matches a statement line with the user's choice: bills, a payer, a confirmation or a payment.
 * Throws 409 for a line that cannot be matched, and 404, 409 or 422 for a choice that does not fit
 * the line.
 */
export const match: Verb<'cocokkan'> = async ({ trx, ctx, row, input, prepared }) => {
  checkUnmatched(row)
  if (row.masuk === 0) throw conflict('Uang keluar tidak dicocokkan: abaikan dengan alasannya')
  if (chosen(input) !== 1)
    throw invalidField('billing_ids', 'Pilih tagihan, konfirmasi, atau pembayaran')
  if (input.pasti) checkCertain(input, prepared)
  const isThere = input.billing_payment_id !== undefined
  let payment_id: number
  if (input.billing_payment_id !== undefined)
    payment_id = await findRecorded(trx, ctx, row, input.billing_payment_id)
  else if (input.konfirmasi_id !== undefined) payment_id = await approveBy(trx, ctx, row, input)
  else payment_id = await recordPayment(trx, ctx, row, input)
  await trx
    .updateTable('mutasi_bank')
    .set({
      ...stamp(ctx, row),
      status: 'cocok',
      payment_id,
      dibukukan: isThere ? 0 : 1,
      dicocokkan_oleh: ctx.actor.id,
      dicocokkan_at: now(),
    })
    .where('id', '=', row.id)
    .execute()
}

/**
 * Marks an unmatched line as ignored, with the user's reason. Users ignore lines that belong to no
 * payment of a family. The line stays stored.
 */
export const ignore: Verb<'abaikan'> = async ({ trx, ctx, row, input }) => {
  checkUnmatched(row)
  await trx
    .updateTable('mutasi_bank')
    .set({
      ...stamp(ctx, row),
      status: 'diabaikan',
      alasan: input.alasan,
      diabaikan_oleh: ctx.actor.id,
      diabaikan_at: now(),
    })
    .where('id', '=', row.id)
    .execute()
}

/** Columns of a line that is neither matched nor ignored. */
const unexplained = {
  status: 'belum',
  payment_id: null,
  dibukukan: 0,
  dicocokkan_oleh: null,
  dicocokkan_at: null,
  alasan: null,
  diabaikan_oleh: null,
  diabaikan_at: null,
} as const

/**
 * Sets a matched or ignored line back to unmatched. Throws 409 if the payment was recorded from
 * this line; the user must void that payment instead.
 */
export const release: Verb<'lepas'> = async ({ trx, ctx, row }) => {
  if (row.status === 'belum') throw conflict('Baris mutasi ini belum dicocokkan')
  if (row.dibukukan) throw conflict('Pembayaran ini dibukukan dari mutasi: batalkan pembayarannya')
  await trx
    .updateTable('mutasi_bank')
    .set({ ...stamp(ctx, row), ...unexplained })
    .where('id', '=', row.id)
    .execute()
}
