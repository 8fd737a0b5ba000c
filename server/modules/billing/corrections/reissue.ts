/**
 * Replaces a published bill, whose lines never change (domain.md 2.6, 3.6): the old bill is voided,
 * and a draft with the same lines references it.
 */
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
 * Makes a draft of the lines of a voided bill. `items` must be read before the void, which clears
 * their keys. A due date in the past becomes a week from today. Returns the draft's id.
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
 * Voids a published bill and makes a draft of its lines, with the payer's current name and address
 * and without an issue date. Returns the draft's id. Throws 409 for late fees and for bills that
 * cannot be voided.
 */
export const reissueBill = async (
  trx: Trx,
  ctx: Ctx,
  bill: BillHead,
  alasan: string,
): Promise<number> => {
  if (bill.sumber === 'denda')
    throw conflict('Denda tidak diterbitkan ulang. Hapus dendanya, atau ubah tagihan asalnya.')
  const items = await itemsOf(trx, bill.id)
  await voidBill(trx, bill, alasan, ctx.actor.id)
  const payer = await readPayer(trx, bill.akun_billing_id)
  return makeReplacement(trx, ctx, bill, { payer, items, tanggal_terbit: null })
}
