/**
 * Bills in the audit log, for what changes them besides their own calls: each row as those write
 * it.
 */
import type { Selectable } from 'kysely'
import { billing } from '#contract/billing/billing.ts'
import { manualDiscount } from '#contract/billing/rules/linePromos.ts'
import type { Tables, Trx } from '#server/db/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import { present } from '#server/present.ts'
import { auditChange } from '#server/resource/auditLog.ts'
import type { AnyRow } from '#server/resource/columns.ts'
import { findRow } from '#server/resource/rows.ts'

export type Item = Selectable<Tables['billing_item']>
/** Lines of a bill in their order. */
export const itemsOf = (trx: Trx, id: number): Promise<Item[]> =>
  trx
    .selectFrom('billing_item')
    .selectAll()
    .where('billing_id', '=', id)
    .orderBy('urutan')
    .execute()
/** A line as a form gives it. */
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

/** A bill with its lines, as the audit log has it. */
export const readBill = async (trx: Trx, ctx: Ctx, id: number): Promise<AnyRow> => {
  const row = present(await findRow(trx, { resource: billing }, ctx.actor, id), `tagihan ${id}`)
  return { ...row, items: (await itemsOf(trx, id)).map(inputOf) }
}
/** What is done to a bill, and why, as the audit log has it. */
interface BillChange {
  aksi: string
  id: number
  alasan?: string
}
/** Runs what changes a bill, and records the change. */
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
/** Records a bill that has been made. */
export const auditNewBill = async (trx: Trx, ctx: Ctx, id: number): Promise<void> =>
  auditChange(trx, ctx, {
    aksi: 'create',
    entitas: billing.name,
    after: await readBill(trx, ctx, id),
  })
