/**
 * Determines the promos of the lines of a draft: either kept from the stored lines, or all
 * recomputed (domain.md 3.4).
 */
import {
  noPromos,
  type LinePromos,
  toLinePromos,
} from '#contract/billing/rules/promo/linePromos.ts'
import { promoAmount, promoDay } from '#contract/billing/rules/promo/promo.ts'
import { currentDay } from '#contract/values/tanggal.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import { invalidField } from '#server/errors.ts'
import type {
  Item,
  LineContext,
  LineBeforePromos,
} from '#server/modules/billing/lines/lineBeforePromos.ts'
import { computeDraftPromos, type DraftLine } from '#server/modules/billing/promo/draft.ts'
import { sifatBiaya } from '#server/modules/billing/promo/read.ts'

export interface DraftHead {
  akun_billing_id: number
  gedung_id: number
  periode: string | null
  tanggal_terbit: string | null
  kode_promo: string | null
}
export type StoredHead = DraftHead & { id: number; sumber: string }
type LinesOfDraft = LineContext & { lines: readonly LineBeforePromos[] }
export interface PromosOfDraft {
  promos: LinePromos[]
  /** Promo code to store with the bill; null for none. */
  kode_promo: string | null
}

/** Normalizes a promo code for storage: trimmed and in upper case, or null if it is blank. */
const normalizeCode = (kode: string | null): string | null => kode?.trim().toUpperCase() || null

/**
 * Returns the stored promos of the lines. Omits promos of a code other than `kode`. If the gross
 * amount of a line has changed, computes the discounts of its promos again.
 */
const keptPromos = async (
  trx: Trx,
  kode: string | null,
  { pembulatan, lines }: LinesOfDraft,
): Promise<LinePromos[]> => {
  const ids = [
    ...new Set(
      lines.flatMap(({ kin }) =>
        [kin?.promo_id, kin?.promo_kedua_id].filter((id) => typeof id === 'number'),
      ),
    ),
  ]
  if (ids.length === 0) return lines.map(() => noPromos)
  const rows = await trx
    .selectFrom('promo')
    .select(['id', 'nama', 'kode', 'tipe', 'nilai', 'maks_diskon'])
    .where('id', 'in', ids)
    .execute()
  const promos = new Map(rows.map((p) => [p.id, p]))
  return lines.map(({ kin, same, jumlah_bruto }) => {
    if (!kin) return noPromos
    let neto = jumlah_bruto
    const uses = (
      [
        [kin.promo_id, kin.promo_diskon],
        [kin.promo_kedua_id, kin.promo_kedua_diskon],
      ] as const
    ).flatMap(([id, before]) => {
      const p = id === null ? undefined : promos.get(id)
      if (!p || (p.kode !== null && p.kode !== kode)) return []
      const diskon = same ? before : Math.min(neto, promoAmount(p, jumlah_bruto, pembulatan))
      neto -= diskon
      return diskon === 0 ? [] : [{ id: p.id, diskon }]
    })
    return toLinePromos(uses, promos)
  })
}

/** Converts a line of a draft to the input of the promo rule. */
const ruleLine = (
  { item, tie, periode, jumlah_bruto }: LineBeforePromos,
  { kinds }: LineContext,
): DraftLine => {
  const sifat = kinds.get(item.jenis_billing_id)?.sifat ?? 'lain'
  const enrolment = tie?.enrolment
  return {
    peserta_id: item.peserta_id,
    kursus_peserta_id: tie?.kursus_peserta_id ?? null,
    ...(enrolment && {
      kursus: {
        id: enrolment.kursus_id,
        kategori: enrolment.kategori,
        mulai: enrolment.mulai,
      },
    }),
    sifat: item.biaya_id === null ? sifat : sifatBiaya(sifat),
    periode,
    bruto: jumlah_bruto,
  }
}

/**
 * Recomputes all promos of a draft. A code without effect is removed if `dropCode` is set;
 * otherwise it throws 422 with the reason.
 */
const newPromos = async (
  trx: Trx,
  input: DraftHead & { id: number | undefined; dropCode: boolean },
  kode: string | null,
  draft: LinesOfDraft,
): Promise<PromosOfDraft> => {
  const { zona_waktu } = await trx
    .selectFrom('gedung')
    .select('zona_waktu')
    .where('id', '=', input.gedung_id)
    .executeTakeFirstOrThrow()
  const tanggal = promoDay(input.tanggal_terbit, currentDay(zona_waktu))
  const { lines, promo, result } = await computeDraftPromos(trx, {
    billing_id: input.id,
    akun: input.akun_billing_id,
    gedung_id: input.gedung_id,
    periode: input.periode ?? tanggal.slice(0, 7),
    tanggal,
    kode,
    pembulatan: draft.pembulatan,
    items: draft.lines.map((line) => ruleLine(line, draft)),
  })
  const coded = promo.find((p) => p.kode !== null)
  const verdicts = result.putusan.filter((v) => v.promo_id === coded?.id)
  const isGranted = verdicts.some((v) => v.alasan === null)
  if (kode !== null && !isGranted && !input.dropCode)
    throw invalidField(
      'kode_promo',
      coded
        ? `${coded.nama}: ${verdicts[0]?.alasan ?? 'Tidak ada yang dipotong'}`
        : 'Kode promo tidak dikenal',
    )
  return { promos: lines, kode_promo: isGranted ? kode : null }
}

const headFields = ['akun_billing_id', 'gedung_id', 'periode', 'tanggal_terbit'] as const
/** Whether all fields of the input that the promos depend on equal the stored fields. */
const isUnchanged = (
  input: DraftHead,
  kode: string | null,
  lines: readonly LineBeforePromos[],
  { current, stored }: { current: StoredHead | undefined; stored: readonly Item[] },
): boolean =>
  headFields.every((field) => input[field] === current?.[field]) &&
  kode === current?.kode_promo &&
  lines.length === stored.length &&
  lines.every((line) => line.same)

/**
 * Returns the promos of the lines of a draft. Recomputes all promos if `recompute` is set, or if a
 * line bills an enrolment or month that it did not bill before. Also recomputes them if there is a
 * promo code and the code or the draft has changed. Otherwise returns the stored promos.
 */
export const promosOfDraft = async (
  trx: Trx,
  input: DraftHead,
  draft: LinesOfDraft,
  before: { current: StoredHead | undefined; stored: readonly Item[] },
  recompute: boolean,
): Promise<PromosOfDraft> => {
  const kode = normalizeCode(input.kode_promo)
  const newlyTied = draft.lines.some(({ tie }) => tie && !tie.kept)
  const codeAsks = kode !== null && !isUnchanged(input, kode, draft.lines, before)
  if (!recompute && !newlyTied && !codeAsks)
    return { promos: await keptPromos(trx, kode, draft), kode_promo: kode }
  const request = { ...input, id: before.current?.id, dropCode: recompute }
  return newPromos(trx, request, kode, draft)
}
