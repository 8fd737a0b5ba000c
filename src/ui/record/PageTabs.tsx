import '#src/styles/parts.css'
import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Id of the tab that the user chose last. Each list renders its own copy of the tabs, so the focus
 * is lost when another tab opens. After rendering, the chosen tab takes the focus again.
 */
let chosen: string | undefined

/**
 * Tabs of lists that share a page. The search parameter `tab` holds the id of the open tab; the
 * default is the first tab. By default a change of tab clears all other search parameters. With
 * `keep` the tabs are views of the same rows, so a change of tab clears only `page` and preserves
 * search and filters.
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
