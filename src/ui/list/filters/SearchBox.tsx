import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIsMounted } from '#src/data/api/useWrite.ts'
import { afterPress } from '#src/ui/form/afterPress.ts'
import type { Change } from '#src/ui/list/filters/filter.ts'
import classes from '../toolbar.module.css'

/**
 * Maximum time in ms to wait for the prefetched rows before the search text is written to the URL.
 */
const patience = 100
/**
 * Delay in ms between the last typed letter and the search. It is longer than the pause between two
 * letters of a fast typist, but too short to notice.
 */
const pauseMs = 120
/**
 * Search box of a list. After a pause in typing, the box prefetches the rows and then writes the
 * text to the URL, so that the text and its rows render together. The new URL replaces the current
 * history entry.
 */
export const SearchBox = ({
  value,
  change,
  prefetch,
}: {
  value: string
  change: Change
  prefetch?: (q: string | undefined) => Promise<unknown>
}) => {
  const [text, setText] = useState(value)
  const [seenValue, setSeenValue] = useState(value)
  if (value !== seenValue) {
    setSeenValue(value)
    setText(value)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // Keeps the latest text in a ref for the blur handler. Esc empties the box and removes the focus.
  // The blur handler then runs before the next render, when the state still has the old text.
  const last = useRef(value)
  const typed = (next: string) => {
    setText(next)
    last.current = next
    clearTimeout(timer.current)
    const ownTimer = (timer.current = setTimeout(async () => {
      await Promise.race([
        prefetch?.(next.trim() || undefined),
        new Promise((done) => {
          setTimeout(done, patience)
        }),
      ])
      if (timer.current === ownTimer) send(next)
    }, pauseMs))
  }
  const send = (next: string) => {
    timer.current = undefined
    change({ q: next.trim() || undefined }, true)
  }
  const isHere = useIsMounted()
  // Sends a pending search when the box loses the focus, for example by a click on a row. If the
  // search were sent after the click, it would change the URL of the page that the click has
  // opened.
  const flush = () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    // If a pointer is pressed, waits until the press ends. Then sends the search, unless the user
    // has typed again or has left the list.
    afterPress(() => {
      if (isHere() && timer.current === undefined) send(last.current)
    })
  }
  const drop = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  })
  useEffect(() => () => drop(), [])
  return (
    <TextInput
      className={classes.search}
      placeholder="Cari"
      type="search"
      aria-label="Cari"
      data-search
      value={text}
      autoComplete="off"
      leftSection={<IconSearch size={16} aria-hidden />}
      onChange={(e) => typed(e.currentTarget.value)}
      onBlur={flush}
      onKeyDown={(e) => {
        if (e.key === 'Escape') {
          if (text) typed('')
          e.currentTarget.blur()
        }
      }}
    />
  )
}
