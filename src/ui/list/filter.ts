import type { FieldMeta } from '#contract/fields.ts'

/** A filter of a list: its name in the search, and what the contract says of it. */
export interface Filter {
  name: string
  meta: FieldMeta
}
/** The list's search, as in the address. */
export type Values = Record<string, string | number | undefined>
export type Change = (change: Values, replace?: boolean) => void

/** Whether a filter has a control in the toolbar; the others work from the address alone. */
export const hasControl = ({ options, control }: FieldMeta): boolean =>
  options !== undefined || ['switch', 'picker', 'date', 'instant', 'month'].includes(control)
/** Whether it has a beginning and an end, each with a field of its own. */
export const isRange = ({ control }: FieldMeta): boolean =>
  control === 'date' || control === 'instant' || control === 'rupiah'
/** Names in the search that a filter may have a value under. */
export const namesOf = (name: string): string[] => [name, `${name}.gte`, `${name}.lte`]
/** Whether a filter has a value now. */
export const isActive = ({ name }: Filter, values: Values): boolean =>
  namesOf(name).some((n) => values[n] !== undefined)
/** Returns the suffix for the label of one end of a range. */
export const sideText = (name: string): string => {
  if (name.endsWith('.gte')) return ' dari'
  return name.endsWith('.lte') ? ' sampai' : ''
}
