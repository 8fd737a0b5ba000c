/** Hints about promos that begin or end shortly before or after the days of a family's lines. */
import type { Promo, PromoLine } from '#contract/billing/rules/promo/promo.ts'
import { familyContext, whyNotMatching } from '#contract/billing/rules/promo/promoMatch.ts'
import { addDays, formatTanggal } from '#contract/values/tanggal.ts'

/**
 * Maximum number of days between the day of a line and the first or last day of a promo. A promo
 * that begins or ends further away causes no hint.
 */
const nearDays = 31
/**
 * Returns the period in which promos are searched for hints: a promo that is in force on no day of
 * this period causes no hint. `days` are the days of the lines. Returns undefined when `days` is
 * empty.
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
 * Returns a text about the beginning or the end of a promo near `tanggal`, the day of a line.
 * Returns undefined when the promo neither begins nor ends near this day. The returned `day` is a
 * day on which the promo is in force.
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
 * Returns hints by line id. A hint says that an automatic promo begins or ends near the day of the
 * line, and so explains why the line has or lacks the promo. Hints concern only promos whose other
 * conditions the line meets. Omits lines without hints.
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
