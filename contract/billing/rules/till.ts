/** The cash of an outlet: what passes over its counter, and what must be in the till. */
import { enumOf, MetodePembayaran } from '#contract/enums.ts'
import { formatRupiah } from '#contract/values/rupiah.ts'

/** Notes and coins that people pay with, in rupiah. */
const values = [100_000, 50_000, 20_000, 10_000, 5000, 2000, 1000, 500, 200, 100] as const
export const Pecahan = enumOf(values.map((value) => [value, formatRupiah(value)] as const))

/**
 * Whether money of a method is received at the counter, so that the outlet's closing of the day
 * counts it: cash and cards. A transfer is known later, from the bank.
 */
export const isAtCounter = (metode: number): boolean => metode !== MetodePembayaran.transfer

/** Rupiah of notes and coins. */
export const sumPecahan = (rows: readonly { nilai: number; lembar: number }[]): number =>
  rows.reduce((sum, { nilai, lembar }) => sum + nilai * lembar, 0)

interface Till {
  kas_awal: number
  tunai: number
  pengembalian: number
  kas_masuk: number
  kas_keluar: number
}
/** What must be in the till, in rupiah: below zero where more was paid out than there was. */
export const expectedCash = (till: Till): number =>
  till.kas_awal + till.tunai - till.pengembalian + till.kas_masuk - till.kas_keluar
