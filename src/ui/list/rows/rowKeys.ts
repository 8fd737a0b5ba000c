/**
 * Returns a function that gives React keys to rows. A row keeps its key while it is shown, and a
 * new row takes the key of a removed one. The next page thus reuses the mounted rows, while a row
 * that only moves keeps its open menu and its focus.
 */
export const rowKeys = (): ((ids: readonly string[]) => string[]) => {
  let held = new Map<string, string>()
  let keyCount = 0
  return (ids) => {
    const free = [...held].filter(([id]) => !ids.includes(id)).map(([, key]) => key)
    held = new Map(ids.map((id) => [id, held.get(id) ?? free.shift() ?? String(keyCount++)]))
    return [...held.values()]
  }
}
