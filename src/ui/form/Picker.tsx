import '#src/styles/bagian.css'
/** Choosing rows of another resource: the server searches, the picker shows what tells rows apart. */
import { MultiSelect, Select, type ComboboxItem } from '@mantine/core'
import { keepPreviousData, useQueries, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type KeyboardEvent } from 'react'
import type { Params } from '#src/data/http.ts'
import { pilihanQuery, type Pilihan } from '#src/data/pilihan.ts'

interface Common {
  label: string
  resource: string
  description?: string
  error?: string
  required?: boolean
  placeholder?: string
  disabled?: boolean
  autoFocus?: boolean
  filter?: Params
}
type Item = ComboboxItem & { note?: string }

const useDebounced = (value: string) => {
  const [late, setLate] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setLate(value), 250)
    return () => clearTimeout(timer)
  }, [value])
  return late
}
/** Choices that match, and the chosen ones even when they do not. */
const useItems = (
  resource: string,
  ids: number[],
  filter: Params | undefined,
  { search = '', opened: first = false } = {},
) => {
  const [text, setText] = useState(search)
  const [opened, setOpened] = useState(first)
  const q = useDebounced(text)
  const found = useQuery({
    ...pilihanQuery(resource, { ...filter, q: q || undefined }),
    enabled: opened,
    placeholderData: keepPreviousData,
  })
  const chosen = useQueries({ queries: ids.map((id) => pilihanQuery(resource, { id })) }).map(
    (r, i) =>
      r.data?.[0] ?? { id: ids[i] ?? 0, label: r.isPending ? '…' : `#${ids[i]}`, keterangan: null },
  )
  const item = (p: Pilihan): Item => ({
    value: String(p.id),
    label: p.label,
    note: p.keterangan ?? undefined,
  })
  const items = [
    ...new Map([...chosen, ...(found.data ?? [])].map((p) => [String(p.id), item(p)])).values(),
  ]
  return {
    items,
    setText,
    open: () => setOpened(true),
    empty: found.isFetching ? 'Mencari…' : 'Tidak ada yang cocok',
    chosenLabels: chosen.map((c) => c.label),
  }
}
const option = ({ option: o }: { option: Item }) => (
  <span>
    <span>{o.label}</span>
    {o.note && (
      <span className="dim" style={{ display: 'block', fontSize: '.8125rem' }}>
        {o.note}
      </span>
    )}
  </span>
)

/** One row. `search` is what has been typed before it was there. */
export const Picker = ({
  value,
  onChange,
  resource,
  filter,
  required,
  search = '',
  ...rest
}: Common & {
  value: number | null
  onChange: (id: number | null) => void
  defaultDropdownOpened?: boolean
  search?: string
  onKeyDown?: (e: KeyboardEvent) => void
}) => {
  const [typed, setTyped] = useState(search)
  // Select empties its search when it mounts without a value; what was typed before stays.
  const kept = useRef(search !== '')
  const { items, setText, open, empty, chosenLabels } = useItems(
    resource,
    value ? [value] : [],
    filter,
    { search, opened: rest.defaultDropdownOpened },
  )
  return (
    <Select
      {...rest}
      required={required}
      searchValue={typed}
      searchable
      openOnFocus={false}
      clearable={!required}
      allowDeselect={!required}
      data={items}
      value={value ? String(value) : null}
      onChange={(v) => onChange(v === null ? null : Number(v))}
      onDropdownOpen={open}
      onFocus={open}
      // The chosen row's own label is no search.
      onSearchChange={(text) => {
        const keep = kept.current && text === ''
        kept.current = false
        if (keep) return
        setTyped(text)
        setText(chosenLabels.includes(text) ? '' : text)
      }}
      filter={({ options }) => options}
      nothingFoundMessage={empty}
      renderOption={option}
      maxDropdownHeight={280}
      clearButtonProps={{ 'aria-label': `Kosongkan ${rest.label}` }}
    />
  )
}
/** Several rows; none may mean all. */
export const Pickers = ({
  value,
  onChange,
  resource,
  filter,
  ...rest
}: Common & { value: number[]; onChange: (ids: number[]) => void }) => {
  const { items, setText, open, empty } = useItems(resource, value, filter)
  return (
    <MultiSelect
      {...rest}
      searchable
      clearable
      data={items}
      value={value.map(String)}
      onChange={(v) => onChange(v.map(Number))}
      onDropdownOpen={open}
      onFocus={open}
      onSearchChange={setText}
      filter={({ options }) => options}
      nothingFoundMessage={empty}
      renderOption={option}
      maxDropdownHeight={280}
      placeholder={value.length === 0 ? (rest.placeholder ?? 'Semua') : undefined}
      clearButtonProps={{ 'aria-label': `Kosongkan ${rest.label}` }}
    />
  )
}
