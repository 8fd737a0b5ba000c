/**
 * Amounts of late fee tiers (domain.md 3.12). The choice of the tier of a day, and the replacement
 * of a lower one: server/modules/billing/denda/charge.ts.
 */
import { enumOf } from '#contract/enums.ts'
import type { DendaTier } from '#contract/settings/collection.ts'
import { formatRupiah, percentOf } from '#contract/values/rupiah.ts'

export const StatusDenda = enumOf([
  ['ditagih', 'Ditagih', 'orange'],
  /** A higher tier has replaced the fee. */
  ['diganti', 'Diganti tingkat berikutnya'],
  ['dihapus', 'Dihapus'],
  /** The overdue bill was voided. */
  ['gugur', 'Gugur'],
])

/**
 * Returns the unpaid tuition of a bill in rupiah. Payments count for the tuition first, so that a
 * family is never charged a fee on more tuition than it can owe.
 */
export const tuitionLeft = ({ kursus, terbayar }: { kursus: number; terbayar: number }): number =>
  Math.max(0, kursus - terbayar)

/**
 * Returns the fee of a tier, in whole rupiah: a percentage of the unpaid tuition, rounded half up
 * to `unit` like every percentage, or a fixed amount; 0 when no tuition is unpaid.
 */
export const feeOf = (
  { tipe, nilai }: Pick<DendaTier, 'tipe' | 'nilai'>,
  unpaidTuition: number,
  unit: number,
): number => {
  if (unpaidTuition <= 0) return 0
  return tipe === 'persen' ? percentOf(unpaidTuition, nilai, unit) : nilai
}
/** Describes the basis of a fee: `5 % dari sisa kursus Rp500.000`, or the text of a fixed fee. */
export const feeText = (
  { tipe, nilai }: Pick<DendaTier, 'tipe' | 'nilai'>,
  unpaidTuition: number,
): string =>
  tipe === 'persen'
    ? `${String(nilai / 100).replace('.', ',')} % dari sisa kursus ${formatRupiah(unpaidTuition)}`
    : `sisa kursus ${formatRupiah(unpaidTuition)}`
