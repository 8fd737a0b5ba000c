/** Names of payment methods: the names of card machines are settings. */
import { MetodePembayaran } from '#contract/enums.ts'
import type { FieldMeta } from '#contract/fields.ts'
import type { SettingKey } from '#contract/settings/settings.ts'

/** Setting that holds the name of a method. */
const settingOf: Readonly<Partial<Record<number, SettingKey>>> = {
  [MetodePembayaran.mesinDuaBank]: 'label_metode_2',
  [MetodePembayaran.mesinBankLain]: 'label_metode_3',
}
export const methodNameSettings = ['label_metode_2', 'label_metode_3'] as const

/**
 * Returns functions for the names of payment methods, with the school's own names of card machines.
 * `settings`: those of the profile; values of any type are accepted.
 */
export const methodNames = (settings: Readonly<Record<string, unknown>> | undefined) => {
  const options = MetodePembayaran.options.map((o) => {
    const setting = settingOf[o.value]
    const name = setting && settings?.[setting]
    return typeof name === 'string' ? { ...o, label: name } : o
  })
  const label = (metode: number): string =>
    options.find((o) => o.value === metode)?.label ?? String(metode)
  /** Returns the method and the bank's name, or a single name where both are equal. */
  const withBank = (metode: number, bank: string | null | undefined): string => {
    const methodLabel = label(metode)
    return bank && bank.trim().toLowerCase() !== methodLabel.trim().toLowerCase()
      ? `${methodLabel}, ${bank}`
      : methodLabel
  }
  return { options, label, withBank }
}

/**
 * Returns a field's metadata with the school's own method names, where the field holds a payment
 * method; other metadata unchanged. Screens, exports and reports that show labels of the contract
 * call it.
 */
export const withMethodNames = <M extends FieldMeta | undefined>(
  meta: M,
  settings: Readonly<Record<string, unknown>> | undefined,
): M =>
  meta?.options === MetodePembayaran.options
    ? { ...meta, options: methodNames(settings).options }
    : meta
