/** Choices of a picker: the server searches. */
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useState, type KeyboardEvent } from 'react'
import { ApiError, type Params } from '#src/data/api/http.ts'
import { pilihanQuery, type Pilihan } from '#src/data/choices.ts'

/** Most choices that the server returns; to find others the user types more. */
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

export interface Choice {
  value: string
  label: string
  /** Note that distinguishes rows of the same name. */
  note?: string
}
const choiceOf = ({ id, label, keterangan }: Pilihan): Choice => ({
  value: String(id),
  label,
  note: keterangan ?? undefined,
})

/** Whether the element is the input of an open list in which no choice is marked. */
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
  /** Text typed so far. */
  text: string
  /** Whether the choices are fetched from the start, or only once `want` has been called. */
  isWanted?: boolean
}

/** Returns the text for an empty list of choices: a custom role may lack the code to read them. */
const emptyText = (isFetching: boolean, error: Error | null): string => {
  if (error instanceof ApiError && error.status === 403)
    return 'Anda tidak berhak memilih dari data ini'
  return isFetching ? 'Mencari…' : 'Tidak ada yang cocok'
}

/** Matching choices, and the chosen rows even if they do not match. */
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
  // Matches come first: Enter takes the first match. A chosen row among the matches takes its text
  // from the match, because the chosen row's own name may still be loading.
  const matches = query.data ?? []
  const rows = [...(q ? matches : []), ...chosen, ...matches]
  const isAnswered = q === text && !query.isFetching
  return {
    choices: [...new Map(rows.map((p) => [String(p.id), choiceOf(p)])).values()],
    /** Starts fetching the choices. */
    want: () => setWanted(true),
    isFetching: query.isFetching,
    /** Text for an empty list of choices. */
    emptyText: emptyText(query.isFetching, query.error),
    /** Whether the server may have more matches than are shown. */
    hasMore: matches.length >= mostChoices,
    /** Whether the matches of the typed text have loaded and there is one for Enter to take. */
    hasFirst: text !== '' && isAnswered && matches.length > 0,
    /**
     * While the choices do not match the typed text yet, Enter must not take a choice. Nor may
     * Enter save the form while the list is open and no choice is marked: the user means to choose.
     */
    holdEnter: (e: KeyboardEvent) => {
      if (e.key !== 'Enter' || e.ctrlKey || e.metaKey) return
      if ((text === '' || isAnswered) && !isOpenUnmarked(e.target)) return
      e.preventDefault()
      e.stopPropagation()
    },
  }
}
