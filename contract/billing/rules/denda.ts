/**
 * Amounts of late fees by tier (domain.md 3.12). The file server/modules/billing/denda/charge.ts
 * chooses the tier for a day, and replaces the late fee of the previous tier.
 */
import { enumOf } from '#contract/enums.ts'
import type { DendaTier } from '#contract/settings/collection.ts'
import { formatRupiah, percentOf } from '#contract/values/rupiah.ts'

export const StatusDenda = enumOf([
  ['ditagih', 'Ditagih', 'orange'],
  /** State of a late fee that was replaced by the fee of a higher tier. */
  ['diganti', 'Diganti tingkat berikutnya'],
  ['dihapus', 'Dihapus'],
  /** State of a late fee that is void because its overdue bill was voided. */
  ['gugur', 'Gugur'],
])

/**
 * Returns the unpaid tuition of a bill in rupiah; a late fee is computed on this amount. Payments
 * (`terbayar`) first pay the tuition lines (`kursus`), then the other lines. Therefore a fee is
 * never computed on tuition that is already paid.
 */
export const tuitionLeft = ({ kursus, terbayar }: { kursus: number; terbayar: number }): number =>
  Math.max(0, kursus - terbayar)

/**
 * Returns the late fee of a tier in whole rupiah. The fee is a fixed amount, or a percentage of the
 * unpaid tuition, rounded half up to a multiple of `unit`. Returns 0 when the tuition is paid.
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
 * Describes the amount on which a late fee is computed: `5 % dari sisa kursus Rp500.000` for a
 * percentage, `sisa kursus Rp500.000` for a fixed amount.
 */
export const feeText = (
  { tipe, nilai }: Pick<DendaTier, 'tipe' | 'nilai'>,
  unpaidTuition: number,
): string =>
  tipe === 'persen'
    ? `${String(nilai / 100).replace('.', ',')} % dari sisa kursus ${formatRupiah(unpaidTuition)}`
    : `sisa kursus ${formatRupiah(unpaidTuition)}`
