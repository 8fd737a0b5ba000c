/**
 * List inside a form in which the order of the rows matters. The user moves a row by its handle
 * (dragging or arrow keys) or by buttons, and can add and remove rows.
 */
import { ActionIcon, Button, Group, Text } from '@mantine/core'
import { IconArrowDown, IconArrowUp, IconGripVertical, IconTrash } from '@tabler/icons-react'
import { useId, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react'
import { useRowDrag } from '#src/ui/form/rows/useRowDrag.ts'
import classes from './OrderedRows.module.css'

const moved = <T,>(list: readonly T[], from: number, to: number): T[] => {
  const rest = list.filter((_, i) => i !== from)
  return [...rest.slice(0, to), ...list.slice(from, from + 1), ...rest.slice(to)]
}

interface Props<T> {
  /** Name of the list. */
  label: string
  /** Name of a single row, such as `level`. */
  what: string
  rows: readonly T[]
  nameOf: (row: T) => string
  onChange: (rows: T[]) => void
  make: () => T
  max: number
  /** Renders the fields of the row at an index. */
  children: (index: number) => ReactNode
}

/**
 * Returns the functions that move, add and remove rows. The functions focus the moved or added row;
 * after a removal, a neighbouring row, or the add button if the list is empty. `said` is the text
 * that announces the last move or removal to screen readers.
 */
const useOrder = <T,>(
  list: RefObject<HTMLOListElement | null>,
  { what, rows, nameOf, onChange, make }: Props<T>,
) => {
  const [keys, setKeys] = useState<readonly number[]>(() => rows.map((_, i) => i))
  const [said, say] = useState('')
  // Gives all rows new keys when other code has changed the number of rows, for example by taking
  // over the values of another user after a conflict.
  if (keys.length !== rows.length) setKeys(rows.map((_, i) => Math.max(0, ...keys) + 1 + i))

  const focusIn = (place: () => Element | null | undefined, part: string) =>
    requestAnimationFrame(() => place()?.querySelector<HTMLElement>(part)?.focus())
  const focusRow = (row: number, part: string) => focusIn(() => list.current?.children[row], part)
  const called = (index: number) => {
    const row = rows[index]
    return (row === undefined ? '' : nameOf(row)) || `${what} ${index + 1}`
  }
  return {
    keys: keys.slice(0, rows.length),
    said,
    called,
    move: (from: number, to: number, part = '[data-handle]') => {
      if (to < 0 || to >= rows.length || to === from) return
      setKeys(moved(keys, from, to))
      onChange(moved(rows, from, to))
      say(`${called(from)} dipindahkan ke urutan ${to + 1} dari ${rows.length}`)
      focusRow(to, part)
    },
    add: () => {
      setKeys([...keys, Math.max(0, ...keys) + 1])
      onChange([...rows, make()])
      focusRow(rows.length, 'input')
    },
    remove: (index: number) => {
      setKeys(keys.filter((_, i) => i !== index))
      onChange(rows.filter((_, i) => i !== index))
      say(`${called(index)} dihapus`)
      if (rows.length > 1) focusRow(Math.min(index, rows.length - 2), 'input')
      else focusIn(() => list.current?.parentElement, '[data-add-row]')
    },
  }
}

const steps = [
  { by: -1, part: 'up', verb: 'Naikkan', Icon: IconArrowUp },
  { by: 1, part: 'down', verb: 'Turunkan', Icon: IconArrowDown },
] as const

/**
 * Props of a row's buttons. The top margin has the height of a label, so the buttons are level with
 * the inputs of the row.
 */
const tool = { variant: 'subtle', color: 'gray', w: 30, h: 38, mt: '1.55rem' } as const
/** Buttons at the end of a row, which move or remove it. */
const RowTools = ({
  at,
  last,
  name,
  move,
  remove,
}: {
  at: number
  last: number
  name: string
  move: (from: number, to: number, part: string) => void
  remove: (at: number) => void
}) => (
  <Group gap={0} wrap="nowrap">
    {steps.map(({ by, part, verb, Icon }) => (
      <ActionIcon
        key={part}
        {...tool}
        data-step={part}
        aria-label={`${verb} ${name}`}
        // Uses `aria-disabled`, because a button with `disabled` would lose the focus when the user
        // has moved the row to the start or end of the list by keys.
        aria-disabled={at + by < 0 || at + by > last || undefined}
        opacity={at + by < 0 || at + by > last ? 0.35 : undefined}
        onClick={() => move(at, at + by, `[data-step="${part}"]`)}
      >
        <Icon size={16} aria-hidden />
      </ActionIcon>
    ))}
    <ActionIcon {...tool} aria-label={`Hapus ${name}`} onClick={() => remove(at)}>
      <IconTrash size={16} aria-hidden />
    </ActionIcon>
  </Group>
)

/**
 * List with its rows and the button that adds a row. Esc during a drag returns the row to its old
 * position.
 */
export const OrderedRows = <T,>(props: Props<T>) => {
  const { label, what, rows, max, children } = props
  const list = useRef<HTMLOListElement>(null)
  const hint = useId()
  const { keys, said, called, move, add, remove } = useOrder(list, props)
  const drag = useRowDrag(list, move)
  const press = (e: KeyboardEvent, index: number) => {
    if (e.key === 'Escape' && drag.isDragging) drag.cancel()
    else {
      const to = { ArrowUp: index - 1, ArrowDown: index + 1, Home: 0, End: rows.length - 1 }[e.key]
      if (to === undefined || e.ctrlKey || e.metaKey || e.altKey) return
      if (!drag.isDragging) move(index, to)
    }
    // Stops the event. Otherwise Esc would also close the dialog, and arrow keys would scroll the
    // page.
    e.preventDefault()
    e.stopPropagation()
  }
  return (
    <div className="wide">
      {rows.length > 0 && (
        <Text id={hint} c="dimmed" mb="xs">
          Geser pegangan, atau tekan panah atas dan bawah padanya, untuk mengubah urutan.
        </Text>
      )}
      <ol ref={list} className={classes.rows} aria-label={label}>
        {keys.map((key, i) => (
          <li key={key} {...drag.rowProps(i)}>
            <ActionIcon
              {...tool}
              className={classes.handle}
              data-handle
              aria-label={`Pindahkan ${called(i)}`}
              aria-describedby={hint}
              onKeyDown={(e) => press(e, i)}
              {...drag.handleProps(i)}
            >
              <IconGripVertical size={18} aria-hidden />
            </ActionIcon>
            {children(i)}
            <RowTools at={i} last={rows.length - 1} name={called(i)} move={move} remove={remove} />
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
