import { useNavigate } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useCan } from '#src/data/session/session.ts'
import { SearchField } from '#src/layout/search/SearchField.tsx'
import type { StudentSearchBox } from '#src/layout/search/StudentSearchBox.tsx'
import { part } from '#src/ui/page/part.ts'

/** ARIA attributes of a combobox without an open list. */
const closed = { role: 'combobox', 'aria-autocomplete': 'list', 'aria-expanded': false } as const
const code = () => import('#src/layout/search/StudentSearchBox.tsx')

/**
 * Student search of the header. Shows a plain box first. When the user points at the box, focuses
 * it or types, the box with matches is loaded and replaces the plain box. On a phone the search is
 * hidden until `open` is true, and then covers the header.
 */
export const StudentSearch = ({
  open,
  setOpen,
}: {
  open: boolean
  setOpen: (open: boolean) => void
}) => {
  const may = useCan('search')
  const navigate = useNavigate()
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [late, setLate] = useState<{ Box: typeof StudentSearchBox; focused: boolean }>()
  const fetch = () =>
    void part(code).then(
      ({ StudentSearchBox: Box }) =>
        setLate((state) => state ?? { Box, focused: document.activeElement === input.current }),
      () => {},
    )
  useEffect(() => {
    if (open) input.current?.focus()
  }, [open])
  if (!may) return null
  if (late) return <late.Box open={open} setOpen={setOpen} begun={text} focused={late.focused} />
  const off = () => {
    setText('')
    setOpen(false)
    input.current?.blur()
  }
  return (
    <SearchField
      ref={input}
      value={text}
      open={open}
      off={off}
      submit={() => {
        if (text.trim()) void navigate({ to: '/search', search: { q: text.trim() } })
      }}
      {...closed}
      onPointerEnter={fetch}
      onFocus={fetch}
      onChange={(e) => {
        setText(e.currentTarget.value)
        fetch()
      }}
      onKeyDown={(e) => {
        if (e.key === 'Escape') off()
      }}
    />
  )
}
