/** Names of payment methods. The names of card machines come from settings of the school. */
import { MetodePembayaran } from '#contract/enums.ts'
import type { FieldMeta } from '#contract/fields.ts'
import type { SettingKey } from '#contract/settings/settings.ts'

/** Keys of the settings with the names of card machines, by payment method. */
const settingOf: Readonly<Partial<Record<number, SettingKey>>> = {
  [MetodePembayaran.mesinDuaBank]: 'label_metode_2',
  [MetodePembayaran.mesinBankLain]: 'label_metode_3',
}
export const methodNameSettings = ['label_metode_2', 'label_metode_3'] as const

/**
 * Returns the options of payment methods, and two functions that return the name of a method. The
 * names of card machines come from `settings`. A setting whose value is not a string is ignored.
 */
export const methodNames = (settings: Readonly<Record<string, unknown>> | undefined) => {
  const options = MetodePembayaran.options.map((o) => {
    const setting = settingOf[o.value]
    const name = setting && settings?.[setting]
    return typeof name === 'string' ? { ...o, label: name } : o
  })
  const label = (metode: number): string =>
    options.find((o) => o.value === metode)?.label ?? String(metode)
  /**
   * Returns the names of the method and the bank. Returns only the name of the method when there is
   * no bank, or when both names are equal.
   */
  const withBank = (metode: number, bank: string | null | undefined): string => {
    const methodLabel = label(metode)
    return bank && bank.trim().toLowerCase() !== methodLabel.trim().toLowerCase()
      ? `${methodLabel}, ${bank}`
      : methodLabel
  }
  return { options, label, withBank }
}

/**
 * Returns the metadata of a field with the current names of payment methods. If the options of the
 * field are the payment methods, card machines get their names from `settings`. Metadata of other
 * fields are returned unchanged.
 */
export const withMethodNames = <M extends FieldMeta | undefined>(
  meta: M,
  settings: Readonly<Record<string, unknown>> | undefined,
): M =>
  meta?.options === MetodePembayaran.options
    ? { ...meta, options: methodNames(settings).options }
    : meta
