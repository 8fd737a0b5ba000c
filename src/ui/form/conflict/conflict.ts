/** Resolves conflicts between the values of a form and a save of the row by another user. */
import { isEqual, type FormStore, type Values } from '#src/ui/form/store.ts'

/** Changes that another user saved while the form was open. */
export interface Clash {
  message: string
  when: string
  /** Names of the fields to which the two users gave different values. */
  both: string[]
  /**
   * Names of the fields that the other user changed without a conflict: this user did not change
   * these fields, or typed the same value. The fields get the other user's value.
   */
  quiet: string[]
  /** Values typed by this user. */
  mine: Values
  /** Values saved by the other user. */
  current: Values
}

/**
 * Copies the other user's changes (`current`) into the fields that this user has not changed.
 * Returns the fields to which both users gave different values, so that the user can choose a
 * value. From then on the form compares its values with `current` to find the changes to send.
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
