/** Names of the methods of payment: a school names its card machines in the settings. */
import { MetodePembayaran } from '#contract/enums.ts'
import type { FieldMeta } from '#contract/fields.ts'
import type { SettingKey } from '#contract/settings/settings.ts'

/** The settings with a name for a method. */
const settingOf: Readonly<Partial<Record<number, SettingKey>>> = {
  [MetodePembayaran.mesinDuaBank]: 'label_metode_2',
  [MetodePembayaran.mesinBankLain]: 'label_metode_3',
}
export const methodNameSettings = ['label_metode_2', 'label_metode_3'] as const

/**
 * Methods of payment as this school calls them: the names of its card machines are settings.
 * `settings`: those of the profile, whatever they hold.
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
   * The method and the bank's name; once, where a school calls its card machine as it calls the
   * bank of it.
   */
  const withBank = (metode: number, bank: string | null | undefined): string => {
    const own = label(metode)
    return bank && bank.trim().toLowerCase() !== own.trim().toLowerCase() ? `${own}, ${bank}` : own
  }
  return { options, label, withBank }
}

/**
 * A field's description with the school's own names of methods, where the field holds a method; any
 * other field as it is. Screens, files and reports that show labels of the contract call it.
 */
export const withMethodNames = <M extends FieldMeta | undefined>(
  meta: M,
  settings: Readonly<Record<string, unknown>> | undefined,
): M =>
  meta?.options === MetodePembayaran.options
    ? { ...meta, options: methodNames(settings).options }
    : meta
