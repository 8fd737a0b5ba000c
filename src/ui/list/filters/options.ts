/**
 * State and keys of a search box with options under it: the focus stays in the box (combobox
 * pattern). Rendered by OptionList.
 */
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Place } from '#src/state/place.ts'

export interface Option {
  key: string
  title: string
  /** Note under the title that distinguishes options. */
  note?: string
  aside?: ReactNode
  icon?: ReactNode
  /** Screen that the option links to, or `run`, its action. */
  place?: Place
  run?: () => void
}
export interface OptionGroup {
  /** Heading of the group, if any. */
  label?: string
  options: readonly Option[]
}

/**
 * `first`: the first option is active from the start; otherwise none until an arrow key is pressed.
 * `inputProps` belong on the box, `listProps` on OptionList.
 */
export const useOptions = (groups: readonly OptionGroup[], first = false) => {
  const id = useId()
  const all = groups.flatMap((g) => g.options)
  const [chosen, setChosen] = useState<string>()
  // By key: when the options change, the same option stays active if it still exists.
  const position = all.findIndex((o) => o.key === chosen)
  const active = position < 0 && first && all.length > 0 ? 0 : position
  const move = (to: number) => setChosen(all[to]?.key)
  return {
    option: all[active],
    clear: () => setChosen(undefined),
    inputProps: {
      role: 'combobox' as const,
      'aria-autocomplete': 'list' as const,
      'aria-expanded': all.length > 0,
      'aria-controls': all.length > 0 ? id : undefined,
      'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
    },
    /** Handles arrow keys; returns true when the key was one. */
    onArrow: (e: KeyboardEvent): boolean => {
      if ((e.key !== 'ArrowDown' && e.key !== 'ArrowUp') || all.length === 0) return false
      e.preventDefault()
      const step = e.key === 'ArrowDown' ? 1 : -1
      // Without an active option, down begins at the first and up at the last.
      const from = active < 0 && step < 0 ? 0 : active
      move((from + step + all.length) % all.length)
      return true
    },
    listProps: { id, groups, active, choose: move },
  }
}
