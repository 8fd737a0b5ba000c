/**
 * Painting of the slot grid by mouse or finger: dragging selects a rectangle, and releasing paints
 * it.
 */
import { useRef, type PointerEvent } from 'react'
import { slotKey, slotOf, type SlotPlace } from '#src/routes/_app/user/-slots/slots.ts'

/**
 * Values in pixels for scrolling during a drag. The page scrolls by `step` when the pointer is
 * closer than `top` to the upper edge of the window, or closer than `bottom` to the lower edge.
 */
const edge = { top: 112, bottom: 48, step: 16 }

/**
 * Scrolls the page if the pointer of a drag is near the upper or lower edge of the window. A phone
 * needs this, because its screen cannot show all slots of a day at once.
 */
const scrollAtEdge = (y: number) => {
  if (y > window.innerHeight - edge.bottom) window.scrollBy(0, edge.step)
  else if (y < edge.top) window.scrollBy(0, -edge.step)
}

export interface SlotChoice {
  at: SlotPlace
  anchor: SlotPlace
  /**
   * Selects a slot. With `extend`, the selection becomes the rectangle between `anchor` and this
   * slot.
   */
  choose: (at: SlotPlace, extend: boolean) => void
  /** Selects a slot like `choose`, and focuses it. */
  focus: (at: SlotPlace, extend: boolean) => void
  /** Reduces the selection to the focused slot. */
  collapse: () => void
}

/**
 * Returns the pointer handlers of the table. `paint` is called with two opposite corners of the
 * selection when a drag ends. `cancel` stops a drag and returns whether a drag was in progress.
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
      // Uses the slot under the pointer, because the last move may not have been rendered yet.
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
