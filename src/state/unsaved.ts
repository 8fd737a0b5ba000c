/**
 * Work that is being typed, for what is no navigation and yet throws it away, such as logging out.
 */
const open = new Set<() => Promise<boolean>>()

/**
 * Registers unsaved work: `ask` answers whether it may go. Returns what takes it back, as an effect
 * does.
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
