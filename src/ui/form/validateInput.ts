/** Validates typed values and returns the errors by the path of their field. */
import type { Issue, Shape } from '#contract/resource.ts'
import { windowIssues } from '#contract/values/dateWindow.ts'
import { knownWindow } from '#src/data/dateWindow.ts'
import type { Errors, Values } from '#src/ui/form/store.ts'

/** Returns the first validation error of each path, by path. */
export const errorsOf = (issues: readonly { path: PropertyKey[]; message: string }[]): Errors =>
  Object.fromEntries([...issues].reverse().map((i) => [i.path.join('.'), i.message]))
/**
 * Returns the violations of the rules over several fields, and the dates outside the school's date
 * window (the days between which a document may be dated). `storedValues` holds the stored values
 * of an edited row.
 */
export const validateInput = (
  fields: Shape,
  check: ((input: never) => Issue[]) | undefined,
  input: unknown,
  storedValues?: Values,
): Issue[] => {
  const window = knownWindow()
  return [
    ...(check?.(input as never) ?? []),
    ...(window ? windowIssues(fields, window, input as Values, storedValues) : []),
  ]
}
/** Returns the first error of each field, by field, from errors of the server or of a rule. */
export const firstByField = (issues: readonly Issue[]): Errors =>
  Object.fromEntries([...issues].reverse().map((i) => [i.field, i.message]))
