/**
 * Properties of payment methods. Other code reads a property such as `hasBank` and does not compare
 * with single methods. A new method therefore needs no change in that other code.
 */
import { MetodePembayaran } from '#contract/enums.ts'

type Metode = (typeof MetodePembayaran.options)[number]['value']
interface MethodProperties {
  /**
   * Whether the payer hands over notes and coins. Notes and coins lie in the till of an outlet and
   * are counted at the cash closing of the outlet.
   */
  isCash: boolean
  /**
   * Whether payments are received at the counter of an outlet, so that the cash closing of the
   * outlet locks the payments of the day.
   */
  isAtCounter: boolean
  /**
   * Whether the money goes to a bank account, so that the account is required and the payment
   * appears on a bank statement.
   */
  hasBank: boolean
  /**
   * Whether the payer can send the money without a visit. Such methods are offered on bills, are
   * confirmed with a proof, and have a channel (`kanal`).
   */
  isRemote: boolean
}
const cash: MethodProperties = { isCash: true, isAtCounter: true, hasBank: false, isRemote: false }
const card: MethodProperties = { isCash: false, isAtCounter: true, hasBank: true, isRemote: false }
const properties: Readonly<Record<Metode, MethodProperties>> = {
  [MetodePembayaran.tunai]: cash,
  [MetodePembayaran.transfer]: { isCash: false, isAtCounter: false, hasBank: true, isRemote: true },
  [MetodePembayaran.mesinDuaBank]: card,
  [MetodePembayaran.mesinBankLain]: card,
  [MetodePembayaran.kartuKredit]: card,
}
const none: MethodProperties = {
  isCash: false,
  isAtCounter: false,
  hasBank: false,
  isRemote: false,
}

const isMetode = (value: unknown): value is Metode =>
  MetodePembayaran.options.some((option) => option.value === value)
/** Returns the properties of a method; all are false while a form has no method (`''` or null). */
export const methodProperties = (metode: number | '' | null | undefined): MethodProperties =>
  isMetode(metode) ? properties[metode] : none
/** Returns the methods that have a property, for conditions of SQL queries. */
export const methodsWith = (property: keyof MethodProperties): Metode[] =>
  MetodePembayaran.options.flatMap(({ value }) => (properties[value][property] ? [value] : []))

/**
 * Message when the bank account of a payment is missing; every method with `hasBank` requires the
 * account.
 */
export const bankIssue = 'Wajib diisi untuk metode selain tunai'
