/** Above a list: search, filters with their chips, columns, export, add. */
import { IconDownload, IconFilter, IconPlus, IconSearch } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useLocation } from '@tanstack/react-router'
import {
  useEffect,
  useEffectEvent,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react'
import type { FieldMeta } from '#contract/fields.ts'
import { ApiError } from '#src/data/http.ts'
import { pilihanQuery } from '#src/data/pilihan.ts'
import { showError } from '#src/state/feedback.ts'
import { askedToAdd } from '#src/state/history.ts'
import { afterPress } from '#src/ui/afterPress.ts'
import type { Picker as PickerComponent } from '#src/ui/form/Picker.tsx'
import { bulan, rupiah, tanggalPendek } from '#src/ui/format.ts'
import { Menu, MenuItem } from '#src/ui/Menu.tsx'
import { part } from '#src/ui/part.ts'
import { Tool, ToolInput, ToolSelect } from '#src/ui/Tool.tsx'
import { useLater } from '#src/ui/useLater.ts'

type PickerType = typeof PickerComponent

const pickerCode = () => import('#src/ui/form/Picker.tsx')
/**
 * A picker without a value looks like one until pointer, focus or text come: its code (a fifth of a list's, with the positioning engine)
 * is no part of a first list. What is typed meanwhile is searched when it is there.
 */
const LatePicker = ({ label, value, ...rest }: ComponentProps<PickerType>) => {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState('')
  const [late, setLate] = useState<{ Picker: PickerType; focused: boolean }>()
  const fetch = () =>
    void part(pickerCode).then(
      ({ Picker }) =>
        setLate((known) => known ?? { Picker, focused: document.activeElement === input.current }),
      () => {},
    )
  const onValue = useEffectEvent(fetch)
  useEffect(() => {
    if (value !== null) onValue()
  }, [value])
  if (late)
    return (
      <late.Picker
        {...rest}
        label={label}
        value={value}
        placeholder="Semua"
        search={text}
        autoFocus={late.focused}
        defaultDropdownOpened={late.focused}
      />
    )
  return (
    <ToolInput
      ref={input}
      label={label}
      placeholder={value === null ? 'Semua' : '…'}
      aria-haspopup="listbox"
      value={text}
      onPointerEnter={fetch}
      onFocus={fetch}
      onChange={(e) => {
        setText(e.currentTarget.value)
        fetch()
      }}
    />
  )
}

/** A filter of the list: its name in the search, and what the contract says of it. */
export interface Filter {
  name: string
  meta: FieldMeta
}
type Values = Record<string, string | number | undefined>
type Change = (change: Values, replace?: boolean) => void

/** How long the address waits for the rows of what was typed. */
const patience = 100
/** Longer than between two letters of who types fast, shorter than one notices. */
const pauseMs = 120
/** Typed text goes to the URL after a pause, over the present entry of the history; its rows are asked for first, so that both are drawn as one. */
export const SearchBox = ({
  value,
  change,
  ahead,
}: {
  value: string
  change: Change
  ahead?: (q: string | undefined) => Promise<unknown>
}) => {
  const [text, setText] = useState(value)
  const [seen, setSeen] = useState(value)
  if (value !== seen) {
    setSeen(value)
    setText(value)
  }
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  // What Esc has emptied counts, though the box, which it leaves at once, is not drawn anew yet.
  const last = useRef(value)
  const typed = (next: string) => {
    setText(next)
    last.current = next
    clearTimeout(timer.current)
    const own = (timer.current = setTimeout(async () => {
      await Promise.race([
        ahead?.(next.trim() || undefined),
        new Promise((done) => {
          setTimeout(done, patience)
        }),
      ])
      if (timer.current === own) send(next)
    }, pauseMs))
  }
  const send = (next: string) => {
    timer.current = undefined
    change({ q: next.trim() || undefined }, true)
  }
  // Whoever leaves the box, say to click a row, is not overtaken by a search that goes off later, on the page that the row opens.
  const flush = () => {
    if (timer.current === undefined) return
    clearTimeout(timer.current)
    timer.current = undefined
    // Unless more was typed meanwhile, or the list has gone.
    afterPress(() => {
      if (stands.current && timer.current === undefined) send(last.current)
    })
  }
  const stands = useRef(true)
  const drop = useEffectEvent(() => {
    clearTimeout(timer.current)
    timer.current = undefined
  })
  useEffect(() => {
    stands.current = true
    return () => {
      stands.current = false
      drop()
    }
  }, [])
  return (
    <ToolInput
      className="search"
      type="search"
      label="Cari"
      data-cari
      value={text}
      autoComplete="off"
      icon={IconSearch}
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

const range = (control: string) =>
  control === 'date' || control === 'instant' || control === 'rupiah'

const yesNo = [
  { value: '1', label: 'Ya' },
  { value: '0', label: 'Tidak' },
]

const FilterControl = ({
  filter: { name, meta },
  values,
  change,
}: {
  filter: Filter
  values: Values
  change: Change
}) => {
  const value = String(values[name] ?? '')
  const set = (next: string | null) => change({ [name]: next || undefined })
  if (meta.options || meta.control === 'switch')
    return <ToolSelect label={meta.label} value={value} set={set} options={meta.options ?? yesNo} />
  if (meta.control === 'picker' && meta.resource) {
    return (
      <LatePicker
        label={meta.label}
        resource={meta.resource}
        filter={meta.params}
        value={value ? Number(value) : null}
        onChange={(id) => set(id === null ? null : String(id))}
      />
    )
  }
  if (meta.control === 'date' || meta.control === 'instant') {
    return (
      <fieldset className="range">
        <legend className="sr">{meta.label}</legend>
        {(['gte', 'lte'] as const).map((side) => (
          <ToolInput
            key={side}
            type="date"
            label={`${meta.label} ${side === 'gte' ? 'dari' : 'sampai'}`}
            value={String(values[`${name}.${side}`] ?? '')}
            onChange={(e) =>
              change(Object.fromEntries([[`${name}.${side}`, e.currentTarget.value || undefined]]))
            }
          />
        ))}
      </fieldset>
    )
  }
  if (meta.control === 'month')
    return (
      <ToolInput
        type="month"
        label={meta.label}
        value={value}
        onChange={(e) => set(e.currentTarget.value)}
      />
    )
  return null
}
/** Whether a filter has a control in the toolbar; the others work from the URL alone. */
export const hasControl = ({ options, control }: FieldMeta): boolean =>
  options !== undefined || ['switch', 'picker', 'date', 'instant', 'month'].includes(control)

const PickedLabel = ({ resource, id }: { resource: string; id: string }) =>
  useQuery(pilihanQuery(resource, { id: Number(id) })).data?.[0]?.label ?? `#${id}`
const Chip = ({
  name,
  filter: { meta },
  value,
  drop,
}: {
  name: string
  filter: Filter
  value: string
  drop: () => void
}) => {
  const side = name.endsWith('.gte') ? ' dari' : name.endsWith('.lte') ? ' sampai' : ''
  const text: ReactNode =
    meta.options?.find((o) => String(o.value) === value)?.label ??
    (meta.control === 'switch' ? (
      value === '1' || value === 'true' ? (
        'Ya'
      ) : (
        'Tidak'
      )
    ) : meta.resource ? (
      <PickedLabel resource={meta.resource} id={value} />
    ) : meta.control === 'date' || (meta.control === 'instant' && value.length === 10) ? (
      tanggalPendek(value)
    ) : meta.control === 'month' ? (
      bulan(value)
    ) : meta.control === 'rupiah' ? (
      rupiah(Number(value))
    ) : (
      value
    ))
  return (
    <span className="chip">
      <span>
        {meta.label}
        {side}: <b>{text}</b>
      </span>
      <button type="button" aria-label={`Hapus filter ${meta.label}${side}`} onClick={drop}>
        ×
      </button>
    </span>
  )
}

/** Active filters, each with a button that takes it away. */
export const Chips = ({
  filters,
  values,
  change,
  reset,
}: {
  filters: Filter[]
  values: Values
  change: Change
  reset: () => void
}) => {
  const active = filters.flatMap((filter) =>
    [filter.name, `${filter.name}.gte`, `${filter.name}.lte`].flatMap((name) =>
      values[name] === undefined ? [] : [{ name, filter, value: String(values[name]) }],
    ),
  )
  if (active.length === 0 && !values.q) return null
  return (
    <div className="chips">
      {values.q && (
        <span className="chip">
          <span>
            Cari: <b>{values.q}</b>
          </span>
          <button
            type="button"
            aria-label="Hapus filter Cari"
            onClick={() => change({ q: undefined })}
          >
            ×
          </button>
        </span>
      )}
      {active.map(({ name, filter, value }) => (
        <Chip
          key={name}
          name={name}
          filter={filter}
          value={value}
          drop={() => change({ [name]: undefined })}
        />
      ))}
      <button type="button" className="link" onClick={reset}>
        Atur ulang
      </button>
    </div>
  )
}

export const Filters = ({
  filters,
  values,
  change,
}: {
  filters: Filter[]
  values: Values
  change: Change
}) => {
  const [open, setOpen] = useState(false)
  // After the first frame, which is the rows': a dozen inputs take as long to make as they do. Their places are kept.
  const late = useLater()
  const shown = filters.filter(({ meta }) => hasControl(meta))
  if (shown.length === 0) return null
  const count = shown.filter(
    ({ name, meta }) =>
      values[name] !== undefined ||
      (range(meta.control) &&
        (values[`${name}.gte`] !== undefined || values[`${name}.lte`] !== undefined)),
  ).length
  return (
    <>
      <Tool
        className="filterToggle"
        aria-expanded={open}
        icon={IconFilter}
        onClick={() => setOpen(!open)}
      >
        Filter{count > 0 ? ` (${count})` : ''}
      </Tool>
      <div className="filters" data-open={open || undefined}>
        {shown.map((f) =>
          late ? (
            <FilterControl key={f.name} filter={f} values={values} change={change} />
          ) : (
            <i key={f.name} className={range(f.meta.control ?? '') ? 'range' : undefined} />
          ),
        )}
      </div>
    </>
  )
}

/** Saves the whole filtered list: XLSX for people, CSV for programs. */
export const ExportMenu = ({ run }: { run: (format: 'csv' | 'xlsx') => Promise<void> }) => {
  const [busy, setBusy] = useState(false)
  const save = (format: 'csv' | 'xlsx') => {
    setBusy(true)
    return run(format)
      .catch((error: unknown) => {
        if (!(error instanceof ApiError)) throw error
        if (error.status !== 401 && error.status !== 0) showError(error)
      })
      .finally(() => setBusy(false))
  }
  return (
    <Menu
      label="Ekspor"
      button={(props) => (
        <Tool busy={busy} icon={IconDownload} {...props}>
          Ekspor
        </Tool>
      )}
    >
      <MenuItem run={() => void save('xlsx')}>Excel (XLSX)</MenuItem>
      <MenuItem run={() => void save('csv')}>CSV</MenuItem>
    </Menu>
  )
}
export const AddButton = ({ run }: { run: () => void }) => {
  const path = useLocation({ select: (l) => l.pathname })
  const asked = useEffectEvent(() => {
    if (askedToAdd(path)) run()
  })
  useEffect(() => asked(), [])
  return (
    <Tool primary icon={IconPlus} data-tambah onClick={run}>
      Tambah
    </Tool>
  )
}
