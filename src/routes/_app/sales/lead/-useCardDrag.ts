/** Drags a card of a board to another column by mouse or finger. */
import { useState, type PointerEvent, type RefObject } from 'react'

interface Drag<C> {
  card: C
  start: { x: number; y: number }
  by: { x: number; y: number }
  over: string | undefined
}
/** Distance in pixels by which the pointer has to move before a press counts as a drag. */
const slack = 4

/**
 * Returns the drag state and the handlers of the cards. Columns are the elements inside `board`
 * with `data-column`. `onDrop` is called with the card and the name of the column under the
 * pointer. The board scrolls while the pointer holds a card at an edge of the board.
 */
export const useCardDrag = <C extends { id: number }>(
  board: RefObject<HTMLElement | null>,
  onDrop: (card: C, column: string) => void,
) => {
  const [drag, setDrag] = useState<Drag<C> | null>(null)
  const columnAt = (x: number, y: number): string | undefined =>
    [...(board.current?.querySelectorAll<HTMLElement>('[data-column]') ?? [])].find((column) => {
      const box = column.getBoundingClientRect()
      return x >= box.left && x <= box.right && y >= box.top && y <= box.bottom
    })?.dataset.column
  const pull = (e: PointerEvent) => {
    if (!drag || !board.current) return
    const box = board.current.getBoundingClientRect()
    const edge = 48
    if (e.clientX > box.right - edge) board.current.scrollBy({ left: 12 })
    if (e.clientX < box.left + edge) board.current.scrollBy({ left: -12 })
    const by = { x: e.clientX - drag.start.x, y: e.clientY - drag.start.y }
    setDrag({ ...drag, by, over: columnAt(e.clientX, e.clientY) })
  }
  const drop = () => {
    if (!drag) return
    setDrag(null)
    const isMoved = Math.hypot(drag.by.x, drag.by.y) > slack
    if (isMoved && drag.over !== undefined) onDrop(drag.card, drag.over)
  }
  return {
    dragged: drag?.card,
    over: drag?.over,
    cancel: () => setDrag(null),
    /** Returns the style that shifts a dragged card to its position; undefined for other cards. */
    styleOf: (card: C) =>
      drag?.card.id === card.id
        ? { transform: `translate(${drag.by.x}px, ${drag.by.y}px)` }
        : undefined,
    handleProps: (card: C) => ({
      onPointerDown: (e: PointerEvent<HTMLElement>) => {
        if (e.button !== 0) return
        e.preventDefault()
        e.currentTarget.focus({ preventScroll: true })
        e.currentTarget.setPointerCapture(e.pointerId)
        const start = { x: e.clientX, y: e.clientY }
        setDrag({ card, start, by: { x: 0, y: 0 }, over: undefined })
      },
      onPointerMove: pull,
      onPointerUp: drop,
      onPointerCancel: () => setDrag(null),
    }),
  }
}
