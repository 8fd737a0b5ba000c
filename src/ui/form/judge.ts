/** Validates typed values: returns errors by the path of their field. */
import type { Issue, Shape } from '#contract/resource.ts'
import { windowIssues } from '#contract/values/dateWindow.ts'
import { knownWindow } from '#src/data/dateWindow.ts'
import type { Errors, Values } from '#src/ui/form/store.ts'

/** Errors of the contract by path; of several at one place the first. */
export const errorsOf = (issues: readonly { path: PropertyKey[]; message: string }[]): Errors =>
  Object.fromEntries([...issues].reverse().map((i) => [i.path.join('.'), i.message]))
/**
 * Rules over several fields, and whether dates of money lie where the school's do; `known` is what
 * the row has already.
 */
export const judge = (
  fields: Shape,
  check: ((input: never) => Issue[]) | undefined,
  input: unknown,
  known?: Values,
): Issue[] => {
  const window = knownWindow()
  return [
    ...(check?.(input as never) ?? []),
    ...(window ? windowIssues(fields, window, input as Values, known) : []),
  ]
}
/** Errors of the server or of a rule by field; of several at one field the first. */
export const firstByField = (issues: readonly Issue[]): Errors =>
  Object.fromEntries([...issues].reverse().map((i) => [i.field, i.message]))
