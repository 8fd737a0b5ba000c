import '#src/styles/cari.css'
import { useEffect, useRef } from 'react'
import type { Option, OptionGroup } from '#src/ui/options.ts'

/** The options of a search box, in groups; `id`, `active` and `choose` come from useOptions. */
export const OptionList = ({
  id,
  groups,
  active,
  choose,
  label,
  pick,
}: {
  id: string
  groups: readonly OptionGroup[]
  active: number
  choose: (index: number) => void
  label: string
  pick: (option: Option) => void
}) => {
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' })
  }, [active])
  const starts = groups.map((_, i) =>
    groups.slice(0, i).reduce((sum, g) => sum + g.options.length, 0),
  )
  return (
    <div ref={list} id={id} role="listbox" aria-label={label} className="options">
      {groups.map((group, g) => (
        <div key={group.label ?? g} role="group" aria-label={group.label ?? label}>
          {group.label && (
            <div className="optionsHead" aria-hidden>
              {group.label}
            </div>
          )}
          {group.options.map((o, i) => {
            const index = (starts[g] ?? 0) + i
            return (
              // The keys are the box's; the pointer must not take the focus from it.
              <button
                key={o.key}
                type="button"
                id={`${id}-${index}`}
                role="option"
                tabIndex={-1}
                aria-selected={index === active}
                className="option"
                onPointerMove={() => {
                  if (index !== active) choose(index)
                }}
                onMouseDown={(e) => e.preventDefault()}
                onClick={() => pick(o)}
              >
                {o.icon}
                <span className="optionText">
                  <span>{o.title}</span>
                  {o.note && <small>{o.note}</small>}
                </span>
                {o.aside}
              </button>
            )
          })}
        </div>
      ))}
    </div>
  )
}
