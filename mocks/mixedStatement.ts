/**
 * A bank's statement as a school has it: transfers of families, told as banks tell them, among
 * those of people who are nobody here, fees, sales of the canteen and money that went out.
 */
import type { Random } from '#contract/values/random.ts'
import { addDays } from '#contract/values/tanggal.ts'
import type { StatementRow } from '#mocks/statement.ts'

export interface Transfer {
  /** Sender as named by the bank. */
  sender: string
  jumlah: number
}
const ways = ['TRSF E-BANKING CR', 'SWITCHING CR TRANSFER DR 008', 'BI-FAST CR'] as const
const others = [
  'SETORAN TUNAI',
  'KANTIN',
  'BUNGA',
  'TRSF CR JOKO WIDAGDO',
  'TRSF CR BUDI',
  'BIAYA ADM',
  'CR SANTOSO ABADI PT',
] as const
/** Some of them are what a month of lessons costs. */
const otherAmounts = [350_000, 400_000, 123_000, 77_500] as const

/**
 * So many lines, of the three days up to `day`: those of the families first. `familyOf` finds the
 * place of a family's transfer by what its line says; no two say the same.
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
  const own = transfers.map(({ sender, jumlah }, i) =>
    row(i, `${r.pick(ways)} ${i}X ${sender.toUpperCase()}`, jumlah),
  )
  const foreign = Array.from({ length: lines - own.length }, (_, i) =>
    row(i, `${r.pick(others)} ${i}Z`, r.chance(0.7) ? r.pick(otherAmounts) : -r.int(1000, 90_000)),
  )
  return {
    rows: [...own, ...foreign],
    familyOf: new Map(own.map(({ keterangan }, i) => [keterangan, i])),
  }
}
