/**
 * State and key handling of a search box with options under it. OptionList renders the options. The
 * focus stays in the box while the user moves between the options (combobox pattern).
 */
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Place } from '#src/state/place.ts'

export interface Option {
  key: string
  title: string
  /** Note under the title. It distinguishes options with the same title. */
  note?: string
  aside?: ReactNode
  icon?: ReactNode
  /** Screen that the option opens. Absent if the option calls `run` instead. */
  place?: Place
  run?: () => void
}
export interface OptionGroup {
  /** Heading of the group. Absent if the group has no heading. */
  label?: string
  options: readonly Option[]
}

/**
 * Returns the state of the options. With `first` the first option is active from the start. Without
 * `first` no option is active until the user presses an arrow key. `inputProps` are for the search
 * box, `listProps` for OptionList.
 */
export const useOptions = (groups: readonly OptionGroup[], first = false) => {
  const id = useId()
  const all = groups.flatMap((g) => g.options)
  const [chosen, setChosen] = useState<string>()
  // Remembers the active option by its key, so that it stays active when the options change.
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
    /** Handles an arrow key; returns whether the key was an arrow key. */
    onArrow: (e: KeyboardEvent): boolean => {
      if ((e.key !== 'ArrowDown' && e.key !== 'ArrowUp') || all.length === 0) return false
      e.preventDefault()
      const step = e.key === 'ArrowDown' ? 1 : -1
      // If no option is active, arrow down moves to the first option and arrow up to the last.
      const from = active < 0 && step < 0 ? 0 : active
      move((from + step + all.length) % all.length)
      return true
    },
    listProps: { id, groups, active, choose: move },
  }
}
