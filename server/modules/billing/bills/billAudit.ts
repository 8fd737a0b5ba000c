/**
 * Audit log entries of bills that are changed by calls of other entities, such as payments. The
 * entries have the same shape as those of the create and update calls of bills.
 */
import type { Selectable } from 'kysely'
import { billing } from '#contract/billing/billing.ts'
import { manualDiscount } from '#contract/billing/rules/promo/linePromos.ts'
import type { Tables, Trx } from '#server/db/schema/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import type { AnyRow } from '#server/resource/columns.ts'
import { findRow } from '#server/resource/rows.ts'
import { required } from '#server/runtime/required.ts'

export type Item = Selectable<Tables['billing_item']>
/** Returns the lines of a bill, sorted by their position. */
export const itemsOf = (trx: Trx, id: number): Promise<Item[]> =>
  trx
    .selectFrom('billing_item')
    .selectAll()
    .where('billing_id', '=', id)
    .orderBy('urutan')
    .execute()
/** Converts a stored line to the shape in which the bill form sends a line. */
export const inputOf = (item: Item) => ({
  id: item.id,
  jenis_billing_id: item.jenis_billing_id,
  biaya_id: item.biaya_id,
  produk_jasa_id: item.produk_jasa_id,
  peserta_id: item.peserta_id,
  kursus_peserta_id: item.kursus_peserta_id,
  deskripsi: item.deskripsi,
  qty: item.qty,
  harga_satuan: item.harga_satuan,
  ...manualDiscount(item),
  alasan_manual: item.alasan_manual,
})

/** Reads a bill with its lines, in the shape that the audit log stores. */
export const readBill = async (trx: Trx, ctx: Ctx, id: number): Promise<AnyRow> => {
  const row = required(await findRow(trx, { resource: billing }, ctx.actor, id), `tagihan ${id}`)
  return { ...row, items: (await itemsOf(trx, id)).map(inputOf) }
}
/** Action on a bill for the audit log: name of the action, id of the bill and optional reason. */
interface BillChange {
  aksi: string
  id: number
  alasan?: string
}
/**
 * Calls `run`, which changes a bill, and records the bill before and after the call in the audit
 * log. Returns the result of `run`.
 */
export const withBillAudit = async <T>(
  trx: Trx,
  ctx: Ctx,
  { aksi, id, alasan }: BillChange,
  run: () => Promise<T>,
): Promise<T> => {
  const before = await readBill(trx, ctx, id)
  const answer = await run()
  const after = await readBill(trx, ctx, id)
  await auditChange(trx, ctx, { aksi, entitas: billing.name, before, after, alasan })
  return answer
}
/** Records the creation of a bill in the audit log. */
export const auditNewBill = async (trx: Trx, ctx: Ctx, id: number): Promise<void> =>
  auditChange(trx, ctx, {
    aksi: 'create',
    entitas: billing.name,
    after: await readBill(trx, ctx, id),
  })
