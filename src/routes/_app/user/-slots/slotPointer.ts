/**
 * Painting of the slot grid by mouse or finger: a drag selects a rectangle, releasing paints it.
 */
import { useRef, type PointerEvent } from 'react'
import { slotKey, slotOf, type SlotPlace } from '#src/routes/_app/user/-slots/slots.ts'

/** Distance from the window's edges within which a drag scrolls, and the scroll step, in pixels. */
const edge = { top: 112, bottom: 48, step: 16 }

/** Scrolls during a drag: a day is longer than a phone's screen. */
const scrollAtEdge = (y: number) => {
  if (y > window.innerHeight - edge.bottom) window.scrollBy(0, edge.step)
  else if (y < edge.top) window.scrollBy(0, -edge.step)
}

export interface SlotChoice {
  at: SlotPlace
  anchor: SlotPlace
  /** Selects a slot; `extend` keeps the opposite corner. */
  choose: (at: SlotPlace, extend: boolean) => void
  /** Selects and focuses a slot. */
  focus: (at: SlotPlace, extend: boolean) => void
  /** Reduces the rectangle to the focused slot. */
  collapse: () => void
}

/**
 * Handlers of the table. `paint` receives the two corners; `cancel` returns whether it ended a
 * drag.
 */
export const useSlotPointer = (
  { at, anchor, choose, focus, collapse }: SlotChoice,
  paint: (from: SlotPlace, to: SlotPlace) => void,
) => {
  const dragging = useRef(false)
  const cancel = (): boolean => {
    const was = dragging.current
    dragging.current = false
    return was
  }
  const handlers = {
    onPointerDown: (e: PointerEvent<HTMLTableElement>) => {
      const cell = e.target instanceof Element ? slotOf(e.target) : undefined
      if (!cell || e.button !== 0) return
      e.preventDefault()
      e.currentTarget.setPointerCapture(e.pointerId)
      dragging.current = true
      focus(cell, e.shiftKey)
    },
    onPointerMove: (e: PointerEvent) => {
      if (!dragging.current) return
      const cell = slotOf(document.elementFromPoint(e.clientX, e.clientY))
      if (cell && slotKey(cell) !== slotKey(at)) choose(cell, true)
      scrollAtEdge(e.clientY)
    },
    onPointerUp: (e: PointerEvent) => {
      if (!cancel()) return
      // Uses the release position: the last move may not have been rendered yet.
      const cell = slotOf(document.elementFromPoint(e.clientX, e.clientY)) ?? at
      paint(anchor, cell)
      choose(cell, false)
    },
    onPointerCancel: () => {
      cancel()
      collapse()
    },
  }
  return { handlers, cancel }
}
