/** Properties of payment methods. Code asks for a property, never for a member. */
import { MetodePembayaran } from '#contract/enums.ts'

type Metode = (typeof MetodePembayaran.options)[number]['value']
interface MethodProperties {
  /** Notes and coins in the till of an outlet, counted at its cash closing. */
  isCash: boolean
  /** Received at the counter of an outlet, so that its cash closing locks the day's payments. */
  isAtCounter: boolean
  /** Goes to a bank account: the account is required, and the money appears on its statement. */
  hasBank: boolean
  /** Sent by the payer from anywhere: offered on bills, confirmed with a proof, has a channel. */
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

/** Returns the properties of a method; of no method, all are false. */
export const methodProperties = (metode: unknown): MethodProperties =>
  MetodePembayaran.options.flatMap(({ value }) =>
    value === metode ? [properties[value]] : [],
  )[0] ?? none
/** Returns the methods with a property, for SQL conditions. */
export const methodsWith = (property: keyof MethodProperties): Metode[] =>
  MetodePembayaran.options.flatMap(({ value }) => (properties[value][property] ? [value] : []))

/** Issues of a payment's bank account: required for every method that has one. */
export const bankIssue = 'Wajib diisi untuk metode selain tunai'
