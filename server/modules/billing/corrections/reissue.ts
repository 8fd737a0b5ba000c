/**
 * Replaces a published bill, because its lines can never change (domain.md 2.6, 3.6). The old bill
 * is voided, and a new draft with the same lines refers to it.
 */
import { sourceProperties } from '#contract/billing/rules/billSource.ts'
import { addDays } from '#contract/values/tanggal.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { conflict } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { auditNewBill, itemsOf, type Item } from '#server/modules/billing/bills/billAudit.ts'
import {
  insertDraftFromBill,
  readPayer,
  type BillHead,
  type Payer,
} from '#server/modules/billing/bills/payerOfBill.ts'
import { voidBill } from '#server/modules/billing/corrections/voidBill.ts'
import { todayAt } from '#server/modules/billing/publish/closedMonth.ts'

/**
 * Makes a draft from the lines of a voided bill and returns the id of the draft. The caller must
 * read `items` before it voids the bill, because voiding clears the unique keys of the lines. If
 * the due date of the bill has passed, the draft is due seven days from today.
 */
export const makeReplacement = async (
  trx: Trx,
  ctx: Ctx,
  bill: BillHead,
  {
    payer,
    items,
    tanggal_terbit,
  }: { payer: Payer; items: readonly Item[]; tanggal_terbit: string | null },
): Promise<number> => {
  const today = await todayAt(trx, bill.gedung_id)
  const id = await insertDraftFromBill(trx, bill, payer, items, {
    jatuh_tempo: bill.jatuh_tempo < today ? addDays(today, 7) : bill.jatuh_tempo,
    tanggal_terbit,
    catatan: `Pengganti ${bill.nomor}`,
    menggantikan_id: bill.id,
    by: ctx.actor.id,
  })
  await insertMany(
    trx,
    'billing_item',
    items.map(({ id: _, stok_diambil: _taken, ...item }) => ({ ...item, billing_id: id })),
  )
  await auditNewBill(trx, ctx, id)
  return id
}

/**
 * Voids a published bill and makes a draft of its lines, with the present name and address of the
 * payer and without an issue date. Returns the id of the draft. Throws 409 for a late fee, for an
 * opening bill, and for a bill that cannot be voided.
 */
export const reissueBill = async (
  trx: Trx,
  ctx: Ctx,
  bill: BillHead,
  alasan: string,
): Promise<number> => {
  const { reissueIssue } = sourceProperties(bill.sumber)
  if (reissueIssue !== undefined) throw conflict(reissueIssue)
  const items = await itemsOf(trx, bill.id)
  await voidBill(trx, bill, alasan, ctx.actor.id)
  const payer = await readPayer(trx, bill.akun_billing_id)
  return makeReplacement(trx, ctx, bill, { payer, items, tanggal_terbit: null })
}
