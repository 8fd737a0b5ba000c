/** Cells of a table: kinds of values, and the rendering of each kind. */
import type { ReactNode } from 'react'
import type { FieldMeta } from '#contract/fields.ts'
import {
  numberText,
  bulan,
  jam,
  persen,
  rupiah,
  shortTanggal,
  phoneText,
  waktu,
} from '#src/ui/format/format.ts'
import words from '#src/ui/format/Words.module.css'
import { Dim, Num } from '#src/ui/format/Words.tsx'
import { Badge } from '#src/ui/list/rows/Badge.tsx'
import classes from '../table/table.module.css'

const Dash = <Dim>–</Dim>
const isNothing = (value: unknown): value is null | undefined | '' =>
  value === null || value === undefined || value === ''
/**
 * Maximum number of characters of a text without a tooltip. Such a text always fits the narrowest
 * column. A longer text may be truncated and has a tooltip with the whole text. A tooltip on every
 * cell would cost more rendering time than the cells themselves.
 */
const longText = 20
const cut = (text: string) => (
  <span className={classes.cut} title={text}>
    {text}
  </span>
)

const numbers = { rupiah, number: numberText, percent: persen }
const formatted = { date: shortTanggal, month: bulan, phone: phoneText, time: jam }
type Plain = keyof typeof numbers | keyof typeof formatted
const isNumber = (kind: string): kind is keyof typeof numbers => kind in numbers
const textOf = (kind: Plain, value: unknown): string | undefined => {
  if (isNumber(kind)) return typeof value === 'number' ? numbers[kind](value) : undefined
  return isNothing(value) ? undefined : formatted[kind](String(value))
}

/**
 * Value of a cell, with a method for each kind of rendering. The methods return plain elements,
 * because a component per cell would take longer to render than the cells.
 */
export class Cell {
  readonly value: unknown
  readonly #meta: FieldMeta | undefined
  constructor(value: unknown, meta: FieldMeta | undefined) {
    this.value = value
    this.#meta = meta
  }
  #plain(kind: Plain): ReactNode {
    const text = textOf(kind, this.value)
    return text === undefined ? Dash : <Num>{text}</Num>
  }
  #option(): NonNullable<FieldMeta['options']>[number] | undefined {
    return this.#meta?.options?.find((o) => o.value === this.value)
  }

  /** Renders a text on one line. A long text may be truncated and has the whole text as tooltip. */
  text(): ReactNode {
    if (isNothing(this.value)) return Dash
    const text = String(this.value)
    return text.length > longText ? cut(text) : <span className={words.oneLine}>{text}</span>
  }
  /** Renders a text that may take several lines. */
  multiline(): ReactNode {
    return isNothing(this.value) ? Dash : String(this.value)
  }
  /** Renders the label of a choice as a badge, with the colour from the contract's enum. */
  status(): ReactNode {
    const option = this.#option()
    return option ? <Badge tone={option.tone}>{option.label}</Badge> : Dash
  }
  /** Renders a choice as plain text. */
  option(): ReactNode {
    return this.#option()?.label ?? Dash
  }
  /** Renders a name with a note under it. */
  person(note?: string | null): ReactNode {
    return (
      <span>
        {this.text()}
        {note && (
          <>
            <br />
            <small className={words.dim}>{note}</small>
          </>
        )}
      </span>
    )
  }
  /** Renders an instant in a zone, by default Asia/Jakarta. */
  instant(zone?: string): ReactNode {
    if (isNothing(this.value)) return Dash
    return <Num>{waktu(String(this.value), zone)}</Num>
  }
  yesNo(): ReactNode {
    return this.value === true ? 'Ya' : 'Tidak'
  }
  color(): ReactNode {
    const color = isNothing(this.value) ? undefined : String(this.value)
    return (
      <span className={classes.color}>
        <span aria-hidden style={{ background: color }} />
        {color}
      </span>
    )
  }
  /**
   * Renders the number of chosen rows. Renders `Semua` for an empty list, because an empty list
   * means that all rows are chosen.
   */
  choices(): ReactNode {
    return Array.isArray(this.value) && this.value.length > 0
      ? `${this.value.length} pilihan`
      : 'Semua'
  }
  rupiah(): ReactNode {
    return this.#plain('rupiah')
  }
  number(): ReactNode {
    return this.#plain('number')
  }
  percent(): ReactNode {
    return this.#plain('percent')
  }
  date(): ReactNode {
    return this.#plain('date')
  }
  month(): ReactNode {
    return this.#plain('month')
  }
  phone(): ReactNode {
    return this.#plain('phone')
  }
  time(): ReactNode {
    return this.#plain('time')
  }
}

/** Kinds of rendering. A column may name a kind instead of defining a render function. */
export type CellKind =
  | Plain
  | 'text'
  | 'status'
  | 'option'
  | 'yesNo'
  | 'color'
  | 'choices'
  | 'instant'

const kindOfControl: Partial<Record<string, CellKind>> = {
  rupiah: 'rupiah',
  number: 'number',
  percent: 'percent',
  date: 'date',
  month: 'month',
  phone: 'phone',
  time: 'time',
  instant: 'instant',
  switch: 'yesNo',
  color: 'color',
  pickers: 'choices',
}
/** Returns the default kind of rendering of a field. Lists use it for columns that name no kind. */
export const kindOf = (meta: FieldMeta | undefined): CellKind => {
  if (meta?.options) return meta.options.some((o) => o.tone !== 'gray') ? 'status' : 'option'
  return kindOfControl[meta?.control ?? ''] ?? 'text'
}
/**
 * Whether a column is right-aligned: its kind of rendering or the control of its field is numeric.
 * A numeric field is right-aligned even if the list renders the cells with its own function.
 */
export const isNumeric = (kind: CellKind | undefined, meta: FieldMeta | undefined): boolean =>
  [kind, meta?.control].some((k) => k === 'rupiah' || k === 'number' || k === 'percent')
