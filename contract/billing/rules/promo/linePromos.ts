/** Columns in which a stored bill line holds its promos, and the manual part of its discount. */
import type { Promo } from '#contract/billing/rules/promo/promo.ts'
import type { ItemAmounts } from '#contract/billing/rules/tagihan.ts'

/**
 * Columns in which a stored bill line holds its promos. A line has a second promo (`kedua`) when a
 * promo code is combined with an automatic promo.
 */
export interface LinePromos {
  promo_id: number | null
  /** Discount of the first promo, in rupiah. */
  promo_diskon: number
  promo_kedua_id: number | null
  /** Discount of the second promo, in rupiah. */
  promo_kedua_diskon: number
  /** Names of the promos of the line; null without a promo. */
  promo_alasan: string | null
}
export const noPromos: LinePromos = {
  promo_id: null,
  promo_diskon: 0,
  promo_kedua_id: null,
  promo_kedua_diskon: 0,
  promo_alasan: null,
}
/**
 * Returns the values of the promo columns of a line. `list` contains the promo discounts of the
 * line. `of` contains the promos by id. Only the first two promos are stored.
 */
export const toLinePromos = (
  list: readonly { id: number; diskon: number }[],
  of: ReadonlyMap<number, Pick<Promo, 'nama'>>,
): LinePromos => {
  const [first, second] = list
  const names = list.map((d) => of.get(d.id)?.nama).filter((n) => n !== undefined)
  return first
    ? {
        promo_id: first.id,
        promo_diskon: first.diskon,
        promo_kedua_id: second?.id ?? null,
        promo_kedua_diskon: second?.diskon ?? 0,
        promo_alasan: names.join(' + '),
      }
    : noPromos
}
/**
 * Returns the reason for the whole discount of a line: the names of its promos, followed by the
 * reason for the manual discount.
 */
export const discountReason = (promo: LinePromos, manual: string | null): string | null =>
  [promo.promo_alasan, manual].filter(Boolean).join('; ') || null
/**
 * Returns the manual part of the discount of a stored line, with its reason. The reason is the part
 * of `diskon_alasan` after the names of the promos (see `discountReason`). It is null when no
 * manual reason is stored.
 */
export const manualDiscount = (
  item: Pick<ItemAmounts, 'diskon'> & LinePromos & { diskon_alasan: string | null },
): { diskon: number; diskon_alasan: string | null } => ({
  diskon: item.diskon - item.promo_diskon - item.promo_kedua_diskon,
  diskon_alasan:
    item.promo_alasan === null
      ? item.diskon_alasan
      : item.diskon_alasan?.slice(item.promo_alasan.length + 2) || null,
})
