import type { AnyResource } from '#contract/resource.ts'
import type { RowStart } from '#src/ui/form/formTarget.ts'
import type { Values } from '#src/ui/form/store.ts'

const isPhone = (text: string) => /^\+?[\d\s.-]{6,}$/.test(text)

/**
 * Returns the first values of a row that a picker creates. The typed text goes to the field that
 * names the row, or to the phone number of a person if it is one. Without `start` it returns no
 * values.
 */
export const valuesOfStart = (
  { input, choice }: Pick<AnyResource, 'input' | 'choice'>,
  start: RowStart | undefined,
): Values => {
  if (!start) return {}
  const has = (field: string | undefined): field is string =>
    field !== undefined && field in input.def.shape
  const named = isPhone(start.text) && has('phone') ? 'phone' : choice?.label
  const given = Object.entries(start.values).filter(
    ([field, value]) => has(field) && value !== undefined && value !== null,
  )
  return { ...Object.fromEntries(given), ...(has(named) && start.text && { [named]: start.text }) }
}
