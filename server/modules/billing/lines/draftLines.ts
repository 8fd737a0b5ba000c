/**
 * Computes the amounts of the lines of a draft from the form's values, the values copied from
 * enrolments, and promos (domain.md 3.4).
 */
import {
  manualDiscount,
  noPromos,
  discountReason,
  type LinePromos,
} from '#contract/billing/rules/promo/linePromos.ts'
import { computeItem, totalTagihan } from '#contract/billing/rules/tagihan.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { now } from '#server/http/context.ts'
import {
  promosOfDraft,
  type DraftHead,
  type StoredHead,
} from '#server/modules/billing/lines/draftPromos.ts'
import {
  readLinesBeforePromos,
  type DraftItem,
  type Item,
  type LineBeforePromos,
} from '#server/modules/billing/lines/lineBeforePromos.ts'

export type Line = Omit<Item, 'id' | 'billing_id' | 'stok_diambil'>

/**
 * Returns a line with the columns to store, after its promos and its manual discount are
 * subtracted.
 */
const lineWithPromos = (line: LineBeforePromos, i: number, promo: LinePromos): Line => {
  const { item, tie, amounts, periode, kunci_unik } = line
  const { prorata } = amounts
  return {
    jenis_billing_id: item.jenis_billing_id,
    biaya_id: item.biaya_id,
    produk_jasa_id: item.produk_jasa_id,
    peserta_id: item.peserta_id,
    deskripsi: item.deskripsi,
    qty: item.qty,
    harga_satuan: item.harga_satuan,
    urutan: i + 1,
    ppn_persen: amounts.ppn_persen,
    ...computeItem({
      ...amounts,
      promo: [{ nominal: promo.promo_diskon }],
      kode_promo: [{ nominal: promo.promo_kedua_diskon }],
      diskon: item.diskon,
    }),
    ...promo,
    diskon_alasan: discountReason(promo, item.diskon_alasan),
    alasan_manual: item.alasan_manual,
    kursus_peserta_id: tie?.kursus_peserta_id ?? null,
    kursus_id: tie?.kursus_id ?? null,
    periode,
    prorata_pembilang: prorata?.pembilang ?? null,
    prorata_penyebut: prorata?.penyebut ?? null,
    kunci_unik,
  }
}

/**
 * Computes the lines of a draft with their amounts. A stored line whose enrolment and month are
 * unchanged keeps its course, unique key and proration. Stored promos are kept unless
 * `promosOfDraft` must recompute them. Throws 422 for a promo code without effect. With
 * `recompute`, recomputes all promos, and removes a promo code without effect instead of throwing.
 */
export const computeLines = async (
  trx: Trx,
  input: DraftHead & { items: readonly DraftItem[] },
  stored: readonly Item[],
  current: StoredHead | undefined,
  recompute = false,
): Promise<{ lines: Line[]; kode_promo: string | null }> => {
  const head = { periode: input.periode, sumber: current?.sumber ?? 'manual' }
  const draft = await readLinesBeforePromos(trx, head, input.items, stored)
  const before = { current, stored }
  const { promos, kode_promo } = await promosOfDraft(trx, input, draft, before, recompute)
  const lines = draft.lines.map((line, i) => lineWithPromos(line, i, promos[i] ?? noPromos))
  return { lines, kode_promo }
}

/**
 * Recomputes the promos of a draft as they apply today, and stores them. Does not change prices and
 * manual discounts. `isNewCode` means that the user has just entered the promo code; a code without
 * effect then throws 422.
 */
export const recomputePromos = async (
  trx: Trx,
  bill: StoredHead & { versi: number },
  stored: readonly Item[],
  by: number,
  isNewCode = false,
): Promise<void> => {
  const items = stored.map((item) => ({ ...item, ...manualDiscount(item) }))
  const before = isNewCode ? { ...bill, kode_promo: null } : bill
  const input = { ...bill, items }
  const { lines, kode_promo } = await computeLines(trx, input, stored, before, !isNewCode)
  for (const [i, line] of lines.entries())
    await trx
      .updateTable('billing_item')
      .set({
        diskon: line.diskon,
        diskon_alasan: line.diskon_alasan,
        ppn: line.ppn,
        jumlah: line.jumlah,
        promo_id: line.promo_id,
        promo_diskon: line.promo_diskon,
        promo_kedua_id: line.promo_kedua_id,
        promo_kedua_diskon: line.promo_kedua_diskon,
        promo_alasan: line.promo_alasan,
      })
      .where('id', '=', stored[i]?.id ?? 0)
      .execute()
  const totals = totalTagihan(lines)
  await trx
    .updateTable('billing')
    .set({
      ...totals,
      sisa: totals.total,
      kode_promo,
      versi: bill.versi + 1,
      updated_at: now(),
      updated_by: by,
    })
    .where('id', '=', bill.id)
    .execute()
}
