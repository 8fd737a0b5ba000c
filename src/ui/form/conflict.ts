/** What happens to a form when somebody else has saved meanwhile; the only place that knows. */
import { same, type FormStore, type Values } from '#src/ui/form/store.ts'

/** What somebody else changed meanwhile: `both` also typed here, `quiet` taken over. */
export interface Clash {
  message: string
  when: string
  both: string[]
  quiet: string[]
  mine: Values
  current: Values
}

/**
 * Theirs come in where nothing was typed; where both changed a field, the person chooses. `current`
 * are their values by field; the form goes on from them.
 */
export const takeTheirs = (
  store: FormStore,
  current: Values,
  { message, when }: { message: string; when: string },
): Clash => {
  const [mine, base] = [store.values(), store.initial()]
  const changed = Object.keys(current).filter((k) => !same(current[k], base[k]))
  const both = changed.filter((k) => !same(mine[k], base[k]) && !same(mine[k], current[k]))
  const quiet = changed.filter((k) => !both.includes(k))
  const pick = (keys: readonly string[]) => Object.fromEntries(keys.map((k) => [k, current[k]]))
  store.rebase({ ...base, ...pick(changed) }, { ...mine, ...pick(quiet) })
  return { message, when, both, quiet, mine, current }
}
