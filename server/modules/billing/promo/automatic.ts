/**
 * Automatic promos of a monthly generation. Families use up a quota one after another, in the order
 * of their lines.
 */
import { computePromo } from '#contract/billing/rules/promo/computePromo.ts'
import { toLinePromos, type LinePromos } from '#contract/billing/rules/promo/linePromos.ts'
import { nearPromos } from '#contract/billing/rules/promo/nearPromos.ts'
import { type PromoLine } from '#contract/billing/rules/promo/promo.ts'
import { currentDay, firstDay } from '#contract/values/tanggal.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import {
  promosForAkun,
  readFirstStarts,
  readPromos,
  type Pemakaian,
} from '#server/modules/billing/promo/read.ts'
import { slices } from '#server/runtime/yieldToEventLoop.ts'

export interface AutomaticPromos {
  known: Pemakaian
  /**
   * First day of the first enrolment of each student; undefined if no promo is limited to new
   * students.
   */
  firstStarts: ReadonlyMap<number, string> | undefined
}
/**
 * Reads the automatic promos for the bills of a month. Includes promos that are valid near the
 * first day of the month, because this day determines the promos of tuition. Also includes promos
 * that are valid near today, because today determines the promos of registrations. With `students`,
 * `firstStarts` contains only these students. Returns null if no promo is found.
 */
export const readAutomaticPromos = async (
  db: Db | Trx,
  periode: string,
  students?: readonly number[],
): Promise<AutomaticPromos | null> => {
  const knownPromos = await readPromos(db, { days: [firstDay(periode), currentDay()] })
  if (knownPromos.promo.length === 0) return null
  const asksForNew = knownPromos.promo.some((p) => p.peserta_baru)
  return {
    known: knownPromos,
    firstStarts: asksForNew ? await readFirstStarts(db, students) : undefined,
  }
}

type FamilyLine = PromoLine & { akun: number }
/**
 * Plans the automatic promos of many families. `lines` are the new and the existing lines of the
 * period, each with its payer. Returns two maps by line id: the promos to store (`given`), and
 * texts about promos that begin or end soon (`near`).
 */
export const planAutomaticPromos = async (
  { known, firstStarts }: AutomaticPromos,
  options: { periode: string; pembulatan: number; lines: readonly FamilyLine[] },
): Promise<{ given: Map<number, LinePromos>; near: Map<number, string> }> => {
  const { periode, pembulatan } = options
  const promosByLine = new Map<number, LinePromos>()
  const near = new Map<number, string>()
  const byId = new Map(known.promo.map((p) => [p.id, p]))
  const started = (line: FamilyLine): FamilyLine =>
    firstStarts && line.peserta_id !== null
      ? { ...line, mulai_pertama: firstStarts.get(line.peserta_id) ?? null }
      : line
  const slice = slices()
  for (const [akun, payerLines] of Map.groupBy(options.lines, (line) => line.akun)) {
    await slice()
    if (payerLines.every((line) => line.standing)) continue
    const family = { periode, baris: payerLines.map(started), promo: promosForAkun(known, akun) }
    for (const [id, texts] of nearPromos(family)) near.set(id, texts.join('; '))
    for (const { id, promo } of computePromo({ ...family, kode: null, pembulatan }).baris) {
      if (promo.length === 0) continue
      promosByLine.set(id, toLinePromos(promo, byId))
      // Counts each use, so that the next family gets only the remaining quota.
      for (const use of promo) {
        const used = byId.get(use.id)
        if (used) used.terpakai++
      }
    }
  }
  return { given: promosByLine, near }
}
