import { Button, Paper, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState, type ReactNode } from 'react'
import type { FoundStudent } from '#contract/search/searchCalls.ts'
import { useMe } from '#src/data/session/session.ts'
import { studentSearchQuery, isLongEnough, normalizeQuery } from '#src/data/studentSearch.ts'
import { useDocuments } from '#src/layout/search/documentOptions.tsx'
import { SearchField } from '#src/layout/search/SearchField.tsx'
import { studentOptions } from '#src/layout/search/studentOptions.tsx'
import { numberText } from '#src/ui/format/format.ts'
import { useOptions, type Option, type OptionGroup } from '#src/ui/list/filters/options.ts'
import { part } from '#src/ui/page/part.ts'
import classes from './SearchField.module.css'

const fetchList = () => part(() => import('#src/ui/form/pickers/OptionList.tsx'))
const OptionList = lazy(() => fetchList().then((m) => ({ default: m.OptionList })))

interface Found {
  rows: readonly FoundStudent[]
  total: number
}
/** Maximum number of matches shown in the header; the page /search shows all. */
const shownMatches = 8
/** Debounce of the search, in ms. */
const pause = 120

const matchesText = (result: Found | undefined, error: Error | null): string => {
  if (error) return `Pencarian gagal: ${error.message}`
  if (!result) return 'Mencari…'
  return result.rows.length > 0
    ? `${numberText(result.total)} peserta`
    : 'Tidak ada peserta yang cocok'
}
/**
 * Popup under the search box. Shows the options and their number, and a retry button after a
 * failure.
 */
const Matches = ({
  found,
  error,
  retry,
  empty,
  children,
}: {
  found: Found | undefined
  error: Error | null
  retry: () => void
  empty: boolean
  children: ReactNode
}) => (
  <Paper withBorder shadow="lg" className={classes.matches}>
    {!empty && <Suspense>{children}</Suspense>}
    <Text role="status" size="sm" c="dimmed" p="xs" className={empty ? undefined : 'sr'}>
      {matchesText(found, error)}
    </Text>
    {error && (
      <Button
        variant="subtle"
        size="compact-sm"
        onMouseDown={(e) => e.preventDefault()}
        onClick={retry}
      >
        Coba lagi
      </Button>
    )}
  </Paper>
)

/**
 * Search box that shows matches. Replaces the plain box. Keeps the text of the plain box, and also
 * the focus if the plain box was focused.
 */
export const StudentSearchBox = ({
  open,
  setOpen,
  begun,
  focused,
}: {
  open: boolean
  setOpen: (open: boolean) => void
  begun: string
  focused: boolean
}) => {
  const navigate = useNavigate()
  const user = useMe()
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [text, setText] = useState(begun)
  const [query, setQuery] = useState(normalizeQuery(begun))
  const [listed, setListed] = useState(begun !== '')
  // Moves the focus in a layout effect, which runs directly after the plain box has been removed.
  // In a later effect, a key pressed in the meantime would be lost.
  useLayoutEffect(() => {
    if (open || focused) input.current?.focus()
  }, [open, focused])
  useEffect(() => () => clearTimeout(timer.current), [])

  const asking = listed && isLongEnough(query)
  const { data, error, refetch } = useQuery({
    ...studentSearchQuery(query),
    enabled: asking,
    placeholderData: (old) => old,
  })
  const documents = useDocuments(query, listed)
  const q = normalizeQuery(text)

  const groups: OptionGroup[] =
    asking && data ? studentOptions(data.rows.slice(0, shownMatches), user, 'Peserta') : []
  if (asking && data && data.total > shownMatches)
    groups.push({
      options: [
        {
          key: 'semua',
          title: `Lihat semua ${numberText(data.total)} peserta`,
          place: { to: '/search', search: { q: query } },
        },
      ],
    })
  if (asking) groups.push(...documents.groups)
  const { option, clear, inputProps, onArrow, listProps } = useOptions(groups)
  const off = () => {
    clearTimeout(timer.current)
    setText('')
    setQuery('')
    setListed(false)
    setOpen(false)
    clear()
    input.current?.blur()
  }
  const pick = ({ place }: Option) => {
    off()
    if (place) void navigate({ to: place.to, search: place.search })
  }
  /** Opens the page of all matches, on Enter without a selected option. */
  const all = () => {
    clearTimeout(timer.current)
    setListed(false)
    setOpen(false)
    input.current?.blur()
    if (q) void navigate({ to: '/search', search: { q } })
  }
  const typed = (next: string) => {
    setText(next)
    setListed(true)
    clear()
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setQuery(normalizeQuery(next)), pause)
  }
  return (
    <SearchField
      ref={input}
      value={text}
      open={open}
      off={off}
      submit={() => {
        if (listed && option) pick(option)
        else all()
      }}
      {...inputProps}
      onChange={(e) => typed(e.currentTarget.value)}
      onFocus={() => {
        fetchList().catch(() => {})
        if (q) setListed(true)
      }}
      form={{
        onBlur: (e) => {
          if (!e.currentTarget.contains(e.relatedTarget)) setListed(false)
        },
        onKeyDown: (e) => {
          if (e.key === 'Escape') {
            off()
            // Moves the focus to the button that opens the search. On a phone, this button appears
            // only after the search has closed.
            if (open)
              setTimeout(() => document.querySelector<HTMLElement>('[data-search-toggle]')?.focus())
          } else if (listed) onArrow(e)
        },
      }}
    >
      {asking && (
        <Matches
          found={data}
          error={error}
          retry={() => void refetch()}
          empty={groups.length === 0}
        >
          <OptionList label="Peserta" {...listProps} pick={pick} />
        </Matches>
      )}
    </SearchField>
  )
}
