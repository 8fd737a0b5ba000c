/** Hints about promos that begin or end near the days of a family's lines. */
import type { Promo, PromoLine } from '#contract/billing/rules/promo/promo.ts'
import { familyContext, whyNotMatching } from '#contract/billing/rules/promo/promoMatch.ts'
import { addDays, formatTanggal } from '#contract/values/tanggal.ts'

/**
 * Maximum number of days between the date of a line and the first or last day of a promo for which
 * a hint is shown.
 */
const nearDays = 31
/**
 * Returns the period in which a promo must be in force to cause a hint about a line; `days` are the
 * days of the lines. Undefined when `days` is empty.
 */
export const promoWindow = (
  days: readonly string[],
): { dari: string; sampai: string } | undefined => {
  const [first, last] = [days.toSorted()[0], days.toSorted().at(-1)]
  return first === undefined || last === undefined
    ? undefined
    : { dari: addDays(first, -nearDays), sampai: addDays(last, nearDays) }
}
/**
 * Returns a text about the first or last day of a promo that is near the day `tanggal` of a line.
 * Undefined when both days of the promo are far from `tanggal`. `day` in the result is a day on
 * which the promo is in force.
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
 * Returns hints, by line id, about automatic promos that begin or end near the day of a line and
 * whose other conditions the line meets. A hint explains why the line has or lacks the promo. Lines
 * without hints are omitted.
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
  const hints = new Map<number, string[]>()
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
    if (near.length > 0) hints.set(b.id, near)
  }
  return hints
}
