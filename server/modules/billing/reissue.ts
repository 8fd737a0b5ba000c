/**
 * A bill that takes the place of a published one, whose lines never change (domain.md 2.6, 3.6):
 * the old one is voided, a draft of the same lines follows it, and names it.
 */
import { addDays } from '#contract/values/tanggal.ts'
import { insertMany } from '#server/db/insertMany.ts'
import type { Trx } from '#server/db/tables.ts'
import { conflict } from '#server/errors.ts'
import type { Ctx } from '#server/http/context.ts'
import { auditNewBill, itemsOf, type Item } from '#server/modules/billing/billAudit.ts'
import { todayAt } from '#server/modules/billing/closedMonth.ts'
import {
  copyDraft,
  readPayer,
  type BillHead,
  type Payer,
} from '#server/modules/billing/payerOfBill.ts'
import { voidBill } from '#server/modules/billing/voidBill.ts'

/**
 * A draft of the lines of a bill that has been voided; they were read before, while they had their
 * keys. Due a week from now where the old day is gone. Answers its id.
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
  const id = await copyDraft(trx, bill, payer, items, {
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
 * Voids a published bill and makes a draft of its lines, for the payer as they are called now, with
 * no day of issue yet. Answers the draft's id; throws 409 as the void does.
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
