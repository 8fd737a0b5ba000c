import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent } from 'react'
import { keysAtom } from '#src/state/device.ts'

/**
 * Selector of elements that handle keys themselves: text fields and menus. Shortcuts are inactive
 * in these elements.
 */
const elsewhere = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]'

/**
 * Single-key shortcuts of a screen. They are inactive while the user types, under a dialog, or when
 * the user has disabled them.
 */
export const useKeys = (keys: Readonly<Record<string, () => void>>): void => {
  const enabled = useAtomValue(keysAtom)
  const press = useEffectEvent((event: KeyboardEvent) => {
    const target = event.target instanceof HTMLElement ? event.target : document.body
    const chord = event.ctrlKey || event.metaKey || event.altKey || event.repeat
    if (chord || event.defaultPrevented || target.closest(elsewhere)) return
    const run = Object.hasOwn(keys, event.key) ? keys[event.key] : undefined
    if (!run || document.querySelector('[role=dialog]')) return
    event.preventDefault()
    run()
  })
  useEffect(() => {
    if (!enabled) return undefined
    const listen = (event: KeyboardEvent) => press(event)
    document.addEventListener('keydown', listen)
    return () => document.removeEventListener('keydown', listen)
  }, [enabled])
}
