/** Finds the bills that a bank statement line may pay. Mainly compares amounts (domain.md 3.7). */
import { byDueDate } from '#contract/billing/rules/alokasi.ts'
import { holdsNumber } from '#contract/billing/rules/bank/statementNames.ts'
import { transferAmount, uniqueCode } from '#contract/billing/rules/bank/uniqueCode.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'

/**
 * Incoming bank statement line. `jumlah` is the amount in rupiah. `teks` contains the description
 * and the reference that the bank has written on the line.
 */
export interface StatementLine {
  tanggal: string
  jumlah: number
  teks: string
  bank_id: number
}
export interface MatchBill {
  id: number
  nomor: string | null
  sisa: number
  jatuh_tempo: string
  tanggal_terbit: string | null
}

/** Result of a search for the bills of one payer that a statement line may pay. */
interface Fit {
  bills: readonly MatchBill[]
  /**
   * Amount in rupiah that would pay the bills exactly: the sum of their unpaid amounts, or the
   * transfer amount of the bill when `kode` is set.
   */
  jumlah: number
  /**
   * Unique code of the bill. Only set when the amount of the line is the transfer amount of the
   * bill, which ends in this code.
   */
  kode?: number
}
const sumOf = (bills: readonly MatchBill[]): number => bills.reduce((sum, b) => sum + b.sisa, 0)
/**
 * Maximum number of bills, oldest first, whose combinations are tried. 12 bills have 4,096
 * combinations.
 */
const mostSummed = 12
/**
 * Returns a combination of bills whose unpaid amounts add up to `jumlah`. Prefers bills that come
 * first in `bills`, which are the oldest. Returns undefined without such a combination.
 */
const billsOfSum = (bills: readonly MatchBill[], jumlah: number): MatchBill[] | undefined => {
  if (jumlah === 0) return []
  for (const [i, bill] of bills.entries()) {
    const rest = bill.sisa <= jumlah && billsOfSum(bills.slice(i + 1), jumlah - bill.sisa)
    if (rest) return [bill, ...rest]
  }
  return undefined
}
/**
 * Returns bills whose unpaid amounts add up to `jumlah`. Tries a single bill first, then all bills,
 * then the oldest bills, then other combinations. Returns undefined without such bills.
 */
const exactFit = (bills: readonly MatchBill[], jumlah: number): Fit | undefined => {
  const exactBill = bills.find((b) => b.sisa === jumlah)
  if (exactBill) return { bills: [exactBill], jumlah }
  for (let n = bills.length; n > 1; n--) {
    const oldest = bills.slice(0, n)
    if (sumOf(oldest) === jumlah) return { bills: oldest, jumlah }
  }
  const combination =
    jumlah < sumOf(bills) ? billsOfSum(bills.slice(0, mostSummed), jumlah) : undefined
  return combination && { bills: combination, jumlah }
}
/**
 * Returns the bills of a payer that the statement line may pay. `isExact` is whether the line has
 * exactly the amount that pays the returned bills. If no bills have this amount, returns the bill
 * whose number occurs in the line, or otherwise the oldest bills.
 */
export const fitOf = (
  { bills }: { bills: readonly MatchBill[] },
  line: StatementLine,
  kodeUnik: boolean,
): Fit & { isExact: boolean } => {
  const open = bills.toSorted(byDueDate)
  const coded = kodeUnik ? open.find((b) => transferAmount(b) === line.jumlah) : undefined
  if (coded)
    return { bills: [coded], jumlah: line.jumlah, kode: uniqueCode(coded.id), isExact: true }
  const exact = exactFit(open, line.jumlah)
  if (exact) return { ...exact, isExact: true }
  const named = open.find((b) => holdsNumber(line.teks, b.nomor))
  if (named) return { bills: [named], jumlah: named.sisa, isExact: false }
  // Takes bills, oldest first, until their sum reaches the amount of the line.
  const reached = open.filter((_, i) => i === 0 || sumOf(open.slice(0, i)) < line.jumlah)
  return { bills: reached, jumlah: sumOf(reached), isExact: false }
}
/**
 * Returns an Indonesian text that compares the amount of the line with the amount that would pay
 * the bills exactly.
 */
export const amountReason = (
  { bills, jumlah, kode }: Fit,
  line: StatementLine,
  isExact: boolean,
) => {
  const billText = bills.length === 1 ? (bills[0]?.nomor ?? 'tagihan') : `${bills.length} tagihan`
  if (kode) return `Kode unik ${String(kode).padStart(3, '0')} dari ${billText}`
  if (isExact) return `Jumlah sama dengan ${billText}`
  return line.jumlah < jumlah
    ? `Kurang ${formatRupiah(jumlah - line.jumlah)} dari ${billText}`
    : `Lebih ${formatRupiah(line.jumlah - jumlah)} dari ${billText}: masuk saldo`
}
