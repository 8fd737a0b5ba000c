import '#src/styles/tab.css'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, type KeyboardEvent } from 'react'

/** The tab that keys have gone to. Each list draws the tabs anew, so the one that comes takes the focus over. */
let reached: string | undefined

/** Lists that share a page, in the URL as `tab`; the first is the default. Each begins with its own parameters. */
export const PageTabs = ({
  label,
  tabs,
  open,
}: {
  label: string
  tabs: readonly (readonly [id: string, label: string])[]
  open: string
}) => {
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  const go = (id: string) =>
    void navigate({
      to: '.',
      search: (id === tabs[0]?.[0] ? {} : { tab: id }) as never,
      resetScroll: false,
    })
  const move = (e: KeyboardEvent) => {
    const at = tabs.findIndex(([id]) => id === open)
    const next =
      e.key === 'ArrowRight'
        ? at + 1
        : e.key === 'ArrowLeft'
          ? at - 1
          : e.key === 'Home'
            ? 0
            : e.key === 'End'
              ? tabs.length - 1
              : undefined
    if (next === undefined) return
    e.preventDefault()
    const to = (next + tabs.length) % tabs.length
    reached = tabs[to]?.[0] ?? open
    go(reached)
  }
  useEffect(() => {
    if (reached === open) list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
    reached = undefined
  }, [open])
  return (
    <div
      ref={list}
      className="pageTabs"
      role="tablist"
      tabIndex={-1}
      aria-label={label}
      onKeyDown={move}
    >
      {tabs.map(([id, text]) => (
        <button
          key={id}
          type="button"
          role="tab"
          aria-selected={id === open}
          tabIndex={id === open ? 0 : -1}
          onClick={() => {
            if (id !== open) go(id)
          }}
        >
          {text}
        </button>
      ))}
    </div>
  )
}
