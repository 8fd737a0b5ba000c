import '#src/styles/cari.css'
import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { cariPeserta, cukup, kata } from '#src/data/cari.ts'
import { useMe } from '#src/data/session.ts'
import { SearchField } from '#src/layout/SearchField.tsx'
import { studentOptions } from '#src/layout/studentOptions.tsx'
import { angka } from '#src/ui/format.ts'
import { useOptions, type Option, type OptionGroup } from '#src/ui/options.ts'
import { part } from '#src/ui/part.ts'

const fetchList = () => part(() => import('#src/ui/OptionList.tsx'))
const OptionList = lazy(() => fetchList().then((m) => ({ default: m.OptionList })))

/** How many of the matches the top bar shows; all are on /search. */
const shownMatches = 8
/** From the last key to the question, in ms. */
const pause = 120

/** The search box with its matches under it; it goes on where the plain one was: with its text, and with the focus if that had it. */
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
  const [asked, setAsked] = useState(kata(begun))
  const [listed, setListed] = useState(begun !== '')
  // Before anything else happens: a key between the two boxes would be lost.
  useLayoutEffect(() => {
    if (open || focused) input.current?.focus()
  }, [open, focused])
  useEffect(() => () => clearTimeout(timer.current), [])

  const asking = listed && cukup(asked)
  const { data, error, refetch } = useQuery({
    ...cariPeserta(asked),
    enabled: asking,
    placeholderData: (old) => old,
  })
  const q = kata(text)

  const groups: OptionGroup[] =
    asking && data ? studentOptions(data.rows.slice(0, shownMatches), user, 'Peserta') : []
  if (asking && data && data.total > shownMatches)
    groups.push({
      options: [
        {
          key: 'semua',
          title: `Lihat semua ${angka(data.total)} peserta`,
          place: { to: '/search', search: { q: asked } },
        },
      ],
    })
  const { option, clear, inputProps, onArrow, listProps } = useOptions(groups)
  const off = () => {
    clearTimeout(timer.current)
    setText('')
    setAsked('')
    setListed(false)
    setOpen(false)
    clear()
    input.current?.blur()
  }
  const pick = ({ place }: Option) => {
    off()
    if (place) void navigate({ to: place.to, search: place.search })
  }
  /** Enter without a choice: all that is found. */
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
    timer.current = setTimeout(() => setAsked(kata(next)), pause)
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
            // The phone's button comes back, and with it the focus.
            if (open)
              setTimeout(() => document.querySelector<HTMLElement>('.searchToggle')?.focus())
          } else if (listed) onArrow(e)
        },
      }}
    >
      {asking && (
        <div className="matches">
          {groups.length > 0 && (
            <Suspense>
              <OptionList label="Peserta" {...listProps} pick={pick} />
            </Suspense>
          )}
          <div role="status" className={groups.length > 0 ? 'sr' : 'matchesNote'}>
            {error
              ? `Pencarian gagal: ${error.message}`
              : !data
                ? 'Mencari…'
                : groups.length > 0
                  ? `${angka(data.total)} peserta`
                  : 'Tidak ada peserta yang cocok'}
          </div>
          {error && (
            <button
              type="button"
              className="link"
              onMouseDown={(e) => e.preventDefault()}
              onClick={() => void refetch()}
            >
              Coba lagi
            </button>
          )}
        </div>
      )}
    </SearchField>
  )
}
