/**
 * Work that is being typed, for what is no navigation and yet throws it away, such as logging out.
 */
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
/** Whether everything unsaved may go; asks where there is something. */
export const mayLeave = async (): Promise<boolean> => {
  for (const ask of open) if (!(await ask())) return false
  return true
}
