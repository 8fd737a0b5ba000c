/**
 * React keys for rows: a row keeps its key while it is shown, and the keys of rows that went are
 * taken by those that came. So the next page fills the lines that stand instead of making them
 * anew, while a row that only moves keeps its open menu and its focus.
 */
export const rowKeys = (): ((ids: readonly string[]) => string[]) => {
  let held = new Map<string, string>()
  let made = 0
  return (ids) => {
    const free = [...held].filter(([id]) => !ids.includes(id)).map(([, key]) => key)
    held = new Map(ids.map((id) => [id, held.get(id) ?? free.shift() ?? String(made++)]))
    return [...held.values()]
  }
}
