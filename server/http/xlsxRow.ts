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

// A cell of nothing is null, and so left to what stands behind it.
const around = ([begin, end]: readonly [string, string], value: RawBuilder<unknown>) => sql`${sql.lit(begin)} || ${value} || ${sql.lit(end)}`
const text = (value: RawBuilder<unknown>, cell: readonly [string, string] = exactCell) => around(cell, sql`replace(replace(replace(nullif(${value}, ''), '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`)
/** A text that is known now. */
const said = (label: string) => sql.lit(textCell.join(escapeXml(label)))
const number = (kind: CellKind, value: RawBuilder<unknown>) => around(numberCell(kind), sql`cast(${value} as text)`)
/** Days since 30 December 1899, as spreadsheets count: of a day, and of an instant in Jakarta. */
const serial = {
  sqlite: { hari: (v: RawBuilder<unknown>) => sql`cast(julianday(${v}) - 2415018.5 as integer)`, saat: (v: RawBuilder<unknown>) => sql`(unixepoch(${v}) + 25200) / 86400.0 + 25569` },
  postgres: { hari: (v: RawBuilder<unknown>) => sql`${v}::date - date '1899-12-30'`, saat: (v: RawBuilder<unknown>) => sql`(floor(extract(epoch from ${v}::timestamptz)) + 25200) / 86400 + 25569` },
}
const listed = {
  sqlite: (v: RawBuilder<unknown>) => sql`(select group_concat(value, ', ') from json_each(${v}))`,
  postgres: (v: RawBuilder<unknown>) => sql`(select string_agg(value, ', ') from json_array_elements_text(${v}::json))`,
}

/** Texts of these controls have one line, trimmed. */
const oneLine: readonly (string | undefined)[] = ['text', 'email', 'phone', 'month', 'time', 'select', 'color']
const typeOf = (schema: z.core.$ZodType) => (unwrap(schema) as { _zod: { def: { type: string } } })._zod.def.type
const plain = ({ value, schema, meta, kind }: Exported, engine: Engine): RawBuilder<unknown> => {
  switch (typeOf(schema)) {
    case 'boolean': return sql`case ${value} when 1 then ${said('Ya')} when 0 then ${said('Tidak')} end`
    case 'array': return text(listed[engine](value))
    case 'number': return number(kind, kind === 'persen' ? sql`${value} / 10000.0` : value)
    default: return kind === 'hari' || kind === 'saat' ? number(kind, serial[engine][kind](value)) : text(sql`cast(${value} as text)`, oneLine.includes(meta?.control) ? textCell : exactCell)
  }
}
/** A choice by its label. */
const labelled = (column: Exported, engine: Engine): RawBuilder<unknown> => {
  const { options } = column.meta ?? {}
  if (!options || typeOf(column.schema) === 'array') return plain(column, engine)
  return sql`case ${column.value} ${sql.join(options.map((o) => sql`when ${sql.lit(o.value)} then ${said(o.label)}`), sql` `)} else ${plain(column, engine)} end`
}
const cell = (column: Exported, engine: Engine): RawBuilder<unknown> => {
  const { value, shown } = column
  const name = shown && sql`(select ${text(sql.ref(`acuan.${shown.by}`), textCell)} from ${sql.table(shown.from)} as acuan where ${sql.ref(`acuan.${shown.on}`)} = ${value}), `
  return sql`coalesce(${name ?? sql``}${labelled(column, engine)}, ${sql.lit(emptyCell)})`
}
/** A row of these columns, `<row>…</row>`. Characters that XML has not may still stand in it. */
export const xlsxRow = (columns: readonly Exported[], engine: Engine): RawBuilder<string> =>
  sql<string>`concat(${sql.join([sql.lit('<row>'), ...columns.map((c) => cell(c, engine)), sql.lit('</row>')])})`
