/** Painting the grid by mouse or finger: a drag chooses a rectangle, letting go paints it. */
import { useRef, type PointerEvent } from 'react'
import { slotKey, slotOf, type SlotPlace } from '#src/routes/_app/user/-slots.ts'

/** How near to the window's edges a drag scrolls, and by how much at a time, in pixels. */
const edge = { top: 112, bottom: 48, step: 16 }

/** A day is longer than a phone: a drag to the edge brings the rest of it. */
const scrollAtEdge = (y: number) => {
  if (y > window.innerHeight - edge.bottom) window.scrollBy(0, edge.step)
  else if (y < edge.top) window.scrollBy(0, -edge.step)
}

export interface SlotChoice {
  at: SlotPlace
  anchor: SlotPlace
  /** Chooses a slot; `extend` keeps the other corner where it is. */
  choose: (at: SlotPlace, extend: boolean) => void
  /** Chooses it and takes the focus to it. */
  focus: (at: SlotPlace, extend: boolean) => void
  /** Takes the rectangle back to the one slot that has the focus. */
  collapse: () => void
}

/** Handlers of the table; `paint` gets the two corners. `cancel` is true when a drag was ended. */
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
      // Where it was let go: the last move may not have been drawn yet.
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
