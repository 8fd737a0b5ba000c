/**
 * Tooltips with the names of icon-only buttons. A single component renders the tooltips of all
 * buttons of the page.
 */
import { lazy, Suspense, useEffect, useState } from 'react'
import { part } from '#src/ui/page/part.ts'

const Tip = lazy(() =>
  part(() => import('#src/ui/overlay/Tip.tsx')).then((m) => ({ default: m.Tip })),
)
/** Delay in ms between hovering over a button and showing its tooltip. */
const patience = 400

const buttonAt = ({ target }: Event): HTMLElement | undefined => {
  const button = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
  // Skips a button with visible text or an open popup.
  const text = button?.querySelector<HTMLElement>('[data-tip-text]')
  return button && button.ariaExpanded !== 'true' && !(text && text.offsetWidth > 1)
    ? button
    : undefined
}
/** Shows the tooltip of the button under the pointer, or of the button with keyboard focus. */
export const Tips = () => {
  const [button, setButton] = useState<HTMLElement>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setButton(undefined)
    }
    const show = (event: Event) => {
      const nextButton = buttonAt(event)
      hide()
      if (nextButton) timer = setTimeout(() => setButton(nextButton), patience)
    }
    // Shows the tooltip of a focused button only after the Tab key. When a panel opens, the focus
    // moves to one of its buttons, and this button needs no tooltip.
    let isTab = false
    const focus = (event: Event) => {
      if (isTab) show(event)
    }
    const key = (event: KeyboardEvent) => {
      isTab = event.key === 'Tab'
      if (event.key === 'Escape') hide()
    }
    document.addEventListener('mouseover', show)
    document.addEventListener('focusin', focus)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', hide)
    document.addEventListener('keydown', key)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('mouseover', show)
      document.removeEventListener('focusin', focus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', hide)
      document.removeEventListener('keydown', key)
    }
  }, [])
  return (
    button && (
      <Suspense>
        <Tip at={button} />
      </Suspense>
    )
  )
}
