import type { FieldMeta } from '#contract/fields.ts'

/** Filter of a list, with its name in the URL and the contract's metadata of its field. */
export interface Filter {
  name: string
  meta: FieldMeta
}
/** Search parameters of the list, as in the URL. */
export type Values = Record<string, string | number | undefined>
export type Change = (change: Values, replace?: boolean) => void

/** Whether a filter has a control in the toolbar. Any other filter works only through the URL. */
export const hasControl = ({ options, control }: FieldMeta): boolean =>
  options !== undefined || ['switch', 'picker', 'date', 'instant', 'month'].includes(control)
/** Whether a filter is a range with a field for each end. */
export const isRange = ({ control }: FieldMeta): boolean =>
  control === 'date' || control === 'instant' || control === 'rupiah'
/** Returns the names of the URL parameters that may hold the filter's value. */
export const namesOf = (name: string): string[] => [name, `${name}.gte`, `${name}.lte`]
/** Whether the filter has a value. */
export const isActive = ({ name }: Filter, values: Values): boolean =>
  namesOf(name).some((n) => values[n] !== undefined)
/** Returns the suffix for the label of one end of a range; empty for a filter that is no range. */
export const sideText = (name: string): string => {
  if (name.endsWith('.gte')) return ' dari'
  return name.endsWith('.lte') ? ' sampai' : ''
}
