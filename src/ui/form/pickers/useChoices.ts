/** Choices of a picker, which the server searches. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { ApiError, type Params } from '#src/data/api/http.ts'
import { pilihanQuery, type Pilihan } from '#src/data/choices.ts'

/**
 * Maximum number of choices that the server returns. To find any further row, the user types more
 * letters of its name.
 */
const mostChoices = 50
const pauseMs = 250
/** Placeholder while the name of the chosen row loads. */
export const noNameYet = '…'

const useDebounced = (value: string) => {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), pauseMs)
    return () => clearTimeout(timer)
  }, [value])
  return late
}

export type EmptyReason = 'forbidden' | 'searching' | 'none' | 'unmatched'
export interface Choice {
  value: string
  label: string
  /** Note that distinguishes rows of the same name. */
  note?: string
  /** Whether the row cannot be chosen; the note says why. */
  isClosed?: boolean
}
const choiceOf = ({ id, label, keterangan, tutup }: Pilihan): Choice => ({
  value: String(id),
  label,
  note: keterangan ?? undefined,
  isClosed: Boolean(tutup),
})

/** Whether the element is the input of an open dropdown in which no choice is highlighted. */
const isOpenUnmarked = (box: EventTarget) => {
  if (!(box instanceof HTMLElement)) return false
  const list = document.getElementById(box.getAttribute('aria-controls') ?? '')
  return list !== null && list.querySelector('[data-combobox-selected]') === null
}

interface Asked {
  resource: string
  /** Ids of the chosen rows. */
  ids: readonly number[]
  filter: Params | undefined
  /** Text that the user has typed so far. */
  text: string
  /**
   * Whether the choices are fetched on mount. By default they are fetched after a call of `want`.
   */
  isWanted?: boolean
}

/**
 * Returns the reason for an empty list of choices. `forbidden`: the server responded with 403,
 * because a custom role lacks the access code. `searching`: the choices are loading. `none`: there
 * are no choices although nothing was typed. `unmatched`: no row matches the typed text, or the
 * call failed.
 */
const emptyReason = (isFetching: boolean, error: Error | null, q: string): EmptyReason => {
  if (error instanceof ApiError && error.status === 403) return 'forbidden'
  if (isFetching) return 'searching'
  return q === '' && !error ? 'none' : 'unmatched'
}

/**
 * Returns the choices that match the typed text, and the chosen rows even if they do not match,
 * with the state and key handling of the picker.
 */
export const useChoices = ({ resource, ids, filter, text, isWanted: first = false }: Asked) => {
  const [isWanted, setWanted] = useState(first)
  const q = useDebounced(text)
  const query = useQuery({
    ...pilihanQuery(resource, { ...filter, q: q || undefined }),
    enabled: isWanted,
    placeholderData: keepPreviousData,
  })
  const chosen = useQueries({ queries: ids.map((id) => pilihanQuery(resource, { id })) }).map(
    (r, i) =>
      r.data?.[0] ?? {
        id: ids[i] ?? 0,
        label: r.isPending ? noNameYet : `#${ids[i]}`,
        keterangan: null,
      },
  )
  // Lists the matches before the chosen rows while the user searches, because Enter takes the first
  // choice. Lists the matches again at the end, because a row may be both a match and chosen. The
  // Map below keeps the last text of such a row, and the name in `chosen` may still be loading.
  const matches = query.data ?? []
  const rows = [...(q ? matches : []), ...chosen, ...matches]
  const isAnswered = q === text && !query.isFetching
  return {
    choices: [...new Map(rows.map((p) => [String(p.id), choiceOf(p)])).values()],
    /** Starts fetching the choices. */
    want: () => setWanted(true),
    /** Whether the user has opened the picker, so that its choices are fetched. */
    isWanted,
    /** Whether the choices are those of the typed text. */
    isAnswered,
    isFetching: query.isFetching,
    /** Reason for an empty list of choices (EmptyChoices). */
    reason: emptyReason(query.isFetching, query.error, q),
    /** Whether the server may have further matches that are not shown. */
    hasMore: matches.length >= mostChoices,
    /**
     * Whether Enter takes the first match: the user has typed a text, and the server has returned
     * matches of the text.
     */
    hasFirst: text !== '' && isAnswered && matches.length > 0,
    /** Whether the server has returned no match of the typed text. */
    isUnmatched: text !== '' && isAnswered && matches.length === 0,
    /**
     * Ignores Enter while the choices for the typed text are still loading, because Enter would
     * take a choice of an earlier text. Also ignores Enter in an open list without a highlighted
     * choice, where Enter would submit the form although the user means to choose.
     */
    holdEnter: (e: KeyboardEvent) => {
      if (e.key !== 'Enter' || e.ctrlKey || e.metaKey) return
      if ((text === '' || isAnswered) && !isOpenUnmarked(e.target)) return
      e.preventDefault()
      e.stopPropagation()
    },
  }
}
