/**
 * Data that a bill line copies from its enrolment: course, month, proration and key. A tie is the
 * reference of a line to its enrolment and month.
 */
import type { Prorata } from '#contract/billing/rules/prorata.ts'
import type { Trx } from '#server/db/schema/tables.ts'
import {
  readEnrolments,
  tuitionKey,
  tuitionOfMonth,
  type Enrolment,
  type Tuition,
} from '#server/modules/billing/lines/tuition.ts'
import { readSettings } from '#server/settings.ts'

export interface LineInput {
  id?: number | undefined
  jenis_billing_id: number
  biaya_id: number | null
  produk_jasa_id: number | null
  peserta_id: number | null
  kursus_peserta_id: number | null
  qty: number
  harga_satuan: number
  alasan_manual: string | null
}
export interface StoredLine {
  id: number
  peserta_id: number | null
  kursus_peserta_id: number | null
  kursus_id: number | null
  periode: string | null
  qty: number
  prorata_pembilang: number | null
  prorata_penyebut: number | null
  kunci_unik: string | null
}
export interface TieHead {
  periode: string | null
  sumber: string
}
/** Enrolment and month that a line refers to, with the values that the line copies from them. */
export interface EnrolmentTie {
  kursus_peserta_id: number
  kursus_id: number | null
  periode: string | null
  prorata: Prorata | null
  kunci_unik: string | null
  /** Enrolment that the line refers to; undefined if there is no such enrolment. */
  enrolment: Enrolment | undefined
  /**
   * Tuition of the enrolment in the month. Undefined if the stored line already referred to this
   * enrolment and month.
   */
  tuition: Tuition | undefined
  /** Whether the stored line already referred to this enrolment and month. */
  kept: boolean
}

type Tie = Pick<EnrolmentTie, 'kursus_peserta_id' | 'periode' | 'kept'>
/**
 * Returns the enrolment and month of a line; undefined for a line without an enrolment. If the
 * stored line has an enrolment, the enrolment of the input is ignored. A line of a generated bill
 * also keeps its stored month.
 */
const tieOf = (item: LineInput, old: StoredLine | undefined, head: TieHead): Tie | undefined => {
  const before = old?.kursus_peserta_id ?? null
  const kursus_peserta_id = before ?? item.kursus_peserta_id
  if (kursus_peserta_id === null) return undefined
  const ownPeriode = before !== null && old ? old.periode : head.periode
  // A stored line with an enrolment but without a month is a registration line. Such a line never
  // gets a month.
  const fixed = before !== null && (head.sumber === 'generate' || ownPeriode === null)
  const periode = fixed ? ownPeriode : head.periode
  return { kursus_peserta_id, periode, kept: before !== null && periode === ownPeriode }
}

const storedPart = (old: StoredLine): Prorata | null =>
  old.prorata_pembilang === null || old.prorata_penyebut === null
    ? null
    : { pembilang: old.prorata_pembilang, penyebut: old.prorata_penyebut }

/** Returns the enrolment data of each line; undefined for a line without an enrolment. */
export const readTies = async (
  trx: Trx,
  head: TieHead,
  items: readonly LineInput[],
  stored: readonly StoredLine[],
): Promise<(EnrolmentTie | undefined)[]> => {
  const oldOf = (item: LineInput) => stored.find((s) => s.id === item.id)
  const ties = items.map((item) => tieOf(item, oldOf(item), head))
  const ids = [...new Set(ties.flatMap((t) => t?.kursus_peserta_id ?? []))]
  const enrolments = await readEnrolments(trx, ids)
  const isNew = ties.some((t) => t && !t.kept)
  const { periode: month } = head
  const costOf =
    isNew && month !== null ? await tuitionOfMonth(trx, await readSettings(trx), month) : undefined
  return items.map((item, i) => {
    const tie = ties[i]
    if (!tie) return undefined
    const { kursus_peserta_id, periode } = tie
    const old = oldOf(item)
    const enrolment = enrolments.get(kursus_peserta_id)
    if (tie.kept && old) {
      const { kursus_id, kunci_unik } = old
      return {
        ...tie,
        kursus_id,
        kunci_unik,
        prorata: storedPart(old),
        enrolment,
        tuition: undefined,
      }
    }
    const tuition = enrolment && costOf?.(enrolment)
    return {
      ...tie,
      kursus_id: enrolment?.kursus_id ?? null,
      prorata: tuition?.prorata ?? null,
      kunci_unik: periode === null ? null : tuitionKey(kursus_peserta_id, periode),
      enrolment,
      tuition,
    }
  })
}

export interface KindOfLine {
  sifat: string | undefined
}
/** Whether a line is tuition without an enrolment. A line of a fee or product is never tuition. */
export const isUntiedTuition = (
  item: Pick<LineInput, 'biaya_id' | 'produk_jasa_id'>,
  { sifat }: KindOfLine,
  tie: EnrolmentTie | undefined,
): boolean =>
  tie === undefined && sifat === 'kursus' && item.biaya_id === null && item.produk_jasa_id === null
