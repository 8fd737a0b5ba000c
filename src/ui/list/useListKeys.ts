import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { keysAtom } from '#src/state/device.ts'

const click = (selector: string) => document.querySelector<HTMLElement>(selector)?.click()
const moveRow = (by: number) => {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-list] tbody tr[tabindex]')]
  const at = rows.findIndex((r) => r === document.activeElement)
  rows[at < 0 ? (by > 0 ? 0 : rows.length - 1) : Math.max(0, Math.min(rows.length - 1, at + by))]?.focus()
}
const keys: Record<string, () => void> = {
  '/': () => document.querySelector<HTMLElement>('[data-cari]')?.focus(), n: () => click('[data-tambah]'), j: () => moveRow(1), k: () => moveRow(-1),
  '[': () => click('[aria-label="Halaman sebelumnya"]:not(:disabled)'), ']': () => click('[aria-label="Halaman berikutnya"]:not(:disabled)'),
}

/** Single keys of a list; never while typing or under a dialog. Arrow keys move once a row has focus. */
export const useListKeys = (): void => {
  const enabled = useAtomValue(keysAtom)
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const at = event.target instanceof HTMLElement ? event.target : document.body
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || at.closest('input, textarea, select, [contenteditable], [role=dialog], [role=menu]')) return
      if (at.matches('tr[tabindex]') && (event.key === 'ArrowDown' || event.key === 'ArrowUp')) { event.preventDefault(); return moveRow(event.key === 'ArrowDown' ? 1 : -1) }
      const run = enabled && !document.querySelector('[role=dialog]') ? keys[event.key] : undefined
      if (run) { event.preventDefault(); run() }
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [enabled])
}
