import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/**
 * Returns the ARIA attributes of a side panel: a dialog if the panel lies over the page, otherwise
 * a complementary region beside the page.
 */
export const panelRole = (over: boolean) => ({
  role: over ? 'dialog' : 'complementary',
  'aria-modal': over || undefined,
})

/**
 * Handles the focus of a panel over the page. When the panel opens, its `[data-close]` button gets
 * the focus. Escape and a change of page close the panel. The focus then returns to the element
 * that had it before, unless an element of the new page has taken the focus.
 */
export const useDrawer = (open: boolean, close: () => void): RefObject<HTMLDivElement | null> => {
  const panel = useRef<HTMLDivElement>(null)
  const path = useLocation({ select: (l) => l.pathname })
  const shut = useEffectEvent(close)
  useEffect(() => {
    if (!open) return
    const [before, inside] = [document.activeElement, panel.current]
    inside?.querySelector<HTMLElement>('[data-close]')?.focus()
    const key = (e: KeyboardEvent) => {
      if (e.key === 'Escape' && !e.defaultPrevented) shut()
    }
    document.addEventListener('keydown', key)
    return () => {
      document.removeEventListener('keydown', key)
      // Restores the focus only if it is inside the panel or on no element. Otherwise an element
      // outside the panel, such as the heading of a new page, has taken the focus and keeps it.
      const focusedElement = document.activeElement
      if (
        before instanceof HTMLElement &&
        (focusedElement === document.body || inside?.contains(focusedElement))
      )
        before.focus()
    }
  }, [open])
  useEffect(() => shut(), [path])
  return panel
}
