/** A menu button. Ours, because the library's brings a positioning engine of 18 kB that a list does not need. */
import { Link } from '@tanstack/react-router'
import { createContext, use, useEffect, useEffectEvent, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'

const Close = createContext<() => void>(() => {})
/** Closes the menu that a control stands in. */
export const useCloseMenu = (): (() => void) => use(Close)
/** What the arrow keys go over. */
const stops = '[role^=menuitem]:not(:disabled), input:not(:disabled), [data-stop]'

/** `button` gets the attributes of a menu button; `popup` group holds controls (checkboxes, buttons marked `data-stop`) instead of items. */
export const Menu = ({ button, width = 200, popup = 'menu', label, children }: { button: (props: object) => ReactNode; width?: number; popup?: 'menu' | 'group'; label?: string; children: ReactNode | (() => ReactNode) }) => {
  const [open, setOpen] = useState(false)
  const [place, setPlace] = useState({ left: 0, top: 0 })
  const anchor = useRef<HTMLSpanElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const id = useId()
  const close = () => { setOpen(false); anchor.current?.querySelector('button')?.focus() }
  const position = useEffectEvent(() => {
    if (!anchor.current || !panel.current) return
    const at = anchor.current.firstElementChild?.getBoundingClientRect() ?? anchor.current.getBoundingClientRect()
    const height = panel.current.offsetHeight
    const below = at.bottom + 4 + height <= window.innerHeight || at.top < height
    setPlace({ left: Math.max(8, Math.min(at.right - width, window.innerWidth - width - 8)), top: below ? at.bottom + 4 : at.top - height - 4 })
  })
  useLayoutEffect(() => {
    if (!open || !panel.current) return
    position()
    // Without anything to go to, or before it has come, the panel itself: it listens to the keys.
    const to = panel.current.querySelector<HTMLElement>(stops) ?? panel.current
    to.focus({ preventScroll: true })
  }, [open])
  useEffect(() => {
    if (!open) return
    const outside = (e: Event) => { if (e.target instanceof Node && !panel.current?.contains(e.target) && !anchor.current?.contains(e.target)) setOpen(false) }
    const away = () => position()
    document.addEventListener('pointerdown', outside)
    window.addEventListener('resize', away)
    document.addEventListener('scroll', away, true)
    return () => { document.removeEventListener('pointerdown', outside); window.removeEventListener('resize', away); document.removeEventListener('scroll', away, true) }
  }, [open])
  const keys = (e: KeyboardEvent) => {
    e.stopPropagation()
    if (e.key === 'Escape') { e.preventDefault(); return close() }
    // A group's controls are walked with Tab, as everywhere.
    if (e.key === 'Tab') { if (popup === 'menu') setOpen(false); return }
    if (e.key === ' ' && e.target instanceof HTMLAnchorElement) { e.preventDefault(); return e.target.click() }
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[e.key]
    if (step === undefined) return
    e.preventDefault()
    const items = [...(panel.current?.querySelectorAll<HTMLElement>(stops) ?? [])]
    const now = items.findIndex((i) => i === document.activeElement)
    items[Number.isFinite(step) ? (now + step + items.length) % items.length : step < 0 ? 0 : items.length - 1]?.focus()
  }
  return (
    <span ref={anchor} style={{ display: 'inline-flex' }}>
      {button({ 'aria-haspopup': popup === 'menu' ? 'menu' : 'true', 'aria-expanded': open, 'aria-controls': open ? id : undefined, onClick: (e: Event) => { e.stopPropagation(); setOpen(!open) } })}
      {/* In a landmark, because it stands outside the page's own. */}
      {open && createPortal(
        <section aria-label={label}><div ref={panel} id={id} role={popup} aria-label={label} tabIndex={-1} className="menu" style={{ ...place, width }} onKeyDown={keys} onBlur={(e) => { if (e.relatedTarget && !e.currentTarget.contains(e.relatedTarget)) setOpen(false) }} onClick={(e) => e.stopPropagation()}>
          <Close value={close}>{typeof children === 'function' ? children() : children}</Close>
        </div></section>, document.body)}
    </span>
  )
}

interface ItemProps { run: () => void; icon?: ReactNode; children: ReactNode; disabled?: string | boolean; danger?: boolean; checked?: boolean
  /** Why it is not possible now, in words under it: it stays in reach of keys, so that everybody can read them. */
  why?: string }
/** One action; `disabled` may say why; `checked` makes it one of a choice. */
export const MenuItem = ({ run, icon, children, disabled, danger, checked, why }: ItemProps) => {
  const close = use(Close)
  return (
    // The attribute keeps Esc from the dialog that the menu may stand in: it closes the menu only.
    <button type="button" className="menuItem" data-mantine-stop-propagation="true" role={checked === undefined ? 'menuitem' : 'menuitemradio'} aria-checked={checked} tabIndex={-1} disabled={disabled !== undefined && disabled !== false} title={typeof disabled === 'string' ? disabled : undefined}
      data-danger={danger || undefined} aria-disabled={why ? true : undefined} onClick={() => { if (why) return; close(); run() }}>{icon}<span>{children}{why && <small>{why}</small>}</span></button>
  )
}
/** One way to a page: a link, so that it opens in a new tab as any other. */
export const MenuLink = ({ to, icon, children }: { to: string; icon?: ReactNode; children: ReactNode }) => {
  const close = use(Close)
  return <Link to={to} className="menuItem" role="menuitem" tabIndex={-1} activeProps={{}} onClick={close}>{icon}<span>{children}</span></Link>
}
