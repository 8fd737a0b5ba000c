/** A menu button. Ours, because the library's brings a positioning engine of 18 kB that a list does not need. */
import { Link } from '@tanstack/react-router'
import {
  createContext,
  use,
  useEffect,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
} from 'react'
import { createPortal } from 'react-dom'

const Close = createContext<() => void>(() => {})
/** Closes the menu that a control stands in. */
export const useCloseMenu = (): (() => void) => use(Close)
/** What the arrow keys go over. */
const stops = '[role^=menuitem]:not(:disabled), input:not(:disabled), [data-stop]'

interface PanelProps {
  id: string
  /** The button that it belongs to. */ at: HTMLElement
  /** Called when it closes; `back` gives the focus back to the button. */ close: (
    back: boolean,
  ) => void
  width?: number
  popup?: 'menu' | 'group'
  label?: string
  children: ReactNode | (() => ReactNode)
}
/** What a menu button opens, beside the button. `popup` group holds controls (checkboxes, buttons marked `data-stop`) instead of items. */
export const MenuPanel = ({
  id,
  at,
  close,
  width = 200,
  popup = 'menu',
  label,
  children,
}: PanelProps) => {
  const [place, setPlace] = useState({ left: 0, top: 0 })
  const panel = useRef<HTMLDivElement>(null)
  const position = useEffectEvent(() => {
    if (!panel.current) return
    const box = at.getBoundingClientRect()
    const height = panel.current.offsetHeight
    const below = box.bottom + 4 + height <= window.innerHeight || box.top < height
    setPlace({
      left: Math.max(8, Math.min(box.right - width, window.innerWidth - width - 8)),
      top: below ? box.bottom + 4 : box.top - height - 4,
    })
  })
  const outside = useEffectEvent((e: Event) => {
    if (e.target instanceof Node && !panel.current?.contains(e.target) && !at.contains(e.target))
      close(false)
  })
  useLayoutEffect(() => {
    position()
    // Without anything to go to, or before it has come, the panel itself: it listens to the keys.
    const to = panel.current?.querySelector<HTMLElement>(stops) ?? panel.current
    to?.focus({ preventScroll: true })
  }, [])
  useEffect(() => {
    const away = () => position()
    const press = (e: Event) => outside(e)
    document.addEventListener('pointerdown', press)
    window.addEventListener('resize', away)
    document.addEventListener('scroll', away, true)
    return () => {
      document.removeEventListener('pointerdown', press)
      window.removeEventListener('resize', away)
      document.removeEventListener('scroll', away, true)
    }
  }, [])
  const keys = (e: KeyboardEvent) => {
    e.stopPropagation()
    if (e.key === 'Escape') {
      e.preventDefault()
      return close(true)
    }
    // A group's controls are walked with Tab, as everywhere.
    if (e.key === 'Tab') {
      if (popup === 'menu') close(false)
      return
    }
    if (e.key === ' ' && e.target instanceof HTMLAnchorElement) {
      e.preventDefault()
      return e.target.click()
    }
    const step = { ArrowDown: 1, ArrowUp: -1, Home: -Infinity, End: Infinity }[e.key]
    if (step === undefined) return
    e.preventDefault()
    const items = [...(panel.current?.querySelectorAll<HTMLElement>(stops) ?? [])]
    const now = items.findIndex((i) => i === document.activeElement)
    items[
      Number.isFinite(step)
        ? (now + step + items.length) % items.length
        : step < 0
          ? 0
          : items.length - 1
    ]?.focus()
  }
  // In a landmark, because it stands outside the page's own.
  return createPortal(
    <section aria-label={label}>
      <div
        ref={panel}
        id={id}
        role={popup}
        aria-label={label}
        tabIndex={-1}
        className="menu"
        style={{ ...place, width }}
        onKeyDown={keys}
        onBlur={(e) => {
          if (e.relatedTarget && !e.currentTarget.contains(e.relatedTarget)) close(false)
        }}
        onClick={(e) => e.stopPropagation()}
      >
        <Close value={() => close(true)}>
          {typeof children === 'function' ? children() : children}
        </Close>
      </div>
    </section>,
    document.body,
  )
}
/** A menu with its button, which gets the attributes of one. */
export const Menu = ({
  button,
  ...panel
}: Omit<PanelProps, 'id' | 'at' | 'close'> & { button: (props: object) => ReactNode }) => {
  const [at, setAt] = useState<HTMLElement | null>(null)
  const id = useId()
  return (
    <span style={{ display: 'inline-flex' }}>
      {button({
        'aria-haspopup': panel.popup === 'group' ? 'true' : 'menu',
        'aria-expanded': at !== null,
        'aria-controls': at ? id : undefined,
        onClick: (e: MouseEvent<HTMLElement>) => {
          e.stopPropagation()
          setAt(at ? null : e.currentTarget)
        },
      })}
      {at && (
        <MenuPanel
          id={id}
          at={at}
          close={(back) => {
            setAt(null)
            if (back) at.focus()
          }}
          {...panel}
        />
      )}
    </span>
  )
}

interface ItemProps {
  run: () => void
  icon?: ReactNode
  children: ReactNode
  disabled?: string | boolean
  danger?: boolean
  checked?: boolean
  /** Why it is not possible now, in words under it: it stays in reach of keys, so that everybody can read them. */
  why?: string
}
/** One action; `disabled` may say why; `checked` makes it one of a choice. */
export const MenuItem = ({ run, icon, children, disabled, danger, checked, why }: ItemProps) => {
  const close = use(Close)
  return (
    // The attribute keeps Esc from the dialog that the menu may stand in: it closes the menu only.
    <button
      type="button"
      className="menuItem"
      data-mantine-stop-propagation="true"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      tabIndex={-1}
      disabled={disabled !== undefined && disabled !== false}
      title={typeof disabled === 'string' ? disabled : undefined}
      data-danger={danger || undefined}
      aria-disabled={why ? true : undefined}
      onClick={() => {
        if (why) return
        close()
        run()
      }}
    >
      {icon}
      <span>
        {children}
        {why && <small>{why}</small>}
      </span>
    </button>
  )
}
/** One way to a page: a link, so that it opens in a new tab as any other. */
export const MenuLink = ({
  to,
  icon,
  children,
}: {
  to: string
  icon?: ReactNode
  children: ReactNode
}) => {
  const close = use(Close)
  return (
    <Link
      to={to}
      className="menuItem"
      role="menuitem"
      tabIndex={-1}
      activeProps={{}}
      onClick={close}
    >
      {icon}
      <span>{children}</span>
    </Link>
  )
}
