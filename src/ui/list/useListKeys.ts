import { useRouter } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { positive } from '#src/data/search.ts'
import { keysAtom } from '#src/state/device.ts'

const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()
const moveRow = (by: number) => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-list] tbody tr[tabindex]')]
  const at = rows.findIndex((r) => r.contains(document.activeElement))
  rows[
    at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))
  ]?.focus()
}
const keys: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLElement>('[data-cari]')?.focus(),
  n: () => click('[data-tambah]'),
  j: () => moveRow(1),
  k: () => moveRow(-1),
}
const turns: Record<string, number> = { '[': -1, ']': 1 }

/** Single keys of a list; never while typing or under a dialog. Arrow keys move once a row has focus. */
export const useListKeys = (goPage: (page: number) => void): void => {
  const enabled = useAtomValue(keysAtom)
  const router = useRouter()
  // From the page that the address names, not the one that is drawn: the key works again before the rows of the last one are there.
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
      const at = event.target instanceof HTMLElement ? event.target : document.body
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        at.closest(
          'input:not([type=checkbox]), textarea, select, [contenteditable], [role=dialog], [role=menu]',
        )
      )
        return
      if (at.matches('tr[tabindex]') && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) {
        event.preventDefault()
        return moveRow(event.key === 'ArrowDown' ? 1 : -1)
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
