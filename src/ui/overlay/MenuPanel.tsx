/** Panels that a button opens: a menu, or a popup of controls. Mantine positions them. */
import '#src/styles/parts.css'
import { Menu, Popover, type PopoverProps } from '@mantine/core'
import type { IconUser } from '@tabler/icons-react'
import { useLayoutEffect, type KeyboardEvent, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import type { Place } from '#src/state/place.ts'
import { PlaceLink } from '#src/ui/page/PlaceLink.tsx'
import classes from './MenuPanel.module.css'

/** Item of a menu: runs an action or links to a screen. */
interface MenuEntry {
  label: string
  run?: () => void
  /**
   * Screen that the item opens. An item with a screen is a link, which can be opened in a new tab.
   */
  place?: Place
  icon?: typeof IconUser
  danger?: boolean
  /** Whether a radio item is chosen. Undefined for an item that runs an action or is a link. */
  checked?: boolean
  /**
   * Reason why the action is not possible at present, shown under the item. The item can still be
   * focused, so that screen readers and keyboard users can read the reason.
   */
  why?: string
  /** Single key that runs the action without the menu. The styles show this key at the item. */
  hotkey?: string
}

/** Data that a button passes to its open panel. */
export interface Opened {
  /** Id of the panel. */
  id: string
  /** Element of the button. */
  at: HTMLElement
  /** Closes the panel and returns the focus to the button. */
  close: () => void
}
export interface PanelLook {
  label?: string
  width?: number
}
export type MenuLook = PanelLook & {
  items: readonly MenuEntry[]
  /** Content above the items, such as a heading. It is not an item and cannot be chosen. */
  head?: ReactNode
}

/**
 * Passes the button's element to Mantine's menu, which positions the panel beside this element.
 * Mantine cannot find the button itself, because another component renders the button.
 */
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
 * Renders the panel as a section at the end of the document, so that screen readers find the panel
 * as a landmark. Stops clicks and keys inside the panel from reaching the handlers of the page.
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

/** Items of a menu beside its button. The first item gets the focus. */
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
    // Closing the panel returns the focus to the button, so Tab then moves to the element after the
    // button.
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
  const { label, run, place, icon: Icon, danger, checked, why, hotkey } = item
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
      aria-keyshortcuts={hotkey}
      onClick={act}
      renderRoot={place && ((props) => <PlaceLink {...props} {...place} />)}
    >
      {label}
      {why && <small>{why}</small>}
    </Menu.Item>
  )
}

/** Popup of controls beside its button. Tab cycles through the controls, Esc closes the popup. */
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
