import { useEffect, useEffectEvent } from 'react'

const nowhere = () => document.activeElement === null || document.activeElement === document.body

/**
 * Gives the focus to a row of the list after the form over the list has closed. If the list no
 * longer shows the row, the first row gets the focus, or the placeholder of an empty list, unless
 * the focus is somewhere already. `done` is called afterwards.
 */
export const useRowFocus = (list: string, id: number | undefined, done: () => void): void => {
  const give = useEffectEvent((row: number) => {
    const find = (selector: string) =>
      document.querySelector<HTMLElement>(`[data-list="${list}"] ${selector}`)
    const line = find(`tr[data-id="${row}"]`)
    if (line) {
      // Rows that open nothing are not focusable themselves.
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
