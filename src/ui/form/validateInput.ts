/** Validates typed values: returns errors by the path of their field. */
import type { Issue, Shape } from '#contract/resource.ts'
import { windowIssues } from '#contract/values/dateWindow.ts'
import { knownWindow } from '#src/data/dateWindow.ts'
import type { Errors, Values } from '#src/ui/form/store.ts'

/** Errors of the contract by path; only the first of each path. */
export const errorsOf = (issues: readonly { path: PropertyKey[]; message: string }[]): Errors =>
  Object.fromEntries([...issues].reverse().map((i) => [i.path.join('.'), i.message]))
/**
 * Validates rules over several fields, and that dates lie in the school's date window;
 * `storedValues` are the row's stored values.
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
/** Errors of the server or of a rule by field; only the first of each field. */
export const firstByField = (issues: readonly Issue[]): Errors =>
  Object.fromEntries([...issues].reverse().map((i) => [i.field, i.message]))
