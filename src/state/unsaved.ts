/** Unsaved input, for actions that discard it without a navigation, such as logging out. */
const open = new Set<() => Promise<boolean>>()

/**
 * Registers unsaved work: `ask` returns whether the work may be discarded. Returns the function
 * that unregisters the work, like an effect.
 */
export const holdUnsaved = (ask: () => Promise<boolean>): (() => void) => {
  open.add(ask)
  return () => {
    open.delete(ask)
  }
}
/** Whether all unsaved input may be discarded; asks the user where there is some. */
export const mayLeave = async (): Promise<boolean> => {
  for (const ask of open) if (!(await ask())) return false
  return true
}
