import '#src/styles/parts.css'
import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/** Last chosen tab. Each list mounts the tabs again, so the new tab takes the focus. */
let chosen: string | undefined

/**
 * Lists that share a page, in the URL as `tab`; the first is the default. Each has its own
 * parameters; `keep`: the tabs are views of the same rows, so search and filters are kept.
 */
export const PageTabs = ({
  label,
  tabs,
  open,
  keep = false,
}: {
  label: string
  keep?: boolean
  tabs: readonly (readonly [id: string, label: string])[]
  open: string
}) => {
  const navigate = useNavigate()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (chosen === open) list.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus()
    chosen = undefined
  }, [open])
  return (
    <Tabs
      value={open}
      mb="0.9rem"
      onChange={(id) => {
        if (id === null || id === open) return
        chosen = id
        const tab = id === tabs[0]?.[0] ? undefined : id
        void navigate({
          to: '.',
          search: ((old: object) => (keep ? { ...old, page: undefined, tab } : { tab })) as never,
          resetScroll: false,
        })
      }}
    >
      <Tabs.List ref={list} aria-label={label}>
        {tabs.map(([id, text]) => (
          <Tabs.Tab key={id} value={id}>
            {text}
          </Tabs.Tab>
        ))}
      </Tabs.List>
    </Tabs>
  )
}
