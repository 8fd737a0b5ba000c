import '#src/styles/parts.css'
import { Tabs } from '@mantine/core'
import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef } from 'react'

/**
 * Tab that the user chose last. Each list renders the tabs again, so the chosen tab takes the
 * focus.
 */
let chosen: string | undefined

/**
 * Tabs of lists that share a page; the URL holds the open one as `tab`, the first is the default.
 * Each list has its own parameters. With `keep` the tabs are views of the same rows, so that search
 * and filters are kept.
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
