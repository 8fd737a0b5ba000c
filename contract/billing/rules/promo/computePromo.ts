/**
 * Computes the promo discounts for the bill lines of a family (domain.md 2.5, 3.4). The lines of a
 * family are all lines that one payer pays in one month. The monthly generation, the bill form, the
 * action `Hitung ulang promo` and the promo trial call this module.
 */
import {
  promoAmount,
  type Promo,
  type PromoLine,
  type PromoResult,
  type PromoVerdict,
} from '#contract/billing/rules/promo/promo.ts'
import { familyContext, whyNotMatching } from '#contract/billing/rules/promo/promoMatch.ts'

interface Given {
  id: number
  diskon: number
}
/** Result of applying a set of promos to the lines. */
interface Combination {
  /**
   * Promo that was applied alone because it cannot be combined with other promos. Undefined when
   * combinable promos were applied.
   */
  alone: Promo | undefined
  /** Total discount, in rupiah. */
  total: number
  /** Discounts of each line, by line id. */
  given: Map<number, Given[]>
}
/**
 * Function that returns the discount in rupiah that a promo would give a line without other promos.
 * Returns 0 when the line does not meet the conditions of the promo.
 */
type AmountOf = (p: Promo, b: PromoLine) => number

/**
 * Returns the number of further lines of this family that can use a promo. Returns Infinity when
 * the promo has no quota.
 */
const remainingKuota = (p: Promo): number =>
  Math.min(
    p.kuota === null ? Infinity : p.kuota - p.terpakai,
    p.kuota_per_akun === null ? Infinity : p.kuota_per_akun - p.terpakai_akun,
  )
/**
 * Returns the new lines, which can get discounts, and omits existing lines. Orders the lines by the
 * rank of the student in the family (`familyContext`), then by enrolment, oldest first.
 */
const openLines = (
  baris: readonly PromoLine[],
  order: ReadonlyMap<number, number>,
): PromoLine[] => {
  const placeOf = (b: PromoLine) =>
    b.peserta_id === null ? Infinity : (order.get(b.peserta_id) ?? Infinity)
  return baris
    .filter((b) => !b.standing)
    .toSorted(
      (a, b) =>
        (placeOf(a) === placeOf(b) ? 0 : placeOf(a) - placeOf(b)) ||
        (a.mulai ?? '9999').localeCompare(b.mulai ?? '9999') ||
        (a.kursus_peserta_id ?? Infinity) - (b.kursus_peserta_id ?? Infinity) ||
        a.id - b.id,
    )
}
/**
 * Returns the promos to apply to a line, in this order: the best automatic promo, then the promos
 * with a code.
 */
const promosOf = (matching: readonly Promo[], b: PromoLine, amountOf: AmountOf): Promo[] => {
  const automatic = matching.filter((p) => p.kode === null)
  const best = automatic
    .filter((p) => p.prioritas === automatic[0]?.prioritas)
    .toSorted((a, c) => amountOf(c, b) - amountOf(a, b) || a.id - c.id)
  return [...best.slice(0, 1), ...matching.filter((c) => c.kode !== null)]
}
/**
 * Applies promos to the lines until the quotas of the promos are used up. Pass `alone` when the
 * only candidate is a promo that cannot be combined with other promos.
 */
const tryPromos = (
  lines: readonly PromoLine[],
  candidates: readonly Promo[],
  amountOf: AmountOf,
  alone?: Promo,
): Combination => {
  const sisa = new Map(candidates.map((p) => [p.id, remainingKuota(p)]))
  const discounts: Combination['given'] = new Map()
  let total = 0
  for (const b of lines) {
    const matching = candidates.filter((p) => amountOf(p, b) > 0 && (sisa.get(p.id) ?? 0) > 0)
    let net = b.bruto
    for (const p of promosOf(matching, b, amountOf)) {
      const diskon = Math.min(net, amountOf(p, b))
      if (diskon === 0) continue
      net -= diskon
      total += diskon
      sisa.set(p.id, (sisa.get(p.id) ?? 0) - 1)
      discounts.set(b.id, [...(discounts.get(b.id) ?? []), { id: p.id, diskon }])
    }
  }
  return { alone, total, given: discounts }
}

/** Promos of the existing lines of the family. */
interface ExistingPromos {
  /** Promo with the smallest id; undefined when existing lines have no promo. */
  first: { nama: string } | undefined
  /**
   * Promo that cannot be combined with other promos; undefined when existing lines have no such
   * promo.
   */
  alone: { id: number; nama: string } | undefined
}
const standingOf = (baris: readonly PromoLine[]): ExistingPromos => {
  const all = baris.flatMap((b) => b.standing ?? []).toSorted((a, b) => a.id - b.id)
  return { first: all[0], alone: all.find((p) => !p.dapat_digabung) }
}
const nothing: Combination = { alone: undefined, total: 0, given: new Map() }
/**
 * Tries all combinable promos together, and each non-combinable promo alone. Omits results that
 * conflict with the promos of existing lines. Returns the result with the largest discount, or
 * `nothing` when no promo gives a discount.
 */
const choose = (
  lines: readonly PromoLine[],
  ordered: readonly Promo[],
  standing: ExistingPromos,
  amountOf: AmountOf,
): Combination => {
  const together = ordered.filter((p) => p.dapat_digabung)
  const alone = ordered.filter((p) => !p.dapat_digabung)
  const mayBe = (c: Combination) => {
    if (standing.alone) return c.alone?.id === standing.alone.id
    return !standing.first || !c.alone
  }
  return [
    tryPromos(lines, together, amountOf),
    ...alone.map((p) => tryPromos(lines, [p], amountOf, p)),
  ]
    .filter(mayBe)
    .reduce((best, c) => (c.total > best.total ? c : best), nothing)
}

/**
 * Returns the reason why a promo cannot be combined with the promos of existing lines. Returns null
 * when it can be combined.
 */
const whyNotBeside = (p: Promo, { first, alone }: ExistingPromos): string | null => {
  const inTheWay = alone ?? (p.dapat_digabung ? undefined : first)
  return inTheWay && alone?.id !== p.id
    ? `Tidak dapat digabung dengan ${inTheWay.nama} yang sudah dipakai keluarga ini`
    : null
}
/**
 * Returns a function that returns the reason why a promo was not applied to a line although the
 * line meets its conditions.
 */
const makeWhyLost = (
  promo: readonly Promo[],
  chosen: Combination,
  standing: ExistingPromos,
  amountOf: AmountOf,
) => {
  const nameById = new Map(promo.map((p) => [p.id, p.nama]))
  const givenIds = [...chosen.given.values()].flatMap((list) => list.map((d) => d.id))
  const givenNames = [...new Set(givenIds.map((id) => nameById.get(id)))].join(', ')
  const winners = chosen.alone?.nama ?? givenNames
  return (p: Promo, b: PromoLine): string => {
    if (b.bruto === 0) return 'Tidak ada yang dipotong'
    if (amountOf(p, b) === 0) return 'Potongannya Rp0'
    const beside = whyNotBeside(p, standing)
    if (beside !== null) return beside
    const isOther = p.dapat_digabung ? chosen.alone !== undefined : chosen.alone?.id !== p.id
    if (chosen.total > 0 && isOther) return `Tidak dapat digabung, ${winners} memberi lebih banyak`
    const first = chosen.given.get(b.id)?.[0]
    if (!first) return 'Kuota yang tersisa dipakai baris lain'
    return p.kode === null ? `${nameById.get(first.id)} didahulukan` : 'Baris ini sudah gratis'
  }
}

/**
 * Computes the promo discounts of a family's lines. Each line gets at most one automatic promo: the
 * promo with the highest `prioritas`, then the larger discount, then the smaller id. The promo with
 * the code `kode` is applied to the remaining amount of the line. A family gets either one promo
 * that cannot be combined, or all promos that can be combined, depending on which discount is
 * larger. Existing lines (`standing`) keep their promos. New lines get only promos that can be
 * combined with these promos. Lines use up quotas in the order of the student's rank in the family,
 * then in the order of enrolment, oldest first. The order of `baris` and `promo` does not affect
 * the result. No line becomes negative. Manual discounts and PPN are computed later
 * (`computeItem`).
 */
export const computePromo = ({
  periode,
  kode,
  pembulatan,
  baris,
  promo,
}: {
  periode: string
  kode: string | null
  /** Unit in rupiah. Discounts by percentage are rounded to a multiple of this unit. */
  pembulatan: number
  baris: readonly PromoLine[]
  promo: readonly Promo[]
}): PromoResult => {
  const family = familyContext(periode, kode, baris)
  const lines = openLines(baris, family.order)
  const ordered = promo.toSorted((a, b) => b.prioritas - a.prioritas || a.id - b.id)
  const reasons = new Map(
    ordered.map((p) => [p.id, new Map(lines.map((b) => [b.id, whyNotMatching(p, b, family)]))]),
  )
  const amountOf: AmountOf = (p, b) =>
    reasons.get(p.id)?.get(b.id) === null ? promoAmount(p, b.bruto, pembulatan) : 0
  const standing = standingOf(baris)
  const chosen = choose(lines, ordered, standing, amountOf)
  const whyLost = makeWhyLost(promo, chosen, standing, amountOf)
  const verdict = (p: Promo, b: PromoLine): PromoVerdict => {
    const ids = { promo_id: p.id, baris_id: b.id }
    const discount = chosen.given.get(b.id)?.find((d) => d.id === p.id)
    if (discount) return { ...ids, diskon: discount.diskon, alasan: null }
    return { ...ids, diskon: 0, alasan: reasons.get(p.id)?.get(b.id) ?? whyLost(p, b) }
  }
  return {
    baris: lines.map(({ id }) => {
      const list = chosen.given.get(id) ?? []
      return { id, diskon: list.reduce((sum, d) => sum + d.diskon, 0), promo: list }
    }),
    putusan: ordered.flatMap((p) => lines.map((b) => verdict(p, b))),
  }
}
