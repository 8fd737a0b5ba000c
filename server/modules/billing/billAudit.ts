/**
 * Bills in the audit log, for what changes them besides their own calls: each row as those write
 * it.
 */
import type { Selectable } from 'kysely'
import { billing } from '#contract/resources/billing.ts'
import { diskonManual } from '#contract/rules/promo.ts'
import type { Tables, Trx } from '#server/db/tables.ts'
import type { Ctx } from '#server/http/context.ts'
import { auditChange, findRow, type AnyRow } from '#server/http/rows.ts'
import { present } from '#server/present.ts'

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
  ...diskonManual(item),
  alasan_manual: item.alasan_manual,
})

/** A bill with its lines, as the audit log has it. */
export const readBill = async (trx: Trx, ctx: Ctx, id: number): Promise<AnyRow> => {
  const row = present(await findRow(trx, { resource: billing }, ctx.actor, id), `tagihan ${id}`)
  return { ...row, items: (await itemsOf(trx, id)).map(inputOf) }
}
/** Runs what changes a bill, and records the change. */
export const withBillAudit = async <T>(
  trx: Trx,
  ctx: Ctx,
  aksi: string,
  id: number,
  run: () => Promise<T>,
  alasan?: string,
): Promise<T> => {
  const before = await readBill(trx, ctx, id)
  const answer = await run()
  await auditChange(trx, ctx, aksi, billing.name, before, await readBill(trx, ctx, id), alasan)
  return answer
}
/** Records a bill that has been made. */
export const auditNewBill = async (trx: Trx, ctx: Ctx, id: number): Promise<void> =>
  auditChange(trx, ctx, 'create', billing.name, undefined, await readBill(trx, ctx, id))
