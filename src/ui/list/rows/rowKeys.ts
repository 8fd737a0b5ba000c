/**
 * React keys for rows: a row keeps its key while it is shown, and new rows take the keys of removed
 * rows. So the next page reuses the mounted lines, while a row that only moves keeps its open menu
 * and its focus.
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
