import { sql, type SqlBool } from 'kysely'
import { billingPayment } from '#contract/billing/billingPayment.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import { allows, now, type Ctx } from '#server/http/context.ts'
import { paymentScope } from '#server/modules/billing/bills/scope.ts'
import { payFromNotes } from '#server/modules/billing/corrections/creditNote.ts'
import { mailPayer } from '#server/modules/billing/konfirmasi/mails.ts'
import { returnConfirmation } from '#server/modules/billing/konfirmasi/reopenConfirmations.ts'
import { releaseLine } from '#server/modules/billing/mutasiBank/reopenLines.ts'
import { mutasiBankScope } from '#server/modules/billing/mutasiBank/scope.ts'
import { receiptPapers } from '#server/modules/billing/papers/papers.ts'
import { addMutation, deriveBills } from '#server/modules/billing/payments/ledger.ts'
import { movePayment, readLiveAllocations } from '#server/modules/billing/payments/movePayment.ts'
import {
  bookPayment,
  planPayment,
  type PaymentPlan,
} from '#server/modules/billing/payments/receivePayment.ts'
import { checkBookOpen } from '#server/modules/billing/publish/closedMonth.ts'
import { checkTillOpen } from '#server/modules/billing/tutupKas/tillLock.ts'
import { seesAllOutlets } from '#server/modules/scope.ts'
import { module, type Stored } from '#server/resource/module.ts'
import { readSettings } from '#server/settings.ts'

/**
 * Returns the outlet, day and method of a payment, as `checkTillOpen` needs them. The outlet is
 * optional in the form, but a stored payment always has an outlet.
 */
const tillEntryOf = ({ gedung_id, tanggal, metode }: Stored<typeof billingPayment>) => ({
  gedung_id: gedung_id ?? 0,
  tanggal,
  metode,
})
/**
 * Voids a payment. Withdraws the part of the payment that became saldo. Reopens the bills that the
 * payment paid, and then pays these bills from the unused part of their credit notes. Throws 409 if
 * the payment is already void, if its day is in a closed month or has closed cash, or if the saldo
 * was already spent.
 */
const voidPayment = async (
  trx: Trx,
  ctx: Ctx,
  payment: Stored<typeof billingPayment>,
  alasan: string,
): Promise<void> => {
  const by = ctx.actor.id
  if (payment.void_at) throw conflict('Pembayaran sudah dibatalkan')
  checkBookOpen(await readSettings(trx), payment.tanggal)
  await checkTillOpen(trx, tillEntryOf(payment))
  const time = now()
  const live = await trx
    .updateTable('billing_payment_alokasi')
    .set({ void_at: time })
    .where('payment_id', '=', payment.id)
    .where('void_at', 'is', null)
    .returning('billing_id')
    .execute()
  await trx
    .updateTable('billing_payment')
    .set({
      void_at: time,
      void_by: by,
      void_alasan: alasan,
      versi: payment.versi + 1,
      updated_at: time,
      updated_by: by,
    })
    .where('id', '=', payment.id)
    .execute()
  if (payment.ke_saldo > 0)
    await addMutation(trx, {
      akun_billing_id: payment.akun_billing_id,
      jenis: 'batal',
      jumlah: -payment.ke_saldo,
      keterangan: `Pembatalan ${payment.nomor}`,
      payment_id: payment.id,
      by,
    })
  const reopened = live.map((a) => a.billing_id)
  await deriveBills(trx, reopened, by)
  await payFromNotes(trx, reopened, by)
  await returnConfirmation(trx, ctx, payment, alasan)
  await releaseLine(trx, ctx, payment, alasan)
}

export const billingPaymentModule = module(billingPayment, {
  large: true,
  // The scope of other admins reads the allocations of each payment.
  kept: { filters: ['gedung_id', 'metode', 'bank_id', 'batal'], covers: seesAllOutlets },
  takesNumbers: true,
  scope: paymentScope,
  papers: receiptPapers,
  filters: {
    batal: (batal) =>
      batal
        ? sql<SqlBool>`billing_payment.void_at is not null`
        : sql<SqlBool>`billing_payment.void_at is null`,
    billing_id: (id) =>
      sql<SqlBool>`billing_payment.id in (select a.payment_id from billing_payment_alokasi a where a.billing_id = ${id})`,
  },
  plan: async ({ trx, ctx, input, current }): Promise<PaymentPlan> => {
    if (!current) return planPayment(trx, ctx, input)
    if (current.void_at) throw conflict('Pembayaran sudah dibatalkan')
    await checkTillOpen(trx, tillEntryOf(current))
    const { name } = await trx
      .selectFrom('user')
      .select('name')
      .where('id', '=', current.akun_billing_id)
      .executeTakeFirstOrThrow()
    return { columns: { pembayar_nama: input.pembayar_nama ?? name } }
  },
  after: async ({ trx, ctx, input, id, plan: { received } }) => {
    if (received) await bookPayment(trx, { ...input, id }, received, ctx.actor.id)
  },
  virtualFields: async ({ trx, row }) => ({
    alokasi: (await readLiveAllocations(trx, row.id)).map(({ billing_id, jumlah }) => ({
      billing_id,
      jumlah,
    })),
  }),
  expands: {
    mutasi: async ({ db, actor, ids }) => {
      if (!allows(actor, 'mutasi-bank/view')) return new Map()
      const rows = await db
        .selectFrom('mutasi_bank')
        .select(['payment_id', 'id', 'tanggal', 'keterangan'])
        .where('payment_id', 'in', ids)
        .where(mutasiBankScope(actor) ?? sql<SqlBool>`1 = 1`)
        .execute()
      return new Map(rows.map(({ payment_id, ...line }) => [payment_id ?? 0, line]))
    },
  },
  actions: {
    alih: ({ trx, ctx, row, input }) => movePayment(trx, ctx, row, input.alokasi),
    batalkan: ({ trx, ctx, row, input }) => voidPayment(trx, ctx, row, input.alasan),
  },
  afterCommit: async ({ ctx, aksi, row }) => {
    if (aksi === 'batalkan' && row.konfirmasi_id !== null)
      await mailPayer(ctx, row.konfirmasi_id, 'mail_konfirmasi_kembali', row.id)
  },
})
