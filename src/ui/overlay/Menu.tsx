/**
 * Buttons that open a panel beside them: a menu, or a group of controls. The page loads only the
 * code of the button. The code of the panel contains the library that positions the panel. It is
 * fetched when the user hovers or focuses the button.
 */
import {
  createContext,
  lazy,
  Suspense,
  use,
  useId,
  useState,
  type MouseEvent,
  type ReactNode,
} from 'react'
import type { MenuLook, Opened, PanelLook } from '#src/ui/overlay/MenuPanel.tsx'
import { part } from '#src/ui/page/part.ts'

const fetchPanels = () => part(() => import('#src/ui/overlay/MenuPanel.tsx'))
const MenuPanel = lazy(() => fetchPanels().then((m) => ({ default: m.MenuPanel })))
const PopupPanel = lazy(() => fetchPanels().then((m) => ({ default: m.PopupPanel })))
/** Prefetches the code of menu panels. */
export const fetchMenus = (): void => void fetchPanels().catch(() => {})

const Close = createContext<() => void>(() => {})
/** Returns the function that closes the surrounding popup. */
export const useClosePopup = (): (() => void) => use(Close)

/** Menu that is open beside a button that another component renders. */
export const MenuAt = (props: Opened & MenuLook) => (
  <Suspense>
    <MenuPanel {...props} />
  </Suspense>
)

/** Returns the props of a button that opens a panel, and the panel while it is open. */
const useOpener = (popup: 'menu' | 'true', panel: (opened: Opened) => ReactNode) => {
  const [opener, setOpener] = useState<HTMLElement>()
  const id = useId()
  const close = () => {
    setOpener(undefined)
    opener?.focus({ preventScroll: true })
  }
  return {
    button: {
      'aria-haspopup': popup,
      'aria-expanded': opener !== undefined,
      'aria-controls': opener && id,
      onPointerEnter: fetchMenus,
      onFocus: fetchMenus,
      onClick: (e: MouseEvent<HTMLElement>) => {
        e.stopPropagation()
        setOpener(opener ? undefined : e.currentTarget)
      },
    },
    panel: opener && panel({ id, at: opener, close }),
  }
}

type ButtonOf = (props: object) => ReactNode
/** Button with a menu. */
export const Menu = ({ button, ...look }: MenuLook & { button: ButtonOf }) => {
  const opener = useOpener('menu', (opened) => <MenuAt {...opened} {...look} />)
  return (
    <>
      {button(opener.button)}
      {opener.panel}
    </>
  )
}

/** Button with a popup of controls, such as checkboxes and buttons. */
export const Popup = ({
  button,
  children,
  ...look
}: PanelLook & { button: ButtonOf; children: ReactNode }) => {
  const opener = useOpener('true', (opened) => (
    <Suspense>
      <PopupPanel {...opened} {...look}>
        <Close value={opened.close}>{children}</Close>
      </PopupPanel>
    </Suspense>
  ))
  return (
    <>
      {button(opener.button)}
      {opener.panel}
    </>
  )
}
