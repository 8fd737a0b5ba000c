/**
 * Moves drafts from the old payer to the new payer after the payer of a student has changed
 * (domain.md 3.9).
 */
import { totalTagihan } from '#contract/billing/rules/tagihan.ts'
import { BillingStatus } from '#contract/enums.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { now, type Ctx } from '#server/http/context.ts'
import {
  auditNewBill,
  itemsOf,
  withBillAudit,
  type Item,
} from '#server/modules/billing/bills/billAudit.ts'
import {
  insertDraftFromBill,
  searchColumnsOf,
  readPayer,
  checkBillScope,
  type Bill,
  type Payer,
} from '#server/modules/billing/bills/payerOfBill.ts'

/** Recomputes the sums of a draft and renumbers its lines after some lines were removed. */
const recomputeDraft = async (trx: Trx, bill: Bill, by: number): Promise<void> => {
  const items = await itemsOf(trx, bill.id)
  for (const [i, item] of items.entries())
    if (item.urutan !== i + 1)
      await trx
        .updateTable('billing_item')
        .set({ urutan: i + 1 })
        .where('id', '=', item.id)
        .execute()
  const totals = totalTagihan(items)
  await trx
    .updateTable('billing')
    .set({
      ...totals,
      sisa: totals.total,
      ...(await searchColumnsOf(trx, bill, items)),
      versi: bill.versi + 1,
      updated_at: now(),
      updated_by: by,
    })
    .where('id', '=', bill.id)
    .execute()
}

interface Move {
  peserta_id: number | null
  from: number
  to: number
}
/**
 * Moves a whole draft to another payer. Clears `kunci_generate`, so that the monthly generation
 * starts a new draft for the old payer instead of extending this draft.
 */
const moveDraft = async (
  trx: Trx,
  bill: Bill,
  payer: Payer,
  items: readonly Item[],
  by: number,
): Promise<void> => {
  const head = { nomor: null, nama_tagihan: payer.nama_tagihan }
  await trx
    .updateTable('billing')
    .set({
      akun_billing_id: payer.id,
      alamat: payer.alamat,
      kunci_generate: null,
      nama_tagihan: payer.nama_tagihan,
      ...(await searchColumnsOf(trx, head, items)),
      versi: bill.versi + 1,
      updated_at: now(),
      updated_by: by,
    })
    .where('id', '=', bill.id)
    .execute()
}
/** Moves the given lines of a draft to a new draft of another payer. */
const splitDraft = async (
  trx: Trx,
  ctx: Ctx,
  bill: Bill,
  payer: Payer,
  movedItems: readonly Item[],
): Promise<void> => {
  const { jatuh_tempo, tanggal_terbit, catatan } = bill
  const head = {
    jatuh_tempo,
    tanggal_terbit,
    catatan,
    menggantikan_id: null,
    by: ctx.actor.id,
  }
  const id = await insertDraftFromBill(trx, bill, payer, movedItems, head)
  for (const [i, item] of movedItems.entries())
    await trx
      .updateTable('billing_item')
      .set({ billing_id: id, urutan: i + 1 })
      .where('id', '=', item.id)
      .execute()
  await recomputeDraft(trx, bill, ctx.actor.id)
  await auditNewBill(trx, ctx, id)
}

/**
 * Moves draft lines from payer `from` to payer `to`: the lines of the student `peserta_id`, or all
 * lines if `peserta_id` is null. Splits a draft that also has lines of other students, and records
 * each change in the audit log. Returns the number of changed drafts. Throws 403 if a draft is
 * outside the actor's scope.
 */
export const moveDrafts = async (
  trx: Trx,
  ctx: Ctx,
  { peserta_id, from, to }: Move,
): Promise<number> => {
  const all = trx
    .selectFrom('billing')
    .selectAll()
    .where('akun_billing_id', '=', from)
    .where('status', '=', BillingStatus.draft)
  const drafts = await (
    peserta_id === null
      ? all
      : all.where('id', 'in', (eb) =>
          eb.selectFrom('billing_item').select('billing_id').where('peserta_id', '=', peserta_id),
        )
  )
    .orderBy('id')
    .execute()
  if (drafts.length === 0) return 0
  await checkBillScope(trx, ctx.actor, drafts, 'draft tagihan')
  const payer = await readPayer(trx, to)
  for (const bill of drafts) {
    const items = await itemsOf(trx, bill.id)
    const movedItems =
      peserta_id === null ? items : items.filter((i) => i.peserta_id === peserta_id)
    await withBillAudit(trx, ctx, { aksi: 'update', id: bill.id }, () =>
      movedItems.length === items.length
        ? moveDraft(trx, bill, payer, items, ctx.actor.id)
        : splitDraft(trx, ctx, bill, payer, movedItems),
    )
  }
  return drafts.length
}
