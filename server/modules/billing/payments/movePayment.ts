/**
 * Moves a payment to other bills of its payer or to the saldo (domain.md 3.5). The amount, number
 * and day of the payment do not change. Old allocations are voided, and new allocations are added.
 */
import type { billingPayment } from '#contract/billing/billingPayment.ts'
import { checkAlokasi, sumAlokasi } from '#contract/billing/rules/alokasi.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict, invalid, invalidField } from '#server/errors.ts'
import { now, type Ctx } from '#server/http/context.ts'
import { payFromNotes } from '#server/modules/billing/corrections/creditNote.ts'
import { addMutation, deriveBills } from '#server/modules/billing/payments/ledger.ts'
import {
  readPayable,
  storeAllocations,
  type Allocations,
} from '#server/modules/billing/payments/receivePayment.ts'
import { checkBookOpen } from '#server/modules/billing/publish/closedMonth.ts'
import type { Stored } from '#server/resource/module.ts'
import { readSettings } from '#server/settings.ts'

type Payment = Stored<typeof billingPayment>
type Part = Awaited<ReturnType<typeof readLiveAllocations>>[number]

/** Returns the allocations of a payment that are not void. */
export const readLiveAllocations = (trx: Trx, payment_id: number) =>
  trx
    .selectFrom('billing_payment_alokasi')
    .select(['id', 'billing_id', 'jumlah'])
    .where('payment_id', '=', payment_id)
    .where('void_at', 'is', null)
    .orderBy('id')
    .execute()

/**
 * Throws 422 if an allocation exceeds the amount that its bill can take. That amount is the unpaid
 * part of the bill plus the part that this payment already pays.
 */
const checkParts = async (
  trx: Trx,
  ctx: Ctx,
  { akun_billing_id, jumlah }: Payment,
  { alokasi, live }: { alokasi: Allocations; live: readonly Part[] },
): Promise<void> => {
  const amountByBill = new Map(live.map((a) => [a.billing_id, a.jumlah]))
  const bills = (await readPayable(trx, ctx.actor, { akun_billing_id, alokasi })).map((bill) => ({
    ...bill,
    sisa: bill.sisa + (amountByBill.get(bill.id) ?? 0),
  }))
  const issues = checkAlokasi(alokasi, bills, jumlah)
  if (issues.length > 0) throw invalid(issues)
}

const isSame = (live: readonly Part[], alokasi: Allocations): boolean =>
  live.length === alokasi.length &&
  alokasi.every((a) => live.some((l) => l.billing_id === a.billing_id && l.jumlah === a.jumlah))

/**
 * Adds a ledger entry with the change of the part of a payment that becomes saldo, from
 * `payment.ke_saldo` to `ke_saldo` rupiah. Throws 409 if this part decreases but the payer has
 * already spent the saldo.
 */
const adjustSaldo = async (
  trx: Trx,
  payment: Payment,
  ke_saldo: number,
  by: number,
): Promise<void> => {
  if (ke_saldo === payment.ke_saldo) return
  await addMutation(trx, {
    akun_billing_id: payment.akun_billing_id,
    jenis: 'alih',
    jumlah: ke_saldo - payment.ke_saldo,
    keterangan: `${payment.nomor} dipindah ke ${ke_saldo > payment.ke_saldo ? 'saldo' : 'tagihan'}`,
    payment_id: payment.id,
    by,
  })
}

/**
 * Replaces the allocations of a payment by `alokasi`. The remainder becomes saldo. Throws 409 if
 * the payment is void or in a closed month, or if saldo from the payment was spent. Throws 422 for
 * unchanged allocations, and for amounts that exceed what the bills can take.
 */
export const movePayment = async (
  trx: Trx,
  ctx: Ctx,
  payment: Payment,
  alokasi: Allocations,
): Promise<void> => {
  if (payment.void_at) throw conflict('Pembayaran sudah dibatalkan')
  checkBookOpen(await readSettings(trx), payment.tanggal)
  const live = await readLiveAllocations(trx, payment.id)
  await checkParts(trx, ctx, payment, { alokasi, live })
  if (isSame(live, alokasi)) throw invalidField('alokasi', 'Pembagiannya masih sama')
  const [by, time] = [ctx.actor.id, now()]
  const dialokasikan = sumAlokasi(alokasi)
  const ke_saldo = payment.jumlah - dialokasikan
  await trx
    .updateTable('billing_payment_alokasi')
    .set({ void_at: time })
    .where('payment_id', '=', payment.id)
    .where('void_at', 'is', null)
    .execute()
  await storeAllocations(trx, payment.id, alokasi)
  await trx
    .updateTable('billing_payment')
    .set({ dialokasikan, ke_saldo, versi: payment.versi + 1, updated_at: time, updated_by: by })
    .where('id', '=', payment.id)
    .execute()
  await adjustSaldo(trx, payment, ke_saldo, by)
  await deriveBills(trx, [...new Set([...live, ...alokasi].map((a) => a.billing_id))], by)
  await payFromNotes(
    trx,
    live.map((a) => a.billing_id),
    by,
  )
}
