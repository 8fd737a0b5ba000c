/** Menu shared by all rows of a list: a row contains only the button. */
import { useId, useState, type ReactNode } from 'react'
import type { AccessCode } from '#contract/access/access.ts'
import { MenuAt } from '#src/ui/overlay/Menu.tsx'

/** Item of a row's menu. `disabled` states why the action is not possible now. */
export interface RowAction {
  label: string
  run: () => void
  code?: AccessCode
  disabled?: string
  danger?: boolean
}
interface Open {
  /** Id of the row. */
  id: string
  button: HTMLElement
}

/** `actionsOf` returns the actions of a row; none for a row that no longer exists. */
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
      items={actionsOf(opened.id).map(({ label, run, danger, disabled }) => ({
        label,
        run,
        danger: danger && !disabled,
        why: disabled,
      }))}
    />
  )
  return {
    panel,
    /** Id of the menu of a row, while it is open. */
    idOf: (row: string) => (opened?.id === row ? menuId : undefined),
    /** Opens the menu of the row that a button stands in, or closes it. */
    toggle: (button: HTMLElement) => {
      const id = button.closest<HTMLElement>('tr')?.dataset.id
      setOpened(id === undefined || id === opened?.id ? undefined : { id, button })
    },
  }
}
