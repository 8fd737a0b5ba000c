import type { FieldMeta } from '#contract/fields.ts'

/** Filter of a list: its name in the URL, and the metadata of its field from the contract. */
export interface Filter {
  name: string
  meta: FieldMeta
}
/** Search parameters of the list, as in the URL. */
export type Values = Record<string, string | number | undefined>
export type Change = (change: Values, replace?: boolean) => void

/**
 * Whether a filter has a control in the toolbar. A filter without a control works only through the
 * URL.
 */
export const hasControl = ({ options, control }: FieldMeta): boolean =>
  options !== undefined || ['switch', 'picker', 'date', 'instant', 'month'].includes(control)
/** Whether the filter is a range, with a field for the start and a field for the end. */
export const isRange = ({ control }: FieldMeta): boolean =>
  control === 'date' || control === 'instant' || control === 'rupiah'
/** Returns the names of the URL parameters that may hold the filter's value. */
export const namesOf = (name: string): string[] => [name, `${name}.gte`, `${name}.lte`]
/** Whether the filter has a value. */
export const isActive = ({ name }: Filter, values: Values): boolean =>
  namesOf(name).some((n) => values[n] !== undefined)
/**
 * Returns the suffix of the label of a range field: ` dari` for the start, ` sampai` for the end.
 * Returns an empty text for a filter that is not a range.
 */
export const sideText = (name: string): string => {
  if (name.endsWith('.gte')) return ' dari'
  return name.endsWith('.lte') ? ' sampai' : ''
}
