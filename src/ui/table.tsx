/** The one table of the product: TanStack Table with its kinds of cells registered once. */
import { columnVisibilityFeature, createTableHook, tableFeatures } from '@tanstack/react-table'
import { createContext, use, type ComponentType, type ReactNode } from 'react'
import type { FieldMeta } from '#contract/fields.ts'
import type { Tone } from '#contract/enums.ts'
import type { AnyResource, Row } from '#contract/resource.ts'
import type { Hooks } from '#src/data/createHooks.ts'
import { angka, bulan, persen, rupiah, tanggalPendek, telepon, waktu } from '#src/ui/format.ts'

/** What the table's columns are called and how they are edited, from the contract. */
export const FieldsContext = createContext<(column: string) => FieldMeta | undefined>(() => undefined)

/** A word with a colour. */
export const Badge = ({ tone = 'gray', children }: { tone?: Tone; children: string }) => <span className="badge" data-tone={tone}>{children}</span>

const useText = (): string | undefined => {
  const value: unknown = useCellContext().getValue()
  return value === null || value === undefined || value === '' ? undefined : String(value)
}
const useNumber = (): number | undefined => {
  const value: unknown = useCellContext().getValue()
  return typeof value === 'number' ? value : undefined
}
// The table's methods live on its prototypes: never take them off the cell.
const useOption = (): NonNullable<FieldMeta['options']>[number] | undefined => {
  const cell = useCellContext()
  const value: unknown = cell.getValue()
  return use(FieldsContext)(cell.column.id)?.options?.find((o) => o.value === value)
}
const Dash = () => <span className="dim">–</span>
const textCell = (format: (text: string) => string): ComponentType => function TextCell() {
  const value = useText()
  return value === undefined ? <Dash /> : <span className="num">{format(value)}</span>
}
const numberCell = (format: (value: number) => string): ComponentType => function NumberCell() {
  const value = useNumber()
  return value === undefined ? <Dash /> : <span className="num">{format(value)}</span>
}

/** One line, cut with the whole as tooltip. */
const Teks = (): ReactNode => {
  const value = useText()
  return value === undefined ? <Dash /> : <span className="cut" title={value}>{value}</span>
}
/** A choice with its label and colour, from the contract's enum. */
const Status = (): ReactNode => {
  const option = useOption()
  return option ? <Badge tone={option.tone}>{option.label}</Badge> : <Dash />
}
/** A choice as plain text. */
const Pilihan = (): ReactNode => useOption()?.label ?? <Dash />
/** A name, with `note` under it. */
const Orang = ({ note }: { note?: string | null }): ReactNode => <span><span className="cut"><Teks /></span>{note && <span className="dim" style={{ fontSize: '.8125rem' }}>{note}</span>}</span>
/** An instant in a zone, Jakarta when left out. */
const Waktu = ({ zone }: { zone?: string }): ReactNode => <span className="num">{waktu(useText(), zone) || <Dash />}</span>
const Ya = (): ReactNode => <>{useCellContext().getValue() === true ? 'Ya' : 'Tidak'}</>
const Warna = (): ReactNode => <span style={{ display: 'inline-flex', gap: '.5rem', alignItems: 'center' }}><span aria-hidden style={{ width: 16, height: 16, borderRadius: 4, background: useText() }} />{useText()}</span>
/** How many are chosen; none means all. */
const Banyak = (): ReactNode => {
  const value: unknown = useCellContext().getValue()
  return <>{Array.isArray(value) && value.length > 0 ? `${value.length} pilihan` : 'Semua'}</>
}

const cellComponents = {
  Teks, Orang, Status, Pilihan, Waktu, Ya, Warna, Banyak, Rupiah: numberCell(rupiah), Angka: numberCell(angka), Persen: numberCell(persen),
  Tanggal: textCell(tanggalPendek), Bulan: textCell(bulan), Telepon: textCell(telepon),
}
export const { createAppColumnHelper, useAppTable, useCellContext } = createTableHook({ features: tableFeatures({ columnVisibilityFeature }), cellComponents })

export type AppTable = ReturnType<typeof useAppTable<{ id: number }>>
export type Cell = ReturnType<ReturnType<AppTable['getRowModel']>['rows'][number]['getVisibleCells']>[number]
/** A cell's content. Straight from its definition: the table's own way to it takes two more components for each of hundreds of cells. */
export const drawCell = (cell: Cell): ReactNode => { const Content = cell.column.columnDef.cell; return typeof Content === 'function' ? <Content {...cell.getContext()} /> : Content }

/** Cell of a field that a list names without saying how to draw it. */
export const cellOf = (meta: FieldMeta | undefined): keyof typeof cellComponents => {
  if (meta?.options) return meta.options.some((o) => o.tone !== 'gray') ? 'Status' : 'Pilihan'
  switch (meta?.control) {
    case 'rupiah': return 'Rupiah'
    case 'number': return 'Angka'
    case 'percent': return 'Persen'
    case 'date': return 'Tanggal'
    case 'month': return 'Bulan'
    case 'phone': return 'Telepon'
    case 'switch': return 'Ya'
    case 'color': return 'Warna'
    case 'pickers': return 'Banyak'
    default: return 'Teks'
  }
}
/** Columns that stand right-aligned. */
export const isNumeric = (meta: FieldMeta | undefined): boolean => meta?.control === 'rupiah' || meta?.control === 'number' || meta?.control === 'percent'

type Helper<R extends AnyResource> = ReturnType<typeof createAppColumnHelper<Row<R>>>
/** A column: a field's name alone, or a definition of `kolom(…)`. */
export type Column<R extends AnyResource> = (keyof Row<R> & string) | { id?: string; header?: unknown; cell?: unknown; accessorFn?: (row: Row<R>, index: number) => unknown; accessorKey?: unknown }
/** Helper for columns that are more than a field's name: `k.accessor((row) => row.gedung?.nama, {id: 'gedung', header: 'Outlet', cell: ({cell}) => <cell.Teks/>})`. */
export const kolom = <R extends AnyResource>(_of: Hooks<R>): Helper<R> => createAppColumnHelper<Row<R>>()
