/** Types and texts of the settings for unpaid bills: reminders and late fees. */
import * as z from 'zod/mini'
import { enumOf } from '#contract/enums.ts'
import { oneOf, optional, wholeNumber } from '#contract/fields.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'

export const TipeDenda = enumOf([
  ['persen', 'Persen'],
  ['nominal', 'Rupiah'],
])
/** A tier of the late fee: a range of days after the due date, and the fee for these days. */
export const DendaTier = z.object({
  dari_hari: wholeNumber('Dari hari ke', { min: 1, max: 366 }),
  /** Last day of the range; null for a range without an end. */
  sampai: optional(
    wholeNumber('Sampai hari ke', { min: 1, max: 366, hint: 'Jika dikosongkan, seterusnya' }),
  ),
  tipe: oneOf('Bentuk', TipeDenda),
  /**
   * Fee: hundredths of a percent of the unpaid tuition for the type `persen`, rupiah for the type
   * `nominal`.
   */
  nilai: wholeNumber('Besar denda', { min: 1, max: 100_000_000 }),
})
export type DendaTier = z.output<typeof DendaTier>
/** Describes a tier for users: `Hari 1–10: 5 %`. */
export const dendaText = ({ dari_hari, sampai, tipe, nilai }: DendaTier): string => {
  const until = sampai !== null && sampai > dari_hari ? `–${sampai}` : ''
  const days = sampai === null ? `${dari_hari} dan seterusnya` : `${dari_hari}${until}`
  const fee = tipe === 'persen' ? `${String(nilai / 100).replace('.', ',')} %` : formatRupiah(nilai)
  return `Hari ${days}: ${fee}`
}
/** Validates a list of tiers and returns the error messages; empty for valid and sorted tiers. */
export const checkDenda = (tiers: readonly DendaTier[]): string[] =>
  tiers.flatMap((t, i) => {
    const last = tiers[i - 1]
    return [
      ...(t.sampai !== null && t.sampai < t.dari_hari
        ? [`Baris ${i + 1}: hari terakhir sebelum hari pertama`]
        : []),
      ...(t.tipe === 'persen' && t.nilai > 10_000 ? [`Baris ${i + 1}: paling besar 100 %`] : []),
      ...(last && (last.sampai === null || last.sampai >= t.dari_hari)
        ? [`Baris ${i + 1} bertumpuk dengan baris ${i}: urutkan dari hari yang paling awal`]
        : []),
    ]
  })
/**
 * Describes the day of a reminder: `3 hari sebelum jatuh tempo`. `hari` is the number of days after
 * the due date, negative before it.
 */
export const pengingatText = (hari: number): string =>
  hari === 0
    ? 'Pada hari jatuh tempo'
    : `${Math.abs(hari)} hari ${hari < 0 ? 'sebelum' : 'sesudah'} jatuh tempo`
