/** Rows that can be made again after a delete, because nothing has referred to them. */
import * as z from 'zod/mini'
import type { AnyResource } from '#contract/resource.ts'

/** Whether create can make a deleted row again as it was (`restorable` of the declaration). */
export const isRestorable = ({ restorable }: AnyResource, row: object): boolean =>
  restorable !== undefined &&
  Object.entries(restorable).every(([name, value]) => Reflect.get(row, name) === value)

/**
 * Returns the input of create that makes a deleted row again; undefined if the row cannot be made
 * complete. `more` holds the inputs that are no columns of the row, such as the lines of a bill.
 */
export const restoreInput = (
  resource: AnyResource,
  row: object,
  more: object = {},
): Record<string, unknown> | undefined => {
  if (!isRestorable(resource, row)) return undefined
  const names = Object.keys(resource.fields)
  const fields = Object.fromEntries(names.map((name) => [name, Reflect.get(row, name)]))
  if (names.some((name) => fields[name] === undefined)) return undefined
  const input = { ...fields, ...more }
  return z.safeParse(resource.input, input).success ? input : undefined
}
