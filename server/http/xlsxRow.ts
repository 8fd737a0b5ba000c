/** Rows as XML of a sheet, made by the database, as the screens say them: a hundred thousand rows of thirty values need not become three million values of ours first. */
import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import { unwrap, type FieldMeta } from '#contract/fields.ts'
import type { Engine } from '#server/db/engine.ts'
import { emptyCell, escapeXml, exactCell, numberCell, textCell, type CellKind } from '#server/http/xlsx.ts'

export interface Exported {
  /** The column, with its table. */
  value: RawBuilder<unknown>
  schema: z.core.$ZodType
  meta: FieldMeta | undefined
  kind: CellKind
  /** Table and columns of the relation whose name stands for the id. */
  shown: { from: string; on: string; by: string } | undefined
}

/** A piece of a row: text that is known now, or what the database says; of nothing, no text. */
type Piece = string | RawBuilder<unknown>
/** How many texts both engines put together at once. */
const most = 90
/** As one expression. What is known now and stands side by side is one text: most of the time goes to putting pieces together. */
const together = (pieces: readonly Piece[]): RawBuilder<string> => {
  const merged: Piece[] = []
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (typeof piece === 'string' && typeof last === 'string') merged[merged.length - 1] = last + piece
    else merged.push(piece)
  }
  const groups: RawBuilder<string>[] = []
  for (let i = 0; i < merged.length; i += most) groups.push(sql`concat(${sql.join(merged.slice(i, i + most).map((piece) => (typeof piece === 'string' ? sql.lit(piece) : piece)))})`)
  return groups.length === 1 && groups[0] ? groups[0] : sql`concat(${sql.join(groups)})`
}
// A cell of nothing is null, and so left to what stands behind it.
const around = ([begin, end]: readonly [string, string], value: RawBuilder<unknown>) => sql`${sql.lit(begin)} || (${value}) || ${sql.lit(end)}`
const escaped = (value: RawBuilder<unknown>) => sql`replace(replace(replace(nullif(${value}, ''), '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`
const text = (value: RawBuilder<unknown>, cell: readonly [string, string] = exactCell) => around(cell, escaped(value))
/** Of a column: SQLite looks quicker than it replaces, and few texts have anything to replace. */
const columnText = {
  sqlite: (value: RawBuilder<unknown>, cell: readonly [string, string]) => around(cell, sql`case when ${value} glob '*[&<>]*' then ${escaped(value)} else nullif(${value}, '') end`),
  postgres: (value: RawBuilder<unknown>, cell: readonly [string, string]) => text(sql`cast(${value} as text)`, cell),
}
/** A text that is known now. */
const said = (label: string) => sql.lit(textCell.join(escapeXml(label)))
/** Days since 30 December 1899, as spreadsheets count: of a day, and of an instant in Jakarta. */
const serial = {
  sqlite: { hari: (v: RawBuilder<unknown>) => sql`cast(julianday(${v}) - 2415018.5 as integer)`, saat: (v: RawBuilder<unknown>) => sql`(unixepoch(${v}) + 25200) / 86400.0 + 25569` },
  postgres: { hari: (v: RawBuilder<unknown>) => sql`${v}::date - date '1899-12-30'`, saat: (v: RawBuilder<unknown>) => sql`(floor(date_part('epoch', ${v}::timestamptz)) + 25200) / 86400 + 25569` },
}
const listed = {
  sqlite: (v: RawBuilder<unknown>) => sql`(select group_concat(value, ', ') from json_each(${v}))`,
  postgres: (v: RawBuilder<unknown>) => sql`(select string_agg(value, ', ') from json_array_elements_text(${v}::json))`,
}

/** Texts of these controls have one line, trimmed. */
const oneLine: readonly (string | undefined)[] = ['text', 'email', 'phone', 'month', 'time', 'select', 'color']
const typeOf = (schema: z.core.$ZodType) => (unwrap(schema) as { _zod: { def: { type: string } } })._zod.def.type
/** Whether the contract knows it empty. */
const mayBeEmpty = (schema: z.core.$ZodType): boolean => {
  const { type, innerType } = schema._zod.def as { type: string; innerType?: z.core.$ZodType }
  return type === 'nullable' || type === 'optional' || (innerType !== undefined && mayBeEmpty(innerType))
}
const plain = ({ value, schema, meta, kind }: Exported, engine: Engine): RawBuilder<unknown> => {
  switch (typeOf(schema)) {
    case 'boolean': return sql`case ${value} when 1 then ${said('Ya')} when 0 then ${said('Tidak')} end`
    case 'array': return text(listed[engine](value))
    default: {
      const n = numberOf({ value, schema, meta, kind }, engine)
      return n ? around(numberCell(kind), n) : columnText[engine](value, oneLine.includes(meta?.control) ? textCell : exactCell)
    }
  }
}
/** The number that stands for a value of these kinds. */
const numberOf = ({ value, schema, kind }: Omit<Exported, 'shown'>, engine: Engine): RawBuilder<unknown> | undefined =>
  (typeOf(schema) === 'number' ? (kind === 'persen' ? sql`${value} / 10000.0` : value) : kind === 'hari' || kind === 'saat' ? serial[engine][kind](value) : undefined)
/** A choice by its label. */
const labelled = (column: Exported, engine: Engine): RawBuilder<unknown> => {
  const { options } = column.meta ?? {}
  if (!options || typeOf(column.schema) === 'array') return plain(column, engine)
  return sql`case ${column.value} ${sql.join(options.map((o) => sql`when ${sql.lit(o.value)} then ${said(o.label)}`), sql` `)} else ${plain(column, engine)} end`
}
const cell = (column: Exported, engine: Engine): Piece[] => {
  const { value, shown, meta, kind, schema } = column
  const name = shown && sql`(select ${columnText[engine](sql.ref(`acuan.${shown.by}`), textCell)} from ${sql.table(shown.from)} as acuan where ${sql.ref(`acuan.${shown.on}`)} = ${value}), `
  const n = name || meta?.options || mayBeEmpty(schema) ? undefined : numberOf(column, engine)
  if (n) { const [begin, end] = numberCell(kind); return [begin, n, end] }
  return [sql`coalesce(${name ?? sql``}${labelled(column, engine)}, ${sql.lit(emptyCell)})`]
}
/** A row of these columns, `<row>…</row>`. Characters that XML has not may still stand in it. */
export const xlsxRow = (columns: readonly Exported[], engine: Engine): RawBuilder<string> => together(['<row>', ...columns.flatMap((c) => cell(c, engine)), '</row>'])
