/**
 * Registry of forms with unsaved input. Actions that discard input without a navigation, such as
 * logging out, ask these forms first.
 */
const open = new Set<() => Promise<boolean>>()

/**
 * Registers unsaved work. `ask` returns whether the work may be discarded. Returns a function that
 * removes the registration, for the cleanup of an effect.
 */
export const holdUnsaved = (ask: () => Promise<boolean>): (() => void) => {
  open.add(ask)
  return () => {
    open.delete(ask)
  }
}
/** Returns whether all unsaved input may be discarded, asking the user for each unsaved form. */
export const mayLeave = async (): Promise<boolean> => {
  for (const ask of open) if (!(await ask())) return false
  return true
}
