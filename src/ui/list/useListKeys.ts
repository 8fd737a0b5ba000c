import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { positive } from '#src/data/search.ts'
import { keysAtom } from '#src/state/device.ts'

const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()
const moveRow = (by: number) => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-list] tbody tr[tabindex]')]
  const position = rows.findIndex((r) => r.contains(document.activeElement))
  // If no row has the focus, `j` begins at the first row and `k` at the last row.
  const from = position < 0 && by < 0 ? rows.length : position
  rows[Math.max(0, Math.min(rows.length - 1, from + by))]?.focus()
}
const keys: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLElement>('[data-search]')?.focus(),
  n: () => click('[data-add]'),
  j: () => moveRow(1),
  k: () => moveRow(-1),
}
const turns: Record<string, number> = { '[': -1, ']': 1 }
const arrows: Record<string, number> = { ArrowDown: 1, ArrowUp: -1 }
/**
 * Selector of elements that handle keys themselves: text fields, dialogs and menus. Shortcuts of
 * the list are inactive in these elements.
 */
const elsewhere =
  'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]'
const isForList = (event: KeyboardEvent, target: HTMLElement) =>
  !(event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) &&
  !target.closest(elsewhere)

/**
 * Single-key shortcuts of a list. They are inactive while the user types, under a dialog, while a
 * form opens (`isFormOpen`), because its code may still load, or when the user has disabled them.
 * While a row has the focus, arrow keys move the focus to other rows.
 */
export const useListKeys = (goPage: (page: number) => void, isFormOpen: boolean): void => {
  const enabled = useAtomValue(keysAtom) && !isFormOpen
  const router = useRouter()
  // Counts from the page in the URL instead of the rendered page, so that a second press works
  // before the rows of the first press have loaded.
  const turn = useEffectEvent((by: number) => {
    const pages = Number(
      document.querySelector<HTMLElement>('[data-list] [data-pages]')?.dataset.pages ?? 1,
    )
    const search: Record<string, unknown> = router.latestLocation.search
    const now = Math.min(positive(search.page) ?? 1, pages)
    const to = Math.max(1, Math.min(pages, now + by))
    if (to !== now) goPage(to)
  })
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const target = event.target instanceof HTMLElement ? event.target : document.body
      if (!isForList(event, target)) return
      const arrow = arrows[event.key]
      if (arrow !== undefined && target.matches('tr[tabindex]')) {
        event.preventDefault()
        return moveRow(arrow)
      }
      if (!enabled || document.querySelector('[role=dialog]')) return
      const [run, by] = [keys[event.key], turns[event.key]]
      if (!run && by === undefined) return
      event.preventDefault()
      if (run) run()
      else if (by !== undefined) turn(by)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [enabled])
}
