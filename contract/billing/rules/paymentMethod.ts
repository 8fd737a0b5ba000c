/**
 * Properties of payment methods. Other code checks a property such as `hasBank` instead of
 * comparing with individual methods. Therefore that code need not change when a method is added.
 */
import { MetodePembayaran } from '#contract/enums.ts'

type Metode = (typeof MetodePembayaran.options)[number]['value']
interface MethodProperties {
  /**
   * Whether the payer pays with notes and coins. This cash is kept in the till of an outlet and
   * counted at the cash closing of the outlet.
   */
  isCash: boolean
  /**
   * Whether payments are received at the counter of an outlet. If so, the cash closing of the
   * outlet locks the payments of the day.
   */
  isAtCounter: boolean
  /**
   * Whether the money goes to a bank account. If so, the payment must name the bank account, and
   * the payment appears on a bank statement.
   */
  hasBank: boolean
  /**
   * Whether the payer can pay without a visit to the outlet. If so, the method is offered on bills,
   * is confirmed with a proof, and has a channel (`kanal`).
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
/**
 * Returns the properties of a method. While a form has no method (`''` or null), all properties are
 * false.
 */
export const methodProperties = (metode: number | '' | null | undefined): MethodProperties =>
  isMetode(metode) ? properties[metode] : none
/** Returns the methods that have the given property. SQL queries use the result in conditions. */
export const methodsWith = (property: keyof MethodProperties): Metode[] =>
  MetodePembayaran.options.flatMap(({ value }) => (properties[value][property] ? [value] : []))

/** Error message for a missing bank account. Methods with `hasBank` require a bank account. */
export const bankIssue = 'Wajib diisi untuk metode selain tunai'
