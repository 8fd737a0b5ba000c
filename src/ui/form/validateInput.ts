/** Validates typed values and returns the errors by the path of their field. */
import type { Issue, Shape } from '#contract/resource.ts'
import { windowIssues } from '#contract/values/dateWindow.ts'
import { knownWindow } from '#src/data/dateWindow.ts'
import type { Errors, Values } from '#src/ui/form/store.ts'

/** Returns errors of the contract by path, with the first error of each path. */
export const errorsOf = (issues: readonly { path: PropertyKey[]; message: string }[]): Errors =>
  Object.fromEntries([...issues].reverse().map((i) => [i.path.join('.'), i.message]))
/**
 * Validates rules over several fields, and that dates are within the school's date window.
 * `storedValues` holds the stored values of an edited row.
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
/** Returns errors of the server or of a rule by field, with the first error of each field. */
export const firstByField = (issues: readonly Issue[]): Errors =>
  Object.fromEntries([...issues].reverse().map((i) => [i.field, i.message]))
