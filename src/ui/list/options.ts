/**
 * State and keys of a search box with options under it: the focus stays in the box (combobox
 * pattern). Drawn by OptionList.
 */
import { useId, useState, type KeyboardEvent, type ReactNode } from 'react'
import type { Place } from '#src/state/place.ts'

export interface Option {
  key: string
  title: string
  /** Tells it apart, under the title. */
  note?: string
  aside?: ReactNode
  icon?: ReactNode
  /** Where it leads, or what it does. */
  place?: Place
  run?: () => void
}
export interface OptionGroup {
  /** Without one the group has no heading. */
  label?: string
  options: readonly Option[]
}

/**
 * `first`: the first option is chosen from the start, else none is until an arrow is pressed.
 * `inputProps` belong on the box, `listProps` on OptionList.
 */
export const useOptions = (groups: readonly OptionGroup[], first = false) => {
  const id = useId()
  const all = groups.flatMap((g) => g.options)
  const [chosen, setChosen] = useState<string>()
  // By key: when other options come, the choice stays on the same one, or falls back.
  const at = all.findIndex((o) => o.key === chosen)
  const active = at < 0 && first && all.length > 0 ? 0 : at
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
    /** Arrows; true when the key was one. */
    onArrow: (e: KeyboardEvent): boolean => {
      if ((e.key !== 'ArrowDown' && e.key !== 'ArrowUp') || all.length === 0) return false
      e.preventDefault()
      const step = e.key === 'ArrowDown' ? 1 : -1
      // From none, down begins at the first option and up at the last.
      const from = active < 0 && step < 0 ? 0 : active
      move((from + step + all.length) % all.length)
      return true
    },
    listProps: { id, groups, active, choose: move },
  }
}
