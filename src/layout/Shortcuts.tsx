/** Keys that work on every page (ux.md, Keys), and what they open. */
import { useNavigate } from '@tanstack/react-router'
import { useAtomValue } from 'jotai'
import { lazy, Suspense, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useMe, type Me } from '#src/data/session.ts'
import { goKeysOf } from '#src/layout/goKeys.ts'
import { keysAtom } from '#src/state/device.ts'
import { part } from '#src/ui/page/part.ts'

const Palette = lazy(() =>
  part(() => import('#src/layout/Palette.tsx')).then((m) => ({ default: m.Palette })),
)
const KeysHelp = lazy(() =>
  part(() => import('#src/layout/KeysHelp.tsx')).then((m) => ({ default: m.KeysHelp })),
)

/** How long `g` waits for its letter, in ms. */
const patience = 1500
const field = 'input:not([type=checkbox]), textarea, select, [contenteditable], [role=menu]'

const isPaletteKey = (event: KeyboardEvent) =>
  (event.ctrlKey || event.metaKey) &&
  !event.altKey &&
  !event.shiftKey &&
  event.key.toLowerCase() === 'k'
/** A key pressed by itself, and not typed into something. */
const isSingleKey = (event: KeyboardEvent) => {
  const at = event.target instanceof HTMLElement ? event.target : document.body
  const chord = event.ctrlKey || event.metaKey || event.altKey
  return !chord && !event.repeat && !at.closest(field)
}

export const Shortcuts = () => {
  const user = useMe()
  const navigate = useNavigate()
  const single = useAtomValue(keysAtom)
  const [open, setOpen] = useState<'palette' | 'help'>()
  const pressedG = useRef(-Infinity)
  const before = useRef<Element>(null)
  const show = (what: 'palette' | 'help') => {
    if (!open) before.current = document.activeElement
    setOpen(what)
  }
  /** Back to where one was; not where the page has changed under it. */
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
  /** True when the key was one of these. */
  const press = useEffectEvent((event: KeyboardEvent): boolean => {
    const dialog = document.querySelector('[role=dialog]')
    if (isPaletteKey(event)) {
      if (open) close()
      else if (!dialog) show('palette')
      return true
    }
    if (!single || !user || dialog || !isSingleKey(event)) return false
    const afterG = event.timeStamp - pressedG.current < patience
    pressedG.current = -Infinity
    if (afterG) return goBy(user, event.key)
    if (event.key === 'g') pressedG.current = event.timeStamp
    else if (event.key === '?') show('help')
    // A list has a box of its own, and listens for it.
    else if (event.key === '/' && !document.querySelector('[data-search]'))
      document.querySelector<HTMLElement>('[data-student-search]')?.focus()
    else return false
    return true
  })
  useEffect(() => {
    // Before the keys of a list: `g` takes the letter that follows.
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
          <Palette close={close} leave={() => setOpen(undefined)} help={() => setOpen('help')} />
        ) : (
          <KeysHelp close={close} />
        )}
      </Suspense>
    )
  )
}
