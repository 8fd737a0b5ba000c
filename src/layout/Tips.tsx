/** The names of buttons that show an icon alone, beside them; one tooltip for all of them. */
import { lazy, Suspense, useEffect, useState } from 'react'
import { part } from '#src/ui/page/part.ts'

const Tip = lazy(() =>
  part(() => import('#src/ui/overlay/Tip.tsx')).then((m) => ({ default: m.Tip })),
)
/** How long one points at a button before its name shows, in ms. */
const patience = 400

const buttonAt = ({ target }: Event): HTMLElement | undefined => {
  const at = target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null
  // Where its text shows, or what it opens, nothing needs to be said.
  const text = at?.querySelector<HTMLElement>('[data-tip-text]')
  return at && at.ariaExpanded !== 'true' && !(text && text.offsetWidth > 1) ? at : undefined
}
/** Tooltip of the button that is hovered or focused by keys. */
export const Tips = () => {
  const [button, setButton] = useState<HTMLElement>()
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const hide = () => {
      clearTimeout(timer)
      setButton(undefined)
    }
    const show = (event: Event) => {
      const at = buttonAt(event)
      hide()
      if (at) timer = setTimeout(() => setButton(at), patience)
    }
    // By keys: a panel that opens puts the focus on its button, and nothing needs to be said.
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
