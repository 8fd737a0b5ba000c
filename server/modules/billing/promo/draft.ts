/**
 * Computes the promos of one draft. The promos may also depend on the other enrolments of the
 * family in the period.
 */
import { computePromo } from '#contract/billing/rules/promo/computePromo.ts'
import {
  noPromos,
  toLinePromos,
  type LinePromos,
} from '#contract/billing/rules/promo/linePromos.ts'
import { nearPromos } from '#contract/billing/rules/promo/nearPromos.ts'
import {
  lineDay,
  type Promo,
  type PromoLine,
  type PromoResult,
} from '#contract/billing/rules/promo/promo.ts'
import type { Db, Trx } from '#server/db/schema/tables.ts'
import {
  promosForAkun,
  readFamilyEnrolments,
  readFirstStarts,
  readPromos,
  readStandingPromos,
  existingLine,
  type FamilyEnrolment,
} from '#server/modules/billing/promo/read.ts'

/** Line of a draft whose promos are computed. */
export interface DraftLine {
  peserta_id: number | null
  kursus_peserta_id: number | null
  sifat: PromoLine['sifat']
  /**
   * Month of the line. A promo must be valid on the first day of this month. If null, a promo must
   * be valid on `Draft.tanggal`.
   */
  periode: string | null
  bruto: number
  gedung_id?: number
  /**
   * Course of the line, with the first day of the student in this course (`mulai`). If the line has
   * an enrolment, the course and the first day of the enrolment are used instead.
   */
  kursus?: { id: number; kategori: number; mulai: string }
}
export interface Draft {
  billing_id: number | undefined
  akun: number
  gedung_id: number
  periode: string
  /** Date on which a promo must be valid for lines whose `periode` is null. */
  tanggal: string
  pembulatan: number
  kode: string | null
  items: readonly DraftLine[]
  /**
   * Whether to compute all promos, including promos that are not valid. The result then shows the
   * reasons why these promos give no discount.
   */
  allPromos?: boolean
}

/**
 * Returns the enrolment that a line bills; undefined if no enrolment is found. If a tuition line
 * stores no enrolment, searches `unclaimed`, which contains the enrolments that no line of the
 * draft bills yet. If the line has a course, finds the enrolment of the student in this course.
 * Otherwise, finds the first enrolment of the student without a bill line.
 */
const enrolmentOf = (
  item: DraftLine,
  enrolments: readonly FamilyEnrolment[],
  unclaimed: readonly FamilyEnrolment[],
): FamilyEnrolment | undefined => {
  const { kursus, peserta_id, kursus_peserta_id } = item
  if (kursus_peserta_id !== null) return enrolments.find((e) => e.id === kursus_peserta_id)
  if (item.sifat !== 'kursus') return undefined
  const ofStudent = unclaimed.filter((e) => e.peserta_id === peserta_id)
  return kursus
    ? ofStudent.find((e) => e.kursus_id === kursus.id)
    : ofStudent.find((e) => e.item_id === null)
}

/**
 * Returns the course of a line: the course of its enrolment or, without an enrolment, `kursus` of
 * the line.
 */
const courseOf = ({ kursus }: DraftLine, enrolment: FamilyEnrolment | undefined) => {
  if (enrolment) {
    const { mulai, kursus_id, kategori } = enrolment
    return { mulai, kursus_id, kategori_kursus_id: kategori }
  }
  return {
    mulai: kursus?.mulai ?? null,
    kursus_id: kursus?.id ?? null,
    kategori_kursus_id: kursus?.kategori ?? null,
  }
}

/** Converts a line of a draft to the input of the promo rules. */
const promoLine = (
  item: DraftLine,
  id: number,
  enrolment: FamilyEnrolment | undefined,
  { gedung_id, tanggal }: Draft,
): Omit<PromoLine, 'mulai_pertama'> => ({
  id,
  peserta_id: item.peserta_id,
  kursus_peserta_id: enrolment?.id ?? item.kursus_peserta_id,
  ...courseOf(item, enrolment),
  gedung_id: item.gedung_id ?? gedung_id,
  sifat: item.sifat,
  tanggal: lineDay(item.periode, tanggal),
  bruto: item.bruto,
})

/**
 * Returns the lines of the draft, numbered from 1, and the enrolments of the family that these
 * lines do not bill.
 */
const readFamily = async (
  db: Db | Trx,
  draft: Draft,
): Promise<{ lines: PromoLine[]; others: FamilyEnrolment[] }> => {
  const { items, billing_id } = draft
  const enrolments = await readFamilyEnrolments(db, draft.periode, draft.akun)
  const students = new Set(items.flatMap((i) => (i.peserta_id === null ? [] : [i.peserta_id])))
  const firstStarts = await readFirstStarts(db, [...students])
  const otherEnrolments = enrolments.filter(
    (e) => e.billing_id !== billing_id || e.billing_id === null,
  )
  const lines = items.map((item, i): PromoLine => {
    const enrolment = enrolmentOf(item, enrolments, otherEnrolments)
    const index = enrolment ? otherEnrolments.indexOf(enrolment) : -1
    // Removes the enrolment only for a tuition line. A registration line does not bill the month of
    // its enrolment, so the enrolment stays in `otherEnrolments`.
    if (index >= 0 && item.sifat === 'kursus') otherEnrolments.splice(index, 1)
    const mulai_pertama =
      item.peserta_id === null ? null : (firstStarts.get(item.peserta_id) ?? null)
    return { ...promoLine(item, i + 1, enrolment, draft), mulai_pertama }
  })
  return { lines, others: otherEnrolments }
}

/** Computes the promos of a draft. `lines` of the result has the same order as `items`. */
export const computeDraftPromos = async (
  db: Db | Trx,
  draft: Draft,
): Promise<{
  lines: LinePromos[]
  result: PromoResult
  promo: Promo[]
  otherCount: number
  dekat: Map<number, string[]>
}> => {
  const { akun, tanggal, kode, items, periode, pembulatan } = draft
  const days = items.map((i) => lineDay(i.periode, tanggal))
  const knownPromos = await readPromos(db, draft.allPromos ? { akun } : { days, kode, akun })
  const promo = promosForAkun(knownPromos, akun)
  const { lines, others } = await readFamily(db, draft)
  const standingOf = await readStandingPromos(
    db,
    others.flatMap((o) => [o.promo_id, o.promo_kedua_id]),
  )
  const family = [
    ...lines,
    ...others.map((o) => existingLine(o, standingOf(o.promo_id, o.promo_kedua_id))),
  ]
  const result = computePromo({ periode, pembulatan, kode, promo, baris: family })
  const names = new Map(promo.map((p) => [p.id, p]))
  const promosByLine = new Map(result.baris.map((b) => [b.id, toLinePromos(b.promo, names)]))
  return {
    lines: items.map((_, i) => promosByLine.get(i + 1) ?? noPromos),
    result,
    promo,
    otherCount: others.length,
    dekat: nearPromos({ periode, baris: family, promo }),
  }
}
