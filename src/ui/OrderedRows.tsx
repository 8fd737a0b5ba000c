import '#src/styles/susun.css'
/** Rows of a list in a form whose order counts: moved by their handle (dragged, or by arrow keys) or by buttons, added and removed. */
import { Button } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import {
  useId,
  useRef,
  useState,
  type KeyboardEvent,
  type PointerEvent,
  type ReactNode,
} from 'react'

interface Drag {
  from: number
  to: number
  /** Where the pointer took hold, from the top of the list, and how far it has gone. */ start: number
  by: number
}
const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.filter((_, i) => i !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

interface Props<T> {
  /** Of the list, and of one row: `level`. */
  label: string
  what: string
  rows: readonly T[]
  nameOf: (row: T) => string
  onChange: (rows: T[]) => void
  make: () => T
  max: number
  /** The fields of a row. */
  children: (index: number) => ReactNode
}
/** Each row keeps its place on the screen while it is dragged; Escape lets it go where it was. Moves are said to screen readers. */
export const OrderedRows = <T,>({
  label,
  what,
  rows,
  nameOf,
  onChange,
  make,
  max,
  children,
}: Props<T>) => {
  const [keys, setKeys] = useState<readonly number[]>(() => rows.map((_, i) => i))
  const [drag, setDrag] = useState<Drag | null>(null)
  const [said, say] = useState('')
  const list = useRef<HTMLOListElement>(null)
  const hint = useId()
  // Rows that came from elsewhere, such as a conflict that was settled.
  if (keys.length !== rows.length) setKeys(rows.map((_, i) => Math.max(0, ...keys) + 1 + i))

  const focus = (row: number, part: string) =>
    requestAnimationFrame(() =>
      list.current?.children[row]?.querySelector<HTMLElement>(part)?.focus(),
    )
  const called = (i: number) => {
    const row = rows[i]
    return (row === undefined ? '' : nameOf(row)) || `${what} ${i + 1}`
  }
  const move = (from: number, to: number, part = '.handle') => {
    if (to < 0 || to >= rows.length || to === from) return
    setKeys(moved(keys, from, to))
    onChange(moved(rows, from, to))
    say(`${called(from)} dipindahkan ke urutan ${to + 1} dari ${rows.length}`)
    focus(to, part)
  }
  const add = () => {
    setKeys([...keys, Math.max(0, ...keys) + 1])
    onChange([...rows, make()])
    focus(rows.length, 'input')
  }
  const remove = (at: number) => {
    setKeys(keys.filter((_, i) => i !== at))
    onChange(rows.filter((_, i) => i !== at))
    say(`${called(at)} dihapus`)
    if (rows.length > 1) focus(Math.min(at, rows.length - 2), 'input')
    else
      requestAnimationFrame(() =>
        list.current?.parentElement?.querySelector<HTMLElement>('[data-add-row]')?.focus(),
      )
  }

  const top = () => list.current?.getBoundingClientRect().top ?? 0
  const grab = (e: PointerEvent<HTMLButtonElement>, from: number) => {
    if (e.button !== 0) return
    e.preventDefault()
    e.currentTarget.focus({ preventScroll: true })
    e.currentTarget.setPointerCapture(e.pointerId)
    setDrag({ from, to: from, start: e.clientY - top(), by: 0 })
  }
  const pull = (e: PointerEvent) => {
    if (!drag || !list.current) return
    const { from } = drag
    // A row gives way when the pointer has passed its middle.
    const others = [...list.current.children].filter((_, i) => i !== from)
    const to = others.filter((row) => {
      const box = row.getBoundingClientRect()
      return e.clientY > box.top + box.height / 2
    }).length
    if (to !== drag.to) list.current.children[to]?.scrollIntoView({ block: 'nearest' })
    setDrag({ ...drag, to, by: e.clientY - top() - drag.start })
  }
  const drop = () => {
    if (!drag) return
    setDrag(null)
    move(drag.from, drag.to)
  }
  const press = (e: KeyboardEvent, at: number) => {
    if (e.key === 'Escape' && drag) setDrag(null)
    else {
      const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[e.key]
      if (to === undefined || e.ctrlKey || e.metaKey || e.altKey) return
      if (!drag) move(at, to)
    }
    // Not the dialog's Esc, nor the page's arrows.
    e.preventDefault()
    e.stopPropagation()
  }
  const step = (at: number, by: -1 | 1) => {
    const end = at + by < 0 || at + by >= rows.length
    const part = by < 0 ? '[data-step="up"]' : '[data-step="down"]'
    return (
      <button
        type="button"
        className="iconButton"
        data-step={by < 0 ? 'up' : 'down'}
        aria-label={`${by < 0 ? 'Naikkan' : 'Turunkan'} ${called(at)}`}
        aria-disabled={end || undefined}
        onClick={() => move(at, at + by, part)}
      >
        {by < 0 ? <IconArrowUp size={16} aria-hidden /> : <IconArrowDown size={16} aria-hidden />}
      </button>
    )
  }
  return (
    <div className="wide">
      {rows.length > 0 && (
        <p id={hint} className="dim" style={{ margin: '0 0 .5rem' }}>
          Geser pegangan, atau tekan panah atas dan bawah padanya, untuk mengubah urutan.
        </p>
      )}
      <ol ref={list} className="ordered" aria-label={label}>
        {keys.slice(0, rows.length).map((key, i) => (
          <li
            key={key}
            data-moving={drag?.from === i || undefined}
            style={drag?.from === i ? { transform: `translateY(${drag.by}px)` } : undefined}
            data-drop={
              !drag || drag.from === i || drag.to === drag.from || drag.to !== i
                ? undefined
                : drag.to > drag.from
                  ? 'after'
                  : 'before'
            }
          >
            <button
              type="button"
              className="iconButton handle"
              aria-label={`Pindahkan ${called(i)}`}
              aria-describedby={hint}
              onPointerDown={(e) => grab(e, i)}
              onPointerMove={pull}
              onPointerUp={drop}
              onPointerCancel={() => setDrag(null)}
              onKeyDown={(e) => press(e, i)}
            >
              <IconGripVertical size={18} aria-hidden />
            </button>
            {children(i)}
            <span className="rowTools">
              {step(i, -1)}
              {step(i, 1)}
              <button
                type="button"
                className="iconButton"
                aria-label={`Hapus ${called(i)}`}
                onClick={() => remove(i)}
              >
                <IconTrash size={16} aria-hidden />
              </button>
            </span>
          </li>
        ))}
      </ol>
      <Button variant="default" data-add-row disabled={rows.length >= max} onClick={add}>
        Tambah {what}
      </Button>
      <span role="status" className="sr">
        {said}
      </span>
    </div>
  )
}
