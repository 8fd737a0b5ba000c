/**
 * Late fees: what a tier comes to (domain.md 3.12). Which one holds on a day, and that it takes the
 * place of a lower one: server/modules/billing/denda/charge.ts.
 */
import { enumOf } from '#contract/enums.ts'
import type { DendaTier } from '#contract/settings/collection.ts'
import { formatRupiah, percentOf } from '#contract/values/rupiah.ts'

export const StatusDenda = enumOf([
  ['ditagih', 'Ditagih', 'orange'],
  /** A higher tier has come. */
  ['diganti', 'Diganti tingkat berikutnya'],
  ['dihapus', 'Dihapus'],
  /** The bill that it was of is void. */
  ['gugur', 'Gugur'],
])

/**
 * What is left of the tuition of a bill, in rupiah: what was paid counts for the tuition first, so
 * that a family is never charged for more than it could owe of it.
 */
export const tuitionLeft = ({ kursus, terbayar }: { kursus: number; terbayar: number }): number =>
  Math.max(0, kursus - terbayar)

/**
 * The fee of a tier, in whole rupiah: a share of what is left of the tuition, rounded half up to
 * `unit` as every percentage is, or its amount; nothing where nothing is left.
 */
export const feeOf = (
  { tipe, nilai }: Pick<DendaTier, 'tipe' | 'nilai'>,
  left: number,
  unit: number,
): number => {
  if (left <= 0) return 0
  return tipe === 'persen' ? percentOf(left, nilai, unit) : nilai
}
/** `5 % dari sisa kursus Rp500.000`, or what a fixed fee is of. */
export const feeText = ({ tipe, nilai }: Pick<DendaTier, 'tipe' | 'nilai'>, left: number): string =>
  tipe === 'persen'
    ? `${String(nilai / 100).replace('.', ',')} % dari sisa kursus ${formatRupiah(left)}`
    : `sisa kursus ${formatRupiah(left)}`
