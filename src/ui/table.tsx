/** The product's table: columns as lists declare them, and the kinds of what stands in their cells. */
import { columnVisibilityFeature, tableFeatures, useTable } from '@tanstack/react-table'
import { createContext, type ReactNode } from 'react'
import type { Tone } from '#contract/enums.ts'
import type { FieldMeta } from '#contract/fields.ts'
import type { AnyResource, Row } from '#contract/resource.ts'
import type { Hooks } from '#src/data/createHooks.ts'
import { angka, bulan, persen, rupiah, tanggalPendek, telepon, waktu } from '#src/ui/format.ts'

/** What the table's columns are called and how they are edited, from the contract. */
export const FieldsContext = createContext<(column: string) => FieldMeta | undefined>(
  () => undefined,
)

/** A word with a colour. */
export const Badge = ({ tone = 'gray', children }: { tone?: Tone; children: string }) => (
  <span className="badge" data-tone={tone}>
    {children}
  </span>
)

const Dash = <span className="dim">–</span>
const isNothing = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === ''
/** What is longer is cut where its column ends, and tells the whole of it to who points at it. What is not never fills the narrowest column: clipping a page of it all costs more than drawing it. */
const long = 20
const cut = (text: string) => (
  <span className="cut" title={text}>
    {text}
  </span>
)

const numbers = { rupiah, angka, persen }
const formatted = { tanggal: tanggalPendek, bulan, telepon }
type Plain = keyof typeof numbers | keyof typeof formatted
const isNumber = (kind: string): kind is keyof typeof numbers => kind in numbers
const isPlain = (kind: string): kind is Plain => isNumber(kind) || kind in formatted
const textOf = (kind: Plain, value: unknown): string | undefined =>
  isNumber(kind)
    ? typeof value === 'number'
      ? numbers[kind](value)
      : undefined
    : isNothing(value)
      ? undefined
      : formatted[kind](String(value))

/** What stands in a cell, drawn as one of the product's kinds. Plain elements: a component for each of hundreds of cells would take longer than the cells. */
export class Isi {
  readonly value: unknown
  readonly #meta: FieldMeta | undefined
  constructor(value: unknown, meta: FieldMeta | undefined) {
    this.value = value
    this.#meta = meta
  }
  #plain(kind: Plain): ReactNode {
    const text = textOf(kind, this.value)
    return text === undefined ? Dash : <span className="num">{text}</span>
  }
  #option(): NonNullable<FieldMeta['options']>[number] | undefined {
    return this.#meta?.options?.find((o) => o.value === this.value)
  }

  /** One line, cut with the whole as tooltip. */
  teks(): ReactNode {
    if (isNothing(this.value)) return Dash
    const text = String(this.value)
    return text.length > long ? cut(text) : <span className="oneLine">{text}</span>
  }
  /** A text that may take several lines. */
  panjang(): ReactNode {
    return isNothing(this.value) ? Dash : String(this.value)
  }
  /** A choice with its label and colour, from the contract's enum. */
  status(): ReactNode {
    const option = this.#option()
    return option ? <Badge tone={option.tone}>{option.label}</Badge> : Dash
  }
  /** A choice as plain text. */
  pilihan(): ReactNode {
    return this.#option()?.label ?? Dash
  }
  /** A name, with a note under it. */
  orang(note?: string | null): ReactNode {
    return (
      <span>
        {this.teks()}
        {note && (
          <>
            <br />
            <small className="dim">{note}</small>
          </>
        )}
      </span>
    )
  }
  /** An instant in a zone, Jakarta when left out. */
  waktu(zone?: string): ReactNode {
    return isNothing(this.value) ? (
      Dash
    ) : (
      <span className="num">{waktu(String(this.value), zone)}</span>
    )
  }
  ya(): ReactNode {
    return this.value === true ? 'Ya' : 'Tidak'
  }
  warna(): ReactNode {
    return (
      <span style={{ display: 'inline-flex', gap: '.5rem', alignItems: 'center' }}>
        <span
          aria-hidden
          style={{
            width: 16,
            height: 16,
            borderRadius: 4,
            background: isNothing(this.value) ? undefined : String(this.value),
          }}
        />
        {isNothing(this.value) ? null : String(this.value)}
      </span>
    )
  }
  /** How many are chosen; none means all. */
  banyak(): ReactNode {
    return Array.isArray(this.value) && this.value.length > 0
      ? `${this.value.length} pilihan`
      : 'Semua'
  }
  rupiah(): ReactNode {
    return this.#plain('rupiah')
  }
  angka(): ReactNode {
    return this.#plain('angka')
  }
  persen(): ReactNode {
    return this.#plain('persen')
  }
  tanggal(): ReactNode {
    return this.#plain('tanggal')
  }
  bulan(): ReactNode {
    return this.#plain('bulan')
  }
  telepon(): ReactNode {
    return this.#plain('telepon')
  }
}
type Kind =
  | 'teks'
  | 'status'
  | 'pilihan'
  | 'ya'
  | 'warna'
  | 'banyak'
  | 'rupiah'
  | 'angka'
  | 'persen'
  | 'tanggal'
  | 'waktu'
  | 'bulan'
  | 'telepon'

/** Cell of a field that a list names without saying how to draw it. */
const kindOf = (meta: FieldMeta | undefined): Kind => {
  if (meta?.options) return meta.options.some((o) => o.tone !== 'gray') ? 'status' : 'pilihan'
  switch (meta?.control) {
    case 'rupiah':
      return 'rupiah'
    case 'number':
      return 'angka'
    case 'percent':
      return 'persen'
    case 'date':
      return 'tanggal'
    case 'month':
      return 'bulan'
    case 'phone':
      return 'telepon'
    case 'instant':
      return 'waktu'
    case 'switch':
      return 'ya'
    case 'color':
      return 'warna'
    case 'pickers':
      return 'banyak'
    default:
      return 'teks'
  }
}
/** Columns that stand right-aligned. */
export const isNumeric = (meta: FieldMeta | undefined): boolean =>
  meta?.control === 'rupiah' || meta?.control === 'number' || meta?.control === 'percent'

/** The whole of a cell of one kind. A number or a short text is nothing but a text: what a `span` around it would say, its cell's class does. */
const whole = (kind: Kind, value: unknown, meta: FieldMeta | undefined): ReactNode =>
  isPlain(kind)
    ? (textOf(kind, value) ?? Dash)
    : kind === 'teks' && typeof value === 'string' && value !== '' && value.length <= long
      ? value
      : new Isi(value, meta)[kind]()

interface Drawn<R extends AnyResource> {
  id?: string
  header?: string
  cell?: Kind | ((content: { cell: Isi; row: Row<R> }) => ReactNode)
}
interface Defined<R extends AnyResource> extends Drawn<R> {
  from?: (row: Row<R>) => unknown
}
/** A column: a field's name alone, or a definition of `kolom(…)`. */
export type Column<R extends AnyResource> = (keyof Row<R> & string) | Defined<R>
/** Helper for columns that are more than a field's name: `k.accessor((row) => row.gedung?.nama, { id: 'gedung', header: 'Outlet' })`. Without `cell` a field is drawn as its kind, anything else as text; a kind's name alone as that one. */
export const kolom = <R extends AnyResource>(_of: Hooks<R>) => ({
  accessor: (
    from: (keyof Row<R> & string) | ((row: Row<R>) => unknown),
    drawn: Drawn<R>,
  ): Defined<R> =>
    typeof from === 'string'
      ? { id: from, from: (row) => row[from], ...drawn }
      : { from, ...drawn },
  display: (drawn: Drawn<R>): Defined<R> => drawn,
})

/** A column as the table takes it; `meta.draw` makes a cell's content, `meta.className` is the cell's. */
export interface TableColumn<R extends AnyResource> {
  id: string
  accessorFn: (row: Row<R>) => unknown
  header: string | undefined
  meta: { className: string | undefined; draw: (value: unknown, row: Row<R>) => ReactNode }
}
export const tableColumn = <R extends AnyResource>(
  given: Column<R>,
  fieldMeta: (name: string) => FieldMeta | undefined,
): TableColumn<R> => {
  const {
    id = '',
    header,
    cell,
    from,
  }: Defined<R> = typeof given === 'string' ? { id: given, from: (row) => row[given] } : given
  const meta = fieldMeta(id)
  const column = { id, header, accessorFn: (row: Row<R>) => from?.(row) }
  if (typeof cell === 'function')
    return {
      ...column,
      meta: {
        className: undefined,
        draw: (value, row) => cell({ cell: new Isi(value, meta), row }),
      },
    }
  const kind = cell ?? kindOf(meta)
  return {
    ...column,
    meta: {
      className: isPlain(kind) ? 'num' : kind === 'teks' ? 'oneLine' : undefined,
      draw: (value) => whole(kind, value, meta),
    },
  }
}
const features = tableFeatures({ columnVisibilityFeature })
/** The one table of the product. */
export const useListTable = <R extends AnyResource>({
  rows,
  columns,
  hidden,
}: {
  rows: Row<R>[]
  columns: readonly TableColumn<R>[]
  hidden: readonly string[]
}) =>
  useTable({
    features,
    data: rows,
    columns: columns as never,
    getRowId: (row: Row<R>) => String(row.id),
    state: { columnVisibility: Object.fromEntries(hidden.map((id) => [id, false])) },
  })
