/** Menu that all rows of a list share. Each row contains only the menu's button. */
import { useId, useState, type ReactNode } from 'react'
import type { AccessCode } from '#contract/access/access.ts'
import { MenuAt } from '#src/ui/overlay/Menu.tsx'

/** Item of a row's menu. `disabled` is the reason why the action is not possible at present. */
export interface RowAction {
  label: string
  run: () => void
  code?: AccessCode
  disabled?: string
  danger?: boolean
  /** Single key that runs the action while the row has the focus, and on the record's screen. */
  hotkey?: string
}
interface Open {
  /** Id of the row. */
  id: string
  button: HTMLElement
}

/**
 * Returns the menu that a list's rows share. `actionsOf` returns the actions of a row, or an empty
 * list for a row that no longer exists.
 */
export const useRowMenu = (actionsOf: (id: string) => RowAction[]) => {
  const menuId = useId()
  const [opened, setOpened] = useState<Open>()
  if (opened && actionsOf(opened.id).length === 0) setOpened(undefined)
  const panel: ReactNode = opened && (
    <MenuAt
      key={opened.id}
      id={menuId}
      at={opened.button}
      label={opened.button.ariaLabel ?? undefined}
      close={() => {
        setOpened(undefined)
        opened.button.focus({ preventScroll: true })
      }}
      items={actionsOf(opened.id).map(({ label, run, danger, disabled, hotkey }) => ({
        label,
        run,
        hotkey,
        danger: danger && !disabled,
        why: disabled,
      }))}
    />
  )
  return {
    panel,
    /** Returns the id of the menu while it is open for the row. */
    idOf: (row: string) => (opened?.id === row ? menuId : undefined),
    /** Opens or closes the menu of the row that contains the button. */
    toggle: (button: HTMLElement) => {
      const id = button.closest<HTMLElement>('tr')?.dataset.id
      setOpened(id === undefined || id === opened?.id ? undefined : { id, button })
    },
  }
}
