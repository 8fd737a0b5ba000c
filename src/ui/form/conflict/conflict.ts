/** Resolves conflicts between the values of a form and a save of the row by another user. */
import { isEqual, type FormStore, type Values } from '#src/ui/form/store.ts'

/**
 * Changes that another user saved while the form was open. `both` holds the names of fields that
 * this user changed as well, `quiet` those that simply get the other user's value. `mine` holds the
 * typed values, `current` the other user's.
 */
export interface Clash {
  message: string
  when: string
  both: string[]
  quiet: string[]
  mine: Values
  current: Values
}

/**
 * Sets the fields that this user has not changed to the other user's values. For fields that both
 * changed, the result lists them for a choice. The form then compares its values with `current`,
 * the other user's values, to find the changes to send.
 */
export const takeTheirs = (
  store: FormStore,
  current: Values,
  { message, when }: { message: string; when: string },
): Clash => {
  const [ownValues, base] = [store.values(), store.initial()]
  const changed = Object.keys(current).filter((k) => !isEqual(current[k], base[k]))
  const both = changed.filter(
    (k) => !isEqual(ownValues[k], base[k]) && !isEqual(ownValues[k], current[k]),
  )
  const quiet = changed.filter((k) => !both.includes(k))
  const pick = (keys: readonly string[]) => Object.fromEntries(keys.map((k) => [k, current[k]]))
  store.rebase({ ...base, ...pick(changed) }, { ...ownValues, ...pick(quiet) })
  return { message, when, both, quiet, mine: ownValues, current }
}
