/**
 * Keyboard control of the slot grid: arrow keys move the focus, Shift extends the selection, and a
 * digit key paints the selection with the status that has this digit as its number.
 */
import type { KeyboardEvent } from 'react'
import { slotTimes, type SlotStatus } from '#contract/schedule/rules/freeSlots.ts'
import type { SlotChoice } from '#src/routes/_app/user/-slots/slotPointer.ts'
import { days, slotKey, statuses, type SlotPlace } from '#src/routes/_app/user/-slots/slots.ts'

/** Number of days and of slots by which each key moves the focus. */
const steps: Record<string, readonly [day: number, slot: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
  PageUp: [0, -4],
  PageDown: [0, 4],
  Home: [-7, 0],
  End: [7, 0],
}
const within = (low: number, value: number, high: number) => Math.max(low, Math.min(high, value))

/** Returns the slot to which a key moves; undefined for a key that does not move. */
const nextSlot = (place: SlotPlace, e: KeyboardEvent): SlotPlace | undefined => {
  const step = steps[e.key]
  if (!step) return undefined
  const [day, slot] = step
  // Ctrl+Home and Ctrl+End move to the first and last slot of the week.
  const toCorner = (e.ctrlKey || e.metaKey) && (e.key === 'Home' || e.key === 'End')
  const moved = toCorner ? slotTimes.length * Math.sign(day) : slot
  const hari = within(1, place.hari + day, days.length)
  return {
    hari: days.find((x) => x === hari) ?? place.hari,
    ke: within(0, place.ke + moved, slotTimes.length - 1),
  }
}

interface GridKeys {
  choice: SlotChoice
  /** Cancels a drag; returns whether a drag was in progress. */
  cancelDrag: () => boolean
  paint: (from: SlotPlace, to: SlotPlace, status?: SlotStatus) => void
}
/** Handles a key in the grid; returns whether the key had an effect. */
const press = (e: KeyboardEvent, { choice, cancelDrag, paint }: GridKeys): boolean => {
  const { at, anchor } = choice
  const control = e.ctrlKey || e.metaKey
  if (e.key === 'Escape') {
    const dragged = cancelDrag()
    if (!dragged && slotKey(at) === slotKey(anchor)) return false
    choice.collapse()
    return true
  }
  const status = statuses.find((s) => String(s) === e.key)
  if (status && !control && !e.altKey) {
    paint(anchor, at, status)
    return true
  }
  if ((e.key === ' ' || e.key === 'Enter') && !control) {
    paint(anchor, at)
    return true
  }
  const next = nextSlot(at, e)
  if (next) choice.focus(next, e.shiftKey)
  return next !== undefined
}
export const onGridKey = (e: KeyboardEvent, keys: GridKeys): void => {
  if (!press(e, keys)) return
  e.preventDefault()
  e.stopPropagation()
}

/** Handles undo (Ctrl+Z) and redo (Ctrl+Y, Ctrl+Shift+Z) anywhere in the editor. */
export const onUndoKey = (
  e: KeyboardEvent,
  { undo, redo }: { undo: () => void; redo: () => void },
): void => {
  if (!(e.ctrlKey || e.metaKey) || e.altKey) return
  const key = e.key.toLowerCase()
  if (key !== 'z' && key !== 'y') return
  e.preventDefault()
  if (key === 'y' || e.shiftKey) redo()
  else undo()
}
