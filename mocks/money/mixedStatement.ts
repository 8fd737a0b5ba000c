/**
 * Generates a realistic bank statement: transfers of families in the notation of banks, and lines
 * of other origin, such as transfers of strangers, fees, canteen sales and outgoing money.
 */
import type { Random } from '#contract/values/random.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { StatementRow } from '#mocks/money/statement.ts'

export interface Transfer {
  /** Name of the sender as the bank prints it. */
  sender: string
  jumlah: number
}
const ways = ['TRSF E-BANKING CR', 'SWITCHING CR TRANSFER DR 008', 'BI-FAST CR'] as const
const otherTexts = [
  'SETORAN TUNAI',
  'KANTIN',
  'BUNGA',
  'TRSF CR JOKO WIDAGDO',
  'TRSF CR BUDI',
  'BIAYA ADM',
  'CR SANTOSO ABADI PT',
] as const
/** Amounts in lines of other origin. Some amounts equal the monthly price of a course. */
const otherAmounts = [350_000, 400_000, 123_000, 77_500] as const

/**
 * Generates `lines` statement lines, beginning with the transfers of families. The dates are `day`
 * and the two days before. The description of a family's line is unique. `familyOf` maps this
 * description to the index of the family's transfer in `transfers`.
 */
export const mixedStatement = (
  r: Random,
  transfers: readonly Transfer[],
  { lines, day }: { lines: number; day: string },
): { rows: StatementRow[]; familyOf: ReadonlyMap<string, number> } => {
  const row = (i: number, keterangan: string, jumlah: number): StatementRow => ({
    tanggal: addDays(day, -(i % 3)),
    keterangan,
    jumlah,
  })
  const familyRows = transfers.map(({ sender, jumlah }, i) =>
    row(i, `${r.pick(ways)} ${i}X ${sender.toUpperCase()}`, jumlah),
  )
  const foreign = Array.from({ length: lines - familyRows.length }, (_, i) =>
    row(
      i,
      `${r.pick(otherTexts)} ${i}Z`,
      r.chance(0.7) ? r.pick(otherAmounts) : -r.int(1000, 90_000),
    ),
  )
  return {
    rows: [...familyRows, ...foreign],
    familyOf: new Map(familyRows.map(({ keterangan }, i) => [keterangan, i])),
  }
}
