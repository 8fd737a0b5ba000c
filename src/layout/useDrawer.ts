import { useLocation } from '@tanstack/react-router'
import { useEffect, useEffectEvent, useRef, type RefObject } from 'react'

/** Returns the ARIA role of a panel: beside the page a part of the page, over the page a dialog. */
export const panelRole = (over: boolean) => ({
  role: over ? 'dialog' : 'complementary',
  'aria-modal': over || undefined,
})

/**
 * Focus handling of a panel over the page. While open the panel has the focus (its `[data-close]`
 * first; FullLayout makes the rest inert); Escape and a change of page close it; focus then returns
 * to the element before, unless it has moved to the new page.
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
      // Focus is restored only if it was inside the panel or nowhere: a new page's heading keeps
      // it.
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
