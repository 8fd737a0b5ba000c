/** Promos that begin or end near the days of a family's lines, so that they can be told of. */
import type { Promo, PromoLine } from '#contract/billing/rules/promo.ts'
import { familyContext, whyNotMatching } from '#contract/billing/rules/promoMatch.ts'
import { addDays, formatTanggal } from '#contract/values/tanggal.ts'

/** How many days before and after a line's own a promo's first or last day is worth telling. */
const nearDays = 31
/** The days in which a promo must lie to be told of, or to hold, for lines of these days. */
export const promoWindow = (
  days: readonly string[],
): { dari: string; sampai: string } | undefined => {
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)]
  return first === undefined || last === undefined
    ? undefined
    : { dari: addDays(first, -nearDays), sampai: addDays(last, nearDays) }
}
/**
 * What an automatic promo does near a line's day, in words; undefined when it neither begins nor
 * ends there.
 */
const nearText = (p: Promo, tanggal: string): { day: string; text: string } | undefined => {
  if (p.mulai > tanggal && p.mulai <= addDays(tanggal, nearDays))
    return { day: p.mulai, text: `${p.nama} baru mulai ${formatTanggal(p.mulai)}` }
  if (
    p.selesai === null ||
    p.selesai < addDays(tanggal, -nearDays) ||
    p.selesai > addDays(tanggal, nearDays)
  )
    return undefined
  return p.selesai < tanggal
    ? { day: p.selesai, text: `${p.nama} sudah berakhir ${formatTanggal(p.selesai)}` }
    : { day: tanggal, text: `${p.nama} berakhir ${formatTanggal(p.selesai)}` }
}
/**
 * For each line of a family the automatic promos that fit it but for their days, and begin or end
 * near its own: so that nobody wonders why a line has a promo or has it not. Lines without any are
 * left out.
 */
export const nearPromos = ({
  periode,
  baris,
  promo,
}: {
  periode: string
  baris: readonly PromoLine[]
  promo: readonly Promo[]
}): Map<number, string[]> => {
  const k = familyContext(periode, null, baris)
  const found = new Map<number, string[]>()
  for (const b of baris) {
    if (b.standing) continue
    const near = promo
      .toSorted((a, c) => a.id - c.id)
      .flatMap((p) => {
        const change = p.kode === null ? nearText(p, b.tanggal) : undefined
        return change && whyNotMatching(p, { ...b, tanggal: change.day }, k) === null
          ? [change.text]
          : []
      })
    if (near.length > 0) found.set(b.id, near)
  }
  return found
}
