import type { ChangeEvent, FocusEvent, KeyboardEvent, MouseEvent, SyntheticEvent } from 'react'
import { keysAtom } from '#src/state/device.ts'
import { store, toast } from '#src/state/feedback.ts'
import type { RowAction } from '#src/ui/list/rows/useRowMenu.tsx'
import { fetchMenus } from '#src/ui/overlay/Menu.tsx'

interface Does<T> {
  rowOf: (id: string) => T | undefined
  /** Handles a click or Enter on a row. */
  open?: (row: T) => void
  /** Handles the key `e` on a row. */
  edit?: (row: T) => void
  unfold: (row: T) => void
  /** Returns the actions of a row. A key on the row runs the action that has this key. */
  actions: (row: T) => readonly RowAction[]
  /** Opens the menu of a row at its button. */
  openMenu: (button: HTMLElement) => void
  /** Selects a row; undefined in a list whose rows cannot be selected. */
  tick?: (id: string, event: TickEvent) => void
  prefetch: (row: T) => void
}
/** Properties of a checkbox event that TanStack Table reads. */
interface TickEvent {
  target: { checked: boolean }
  nativeEvent?: Event
}
const within = ({ target }: SyntheticEvent, selector: string) =>
  target instanceof Element ? target.closest<HTMLElement>(selector) : null

/**
 * Returns the event handlers of all rows of a list, for its `tbody`. The rows themselves have no
 * handlers and are plain markup.
 */
export const useRowEvents = <T>({
  rowOf,
  open,
  edit,
  unfold,
  actions,
  openMenu,
  tick,
  prefetch,
}: Does<T>) => {
  /**
   * Runs a callback for the row in which an event occurred. `from` is the element that the pointer
   * or the focus left. Does nothing if `from` is in the same row.
   */
  const runForRow = (
    event: SyntheticEvent,
    run: ((row: T) => void) | undefined,
    from: EventTarget | null = null,
  ) => {
    const line = within(event, 'tr[data-id]')
    if (!line || (from instanceof Node && line.contains(from))) return
    const row = rowOf(line.dataset.id ?? '')
    if (row) run?.(row)
  }
  const onClick = (e: MouseEvent) => {
    const button = within(e, '[data-press]')
    if (button?.dataset.press === 'unfold') runForRow(e, unfold)
    else if (button) openMenu(button)
    else if (!within(e, '[data-cell]') && !window.getSelection()?.toString()) runForRow(e, open)
  }
  const onKeyDown = (e: KeyboardEvent) => {
    if (!(e.target instanceof HTMLTableRowElement) || e.ctrlKey || e.metaKey || e.altKey) return
    const row = e.target
    const single = store.get(keysAtom)
    const tickRow = () =>
      tick?.(row.dataset.id ?? '', { target: { checked: row.ariaSelected !== 'true' } })
    const runHotkey = (item: T) => {
      const action = actions(item).find(({ hotkey }) => hotkey === e.key)
      if (!action) return
      e.preventDefault()
      if (action.disabled) toast(action.disabled, { tone: 'red' })
      else action.run()
    }
    const runs: Record<string, ((row: T) => void) | undefined> = {
      Enter: open,
      ...(single && { e: edit, x: tick && tickRow }),
    }
    const run = runs[e.key]
    if (run) e.preventDefault()
    runForRow(e, run ?? (single ? runHotkey : undefined))
  }
  return {
    onClick,
    onKeyDown,
    // Prefetches a row only when the pointer has moved, not when the list scrolls under a pointer
    // at rest.
    onMouseOver: (e: MouseEvent) => {
      if (within(e, '[data-press]')) fetchMenus()
      if (e.movementX !== 0 || e.movementY !== 0) runForRow(e, prefetch, e.relatedTarget)
    },
    onFocus: (e: FocusEvent) => {
      if (within(e, '[data-press]')) fetchMenus()
      runForRow(e, prefetch, e.relatedTarget)
    },
    onChange: (e: ChangeEvent<HTMLElement>) => {
      const id = within(e, 'tr[data-id]')?.dataset.id
      if (id !== undefined && e.target instanceof HTMLInputElement)
        tick?.(id, { target: e.target, nativeEvent: e.nativeEvent })
    },
  }
}
