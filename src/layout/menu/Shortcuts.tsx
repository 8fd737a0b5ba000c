/** Keyboard shortcuts that work on every page, and the dialogs that they open. */
import { useNavigate } from '@tanstack/react-router'
import { useAtom, useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMe, type Me } from '#src/data/session/session.ts'
import { goKeysOf } from '#src/layout/menu/goKeys.ts'
import { keysAtom } from '#src/state/device.ts'
import { shortcutsAtom } from '#src/state/layout.ts'
import { part } from '#src/ui/page/part.ts'

const Palette = lazy(() =>
  part(() => import('#src/layout/search/Palette.tsx')).then((m) => ({ default: m.Palette })),
)
const KeysHelp = lazy(() =>
  part(() => import('#src/layout/menu/KeysHelp.tsx')).then((m) => ({ default: m.KeysHelp })),
)

/** Maximum time between `g` and the letter after it, in ms. */
const patience = 1500
const field = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]'

const isPaletteKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === 'k'
/**
 * Whether a key was pressed without Ctrl, Alt or Meta and outside of an input. False for the
 * repeated events of a held key.
 */
const isSingleKey = (event: KeyboardEvent) => {
  const target = event.target instanceof HTMLElement ? event.target : document.body
  const chord = event.ctrlKey || event.metaKey || event.altKey
  return !chord && !event.repeat && !target.closest(field)
}

/**
 * Whether a key is meant for the open palette although its text field has no focus yet, because the
 * code of the palette still loads or its dialog opens.
 */
const isEarlyKey = (event: KeyboardEvent) => {
  const isInDialog = event.target instanceof HTMLElement && event.target.closest('[role=dialog]')
  const chord = event.ctrlKey || event.metaKey || event.altKey
  return !isInDialog && !chord && (event.key.length === 1 || event.key === 'Enter')
}

export const Shortcuts = () => {
  const user = useMe()
  const navigate = useNavigate()
  const single = useAtomValue(keysAtom)
  const [open, setOpen] = useAtom(shortcutsAtom)
  const pressedG = useRef(-Infinity)
  const before = useRef<Element>(null)
  /** Text in the palette. */
  const [text, setText] = useState('')
  const show = (overlay: 'palette' | 'help') => {
    if (!open) before.current = document.activeElement
    setText('')
    setOpen(overlay)
  }
  /**
   * Closes the dialog. Returns the focus to the previously focused element, if this element is
   * still on the page.
   */
  const close = () => {
    setOpen(undefined)
    if (before.current instanceof HTMLElement && before.current.isConnected)
      before.current.focus({ preventScroll: true })
  }
  const goBy = (of: Me, key: string): boolean => {
    const to = goKeysOf(of).find(({ letter }) => letter === key.toLowerCase())?.item.to
    if (to) void navigate({ to })
    return to !== undefined
  }
  /** Adds an early key to the text of the palette. Returns whether the key is for the palette. */
  const takeEarlyKey = (event: KeyboardEvent): boolean => {
    if (open !== 'palette' || !isEarlyKey(event)) return false
    if (event.key !== 'Enter') setText((typed) => typed + event.key)
    return true
  }
  /** Handles a key; returns whether it was a shortcut. */
  const press = useEffectEvent((event: KeyboardEvent): boolean => {
    const dialog = document.querySelector('[role=dialog]')
    if (isPaletteKey(event)) {
      if (open) close()
      else if (!dialog) show('palette')
      return true
    }
    if (takeEarlyKey(event)) return true
    if (!single || !user || dialog || !isSingleKey(event)) return false
    const afterG = event.timeStamp - pressedG.current < patience
    pressedG.current = -Infinity
    if (afterG) return goBy(user, event.key)
    if (event.key === 'g') pressedG.current = event.timeStamp
    else if (event.key === '?') show('help')
    // Ignores `/` on a page with a list, because a list has its own search box and handles this
    // key.
    else if (event.key === '/' && !document.querySelector('[data-search]'))
      document.querySelector<HTMLElement>('[data-student-search]')?.focus()
    else return false
    return true
  })
  useEffect(() => {
    // Handles keys in the capture phase, before a list handles them, because after `g` the next
    // letter belongs to a shortcut.
    const listen = (event: KeyboardEvent) => {
      if (press(event)) {
        event.preventDefault()
        event.stopPropagation()
      }
    }
    document.addEventListener('keydown', listen, true)
    return () => document.removeEventListener('keydown', listen, true)
  }, [])
  return (
    open && (
      <Suspense>
        {open === 'palette' ? (
          <Palette
            text={text}
            setText={setText}
            close={close}
            leave={() => setOpen(undefined)}
            help={() => setOpen('help')}
          />
        ) : (
          <KeysHelp close={close} />
        )}
      </Suspense>
    )
  )
}
