/** Resolves edit conflicts between a form and a save by another user. */
import { isEqual, type FormStore, type Values } from '#src/ui/form/store.ts'

/**
 * Changes that another user saved while the form was open. `both` holds fields that this user
 * changed as well, `quiet` fields that simply get the other user's value.
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
 * Sets untouched fields to the other user's values. Where both users changed a field, the user
 * chooses. `current` holds the other user's values by field and becomes the base of the form.
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
