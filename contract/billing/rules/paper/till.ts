/**
 * Denominations of notes and coins, and the amount of cash that the till of an outlet should
 * contain.
 */
import { enumOf } from '#contract/enums.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'

/** Denominations of notes and coins, in rupiah. */
const values = [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100] as const
export const Pecahan = enumOf(values.map((value) => [value, formatRupiah(value)] as const))

/** Returns the total value of the counted notes and coins, in rupiah. */
export const sumPecahan = (rows: readonly { nilai: number; lembar: number }[]): number =>
  rows.reduce((sum, { nilai, lembar }) => sum + nilai * lembar, 0)

interface Till {
  kas_awal: number
  tunai: number
  pengembalian: number
  kas_masuk: number
  kas_keluar: number
}
/**
 * Returns the amount of cash that the till should contain, in rupiah. The amount is negative when
 * more cash was paid out than the till contained.
 */
export const expectedCash = (till: Till): number =>
  till.kas_awal + till.tunai - till.pengembalian + till.kas_masuk - till.kas_keluar
