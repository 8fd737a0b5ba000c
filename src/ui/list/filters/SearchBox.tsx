import { TextInput } from '@mantine/core'
import { IconSearch } from '@tabler/icons-react'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useIsMounted } from '#src/data/api/useWrite.ts'
import { afterPress } from '#src/ui/form/afterPress.ts'
import type { Change } from '#src/ui/list/filters/filter.ts'
import classes from '../toolbar.module.css'

/** Maximum time that a change of the URL waits for the found rows, in ms. */
const patience = 100
/**
 * Debounce in ms: longer than the pause between two letters of a fast typist, too short to notice.
 */
const pauseMs = 120
/**
 * Search box of a list. Puts the typed text into the URL after a pause, replacing the present
 * history entry. The rows are prefetched first, so that text and rows render together.
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
  // Holds the current text in a ref, because after Esc the box loses the focus before it renders
  // the empty text.
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
  // Sends the search when the box loses the focus, as on a click on a row. A delayed search would
  // change the page that the row opens.
  const flush = () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    // Skipped when the user has typed again meanwhile or has left the list.
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
