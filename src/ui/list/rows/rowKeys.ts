/**
 * Returns a function that assigns React keys to rows. A row keeps its key while it is shown. A new
 * row takes the key of a removed row, so that React reuses the mounted elements for the next page.
 * A row that only moves keeps its element, with its open menu and its focus.
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
