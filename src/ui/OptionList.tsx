/** The list of a search box: options in groups, moved through by arrows while the focus stays in the box (combobox pattern). */
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'

export interface Option { key: string; title: string; /** Tells it apart, under the title. */ note?: string; aside?: ReactNode; icon?: ReactNode; run: () => void }
export interface OptionGroup { /** Without one the group has no heading. */ label?: string; options: readonly Option[] }

/**
 * State and keys of a box with options. `first`: the first option is chosen from the start, else none is until an arrow is pressed.
 * `inputProps` belong on the box, `listProps` on `OptionList`.
 */
export const useOptions = (groups: readonly OptionGroup[], label: string, first = false) => {
  const id = useId()
  const all = groups.flatMap((g) => g.options)
  const [chosen, setChosen] = useState<string>()
  // By key: when other options come, the choice stays on the same one, or falls back.
  const at = all.findIndex((o) => o.key === chosen)
  const active = at < 0 && first && all.length > 0 ? 0 : at
  const move = (to: number) => setChosen(all[to]?.key)
  return {
    option: all[active], clear: () => setChosen(undefined),
    inputProps: {
      role: 'combobox' as const, 'aria-label': label, 'aria-autocomplete': 'list' as const, 'aria-expanded': all.length > 0, 'aria-controls': all.length > 0 ? id : undefined,
      'aria-activedescendant': active >= 0 ? `${id}-${active}` : undefined,
    },
    /** Arrows; true when the key was one. */
    onArrow: (e: KeyboardEvent): boolean => {
      if ((e.key !== 'ArrowDown' && e.key !== 'ArrowUp') || all.length === 0) return false
      e.preventDefault()
      const down = e.key === 'ArrowDown'
      move(active < 0 ? (down ? 0 : all.length - 1) : (active + (down ? 1 : -1) + all.length) % all.length)
      return true
    },
    listProps: { id, groups, active, choose: move },
  }
}

export const OptionList = ({ id, groups, active, choose, label }: { id: string; groups: readonly OptionGroup[]; active: number; choose: (index: number) => void; label: string }) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => { list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' }) }, [active])
  const starts = groups.map((_, i) => groups.slice(0, i).reduce((sum, g) => sum + g.options.length, 0))
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className="options">
      {groups.map((group, g) => (
        <div key={group.label ?? g} role="group" aria-label={group.label ?? label}>
          {group.label && <div className="optionsHead" aria-hidden>{group.label}</div>}
          {group.options.map((o, i) => {
            const index = (starts[g] ?? 0) + i
            return (
              // The keys are the box's; the pointer must not take the focus from it.
              <div key={o.key} id={`${id}-${index}`} role="option" aria-selected={index === active} className="option" onPointerMove={() => { if (index !== active) choose(index) }} onMouseDown={(e) => e.preventDefault()} onClick={o.run}>
                {o.icon}<span className="optionText"><span>{o.title}</span>{o.note && <small>{o.note}</small>}</span>{o.aside}
              </div>
            )
          })}
        </div>
      ))}
    </div>
  )
}
