import { useEffect, useEffectEvent } from 'react'

const nowhere = () => document.activeElement === null || document.activeElement === document.body

/**
 * Focuses a row of the list after the form over the list has closed, then calls `done`. If the list
 * no longer shows the row and no other element has the focus, focuses the first row. Without rows,
 * focuses the button of the empty list, or else the search box.
 */
export const useRowFocus = (list: string, id: number | undefined, done: () => void): void => {
  const give = useEffectEvent((row: number) => {
    const find = (selector: string) =>
      document.querySelector<HTMLElement>(`[data-list="${list}"] ${selector}`)
    const line = find(`tr[data-id="${row}"]`)
    if (line) {
      // A row that opens nothing cannot take the focus, so its first control takes it.
      const to = line.tabIndex >= 0 ? line : line.querySelector<HTMLElement>('button, input')
      to?.focus({ preventScroll: true })
    } else if (nowhere()) {
      const to = find('tbody tr[tabindex]') ?? find('[data-nothing]') ?? find('[data-search]')
      to?.focus({ preventScroll: true })
    }
    done()
  })
  useEffect(() => {
    if (id !== undefined) give(id)
  }, [id])
}
