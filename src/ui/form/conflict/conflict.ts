/** Resolves edit conflicts of a form; no other file handles saves by other users. */
import { isEqual, type FormStore, type Values } from '#src/ui/form/store.ts'

/**
 * Changes saved by another user meanwhile: `both` were typed here as well, `quiet` are taken over.
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
 * Takes over the other user's values for untouched fields; where both changed a field, the user
 * chooses. `current` are the other user's values by field, and become the form's base.
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
