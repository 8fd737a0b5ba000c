/**
 * Amounts of the tiers of late fees (domain.md 3.12). server/modules/billing/denda/charge.ts
 * chooses the tier of a day and replaces the fee of a lower tier.
 */
import { enumOf } from '#contract/enums.ts'
import type { DendaTier } from '#contract/settings/collection.ts'
import { formatRupiah, percentOf } from '#contract/values/rupiah.ts'

export const StatusDenda = enumOf([
  ['ditagih', 'Ditagih', 'orange'],
  /** State of a fee that the fee of a higher tier has replaced. */
  ['diganti', 'Diganti tingkat berikutnya'],
  ['dihapus', 'Dihapus'],
  /** State of a fee whose overdue bill was voided. */
  ['gugur', 'Gugur'],
])

/**
 * Returns the unpaid tuition of a bill in rupiah, the amount on which a late fee is computed.
 * Payments (`terbayar`) first pay the tuition lines (`kursus`), then the other lines, so that the
 * fee is never based on more tuition than the family can owe.
 */
export const tuitionLeft = ({ kursus, terbayar }: { kursus: number; terbayar: number }): number =>
  Math.max(0, kursus - terbayar)

/**
 * Returns the fee of a tier in whole rupiah: a fixed amount, or a percentage of the unpaid tuition
 * that is rounded half up to `unit`. Returns 0 when the tuition is paid.
 */
export const feeOf = (
  { tipe, nilai }: Pick<DendaTier, 'tipe' | 'nilai'>,
  unpaidTuition: number,
  unit: number,
): number => {
  if (unpaidTuition <= 0) return 0
  return tipe === 'persen' ? percentOf(unpaidTuition, nilai, unit) : nilai
}
/**
 * Describes the basis of a fee: `5 % dari sisa kursus Rp500.000` for a percentage, `sisa kursus
 * Rp500.000` for a fixed amount.
 */
export const feeText = (
  { tipe, nilai }: Pick<DendaTier, 'tipe' | 'nilai'>,
  unpaidTuition: number,
): string =>
  tipe === 'persen'
    ? `${String(nilai / 100).replace('.', ',')} % dari sisa kursus ${formatRupiah(unpaidTuition)}`
    : `sisa kursus ${formatRupiah(unpaidTuition)}`
