/** Panel that a menu button opens, positioned by the library. */
import '#src/styles/parts.css'
import { Menu, Popover, type PopoverProps } from '@mantine/core'
import type { IconUser } from '@tabler/icons-react'
import { useLayoutEffect, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Place } from '#src/state/place.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import classes from './MenuPanel.module.css'

/** Menu entry: runs an action or links to a screen. */
interface MenuEntry {
  label: string
  run?: () => void
  /** Drawn as a link, which opens in a new tab as any other. */
  place?: Place
  icon?: typeof IconUser
  danger?: boolean
  /** Makes it one of a choice. */
  checked?: boolean
  /**
   * Why it is not possible now, in words under it: it stays in reach of keys, so that everybody can
   * read them.
   */
  why?: string
}

/** Data of a menu button for its open panel. */
export interface Opened {
  id: string
  at: HTMLElement
  /** Closes the panel; the focus returns to the button. */
  close: () => void
}
export interface PanelLook {
  label?: string
  width?: number
}
export type MenuLook = PanelLook & {
  items: readonly MenuEntry[]
  /** Stands above the items, and is none. */
  head?: ReactNode
}

/** Stands for the button, which is drawn elsewhere. */
const ButtonPlace = ({ at, place }: { at: HTMLElement; place?: (node: HTMLElement) => void }) => {
  useLayoutEffect(() => place?.(at), [at, place])
  return null
}

const look = {
  opened: true,
  position: 'bottom-end',
  offset: 4,
  shadow: 'lg',
  floatingStrategy: 'fixed',
  withinPortal: false,
  withRoles: false,
  transitionProps: { duration: 0 },
} satisfies Partial<PopoverProps>

/**
 * Renders in a landmark of its own, because the panel is outside the page's landmarks. Events
 * inside do not reach the page.
 */
const Outside = ({ label, children }: { label?: string; children: ReactNode }) =>
  createPortal(
    <section
      aria-label={label}
      onClick={(e) => e.stopPropagation()}
      onKeyDown={(e) => e.stopPropagation()}
    >
      {children}
    </section>,
    document.body,
  )

/** Items of a menu beside its button; the first one has the focus. */
export const MenuPanel = ({
  id,
  at,
  close,
  label,
  width = 200,
  items,
  head,
}: Opened & MenuLook) => {
  const keys = (e: KeyboardEvent) => {
    // Closing returns the focus to the button first, so Tab moves on from there.
    if (e.key === 'Tab') close()
    if (e.key === ' ' && e.target instanceof HTMLAnchorElement) {
      e.preventDefault()
      e.target.click()
    }
  }
  return (
    <Outside label={label}>
      <Menu
        {...look}
        width={width}
        onClose={close}
        closeOnItemClick={false}
        withInitialFocusPlaceholder={false}
      >
        <Menu.Target refProp="place">
          <ButtonPlace at={at} />
        </Menu.Target>
        <Menu.Dropdown id={id} aria-label={label} className={classes.panel} onKeyDown={keys}>
          {head}
          {items.map((item) => (
            <Item key={item.label} item={item} close={close} />
          ))}
        </Menu.Dropdown>
      </Menu>
    </Outside>
  )
}

const Item = ({ item, close }: { item: MenuEntry; close: () => void }) => {
  const { label, run, place, icon: Icon, danger, checked, why } = item
  const act = () => {
    if (why) return
    close()
    run?.()
  }
  if (checked !== undefined)
    return (
      <Menu.RadioItem
        value={label}
        checked={checked}
        rightSection={Icon && <Icon size={17} stroke={1.6} aria-hidden />}
        onClick={act}
      >
        {label}
      </Menu.RadioItem>
    )
  return (
    <Menu.Item
      color={danger ? 'var(--mantine-color-error)' : undefined}
      leftSection={Icon && <Icon size={17} stroke={1.6} aria-hidden />}
      aria-disabled={why ? true : undefined}
      onClick={act}
      renderRoot={place && ((props) => <PlaceLink {...props} {...place} />)}
    >
      {label}
      {why && <small>{why}</small>}
    </Menu.Item>
  )
}

/** Controls beside their button; Tab cycles through the controls, Esc closes the panel. */
export const PopupPanel = ({
  id,
  at,
  close,
  label,
  width = 200,
  children,
}: Opened & { label?: string; width?: number; children: ReactNode }) => (
  <Outside label={label}>
    <Popover {...look} width={width} onChange={close} trapFocus>
      <Popover.Target refProp="place">
        <ButtonPlace at={at} />
      </Popover.Target>
      <Popover.Dropdown
        id={id}
        role="group"
        aria-label={label}
        tabIndex={-1}
        className={classes.panel}
        data-mantine-stop-propagation="true"
      >
        {children}
      </Popover.Dropdown>
    </Popover>
  </Outside>
)
