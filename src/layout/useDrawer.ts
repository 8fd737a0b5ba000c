import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/**
 * Returns the ARIA attributes of a panel: a part of the page when beside it, a dialog when over it.
 */
export const panelRole = (over: boolean) => ({
  role: over ? 'dialog' : 'complementary',
  'aria-modal': over || undefined,
})

/**
 * Handles the focus of a panel over the page. The open panel gets the focus, at its `[data-close]`
 * first. Escape and a change of page close it; the focus then returns to the previous element,
 * unless the new page has taken it.
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
      // The focus is restored only if it was inside the panel or on no element. The heading of a
      // new page keeps it.
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
