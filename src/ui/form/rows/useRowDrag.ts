/** Lets the user drag a row of a list by its handle, with mouse or touch. */
import { useState, type PointerEvent, type RefObject } from 'react'

interface Drag {
  from: number
  to: number
  /** Pointer position at the start of the drag, in pixels from the top of the list. */
  start: number
  /** Distance in pixels that the pointer has moved since the start. */
  by: number
}

/**
 * Returns whether the dragged row would be dropped before or after row `index`; undefined when it
 * would be dropped at another row.
 */
const landingAt = (drag: Drag | null, index: number): 'before' | 'after' | undefined => {
  if (!drag || drag.from === index || drag.to === drag.from || drag.to !== index) return undefined
  return drag.to > drag.from ? 'after' : 'before'
}

/**
 * Returns the props for dragging rows. The order on the screen stays the same until the drop;
 * `onDrop` then receives the old and the new index.
 */
export const useRowDrag = (
  list: RefObject<HTMLElement | null>,
  onDrop: (from: number, to: number) => void,
) => {
  const [drag, setDrag] = useState<Drag | null>(null)
  const top = () => list.current?.getBoundingClientRect().top ?? 0
  const grab = (e: PointerEvent<HTMLElement>, from: number) => {
    if (e.button !== 0) return
    e.preventDefault()
    e.currentTarget.focus({ preventScroll: true })
    e.currentTarget.setPointerCapture(e.pointerId)
    setDrag({ from, to: from, start: e.clientY - top(), by: 0 })
  }
  const pull = (e: PointerEvent) => {
    if (!drag || !list.current) return
    const { from } = drag
    // The new index is the number of other rows whose middle the pointer has passed.
    const otherRows = [...list.current.children].filter((_, i) => i !== from)
    const to = otherRows.filter((row) => {
      const box = row.getBoundingClientRect()
      return e.clientY > box.top + box.height / 2
    }).length
    if (to !== drag.to) list.current.children[to]?.scrollIntoView({ block: 'nearest' })
    setDrag({ ...drag, to, by: e.clientY - top() - drag.start })
  }
  const drop = () => {
    if (!drag) return
    setDrag(null)
    onDrop(drag.from, drag.to)
  }
  const cancel = () => setDrag(null)
  return {
    isDragging: drag !== null,
    cancel,
    /** Props of the row at an index. */
    rowProps: (index: number) => ({
      'data-moving': drag?.from === index || undefined,
      'data-drop': landingAt(drag, index),
      style: drag?.from === index ? { transform: `translateY(${drag.by}px)` } : undefined,
    }),
    /** Props of the handle of the row at an index. */
    handleProps: (index: number) => ({
      onPointerDown: (e: PointerEvent<HTMLElement>) => grab(e, index),
      onPointerMove: pull,
      onPointerUp: drop,
      onPointerCancel: cancel,
    }),
  }
}
