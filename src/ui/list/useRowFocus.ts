import { useEffect, useEffectEvent } from 'react'

const nowhere = () => document.activeElement === null || document.activeElement === document.body

/**
 * Gives the focus to a row of the list when the form that stood over it has gone. A row that the
 * list no longer shows leaves it to the first one, or to what stands in place of rows, unless it
 * has a place already. `done` is called once that has happened.
 */
export const useRowFocus = (list: string, id: number | undefined, done: () => void): void => {
  const give = useEffectEvent((row: number) => {
    const find = (selector: string) =>
      document.querySelector<HTMLElement>(`[data-list="${list}"] ${selector}`)
    const line = find(`tr[data-id="${row}"]`)
    if (line) {
      // Rows that nothing opens take no focus themselves.
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
