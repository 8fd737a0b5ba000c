/**
 * SQL of rows as XML of a sheet, with the texts of the screens, so that a hundred thousand rows of
 * thirty values do not become three million JavaScript values first.
 */
import { sql, type RawBuilder } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import type { CellExpression } from '#server/export/cellTypes.ts'
import type { Exported } from '#server/export/exported.ts'
import {
  escapeXml,
  exactCell,
  numberCell,
  rowEnds,
  textCell,
  type CellKind,
} from '#server/export/xlsx.ts'

/** Piece of a row: a known text, or an SQL expression; null becomes an empty text. */
type Piece = string | RawBuilder<unknown>
/** How many texts both engines put together at once. */
const most = 90
/**
 * Joins pieces to one expression. Adjacent known texts are merged first, because most of the time
 * goes to joining.
 */
const together = (pieces: readonly Piece[]): RawBuilder<string> => {
  const merged: Piece[] = []
  for (const piece of pieces) {
    const last = merged.at(-1)
    if (typeof piece === 'string' && typeof last === 'string')
      merged[merged.length - 1] = last + piece
    else merged.push(piece)
  }
  const groups: RawBuilder<string>[] = []
  for (let i = 0; i < merged.length; i += most)
    groups.push(
      sql`concat(${sql.join(merged.slice(i, i + most).map((piece) => (typeof piece === 'string' ? sql.lit(piece) : piece)))})`,
    )
  return groups.length === 1 && groups[0] ? groups[0] : sql`concat(${sql.join(groups)})`
}
// A cell of nothing is null, and so no cell.
const around = ([begin, end]: readonly [string, string], value: RawBuilder<unknown>) =>
  sql`${sql.lit(begin)} || (${value}) || ${sql.lit(end)}`
const escaped = (value: RawBuilder<unknown>) =>
  sql`replace(replace(replace(nullif(${value}, ''), '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`
/**
 * Text of a column, as SQL: SQLite searches faster than it replaces, and few texts need escapes.
 */
const columnText = {
  sqlite: (value: RawBuilder<unknown>, cell: readonly [string, string]) =>
    around(
      cell,
      sql`case when ${value} glob '*[&<>]*' then ${escaped(value)} else nullif(${value}, '') end`,
    ),
  postgres: (value: RawBuilder<unknown>, cell: readonly [string, string]) =>
    around(cell, escaped(sql`cast(${value} as text)`)),
}
/** Days since 30 December 1899, as spreadsheets count: of a day, and of an instant in Jakarta. */
const serial = {
  sqlite: {
    hari: (v: RawBuilder<unknown>) => sql`cast(julianday(${v}) - 2415018.5 as integer)`,
    saat: (v: RawBuilder<unknown>) => sql`(unixepoch(${v}) + 25200) / 86400.0 + 25569`,
  },
  postgres: {
    hari: (v: RawBuilder<unknown>) => sql`(${v})::date - date '1899-12-30'`,
    saat: (v: RawBuilder<unknown>) =>
      sql`(floor(date_part('epoch', ${v}::timestamptz)) + 25200) / 86400 + 25569`,
  },
}
/** Number in a sheet for a value of these kinds. */
const numberOf = (
  value: RawBuilder<unknown>,
  kind: CellKind,
  engine: Engine,
): RawBuilder<unknown> => {
  switch (kind) {
    case 'persen':
      return sql`${value} / 10000.0`
    case 'bulan':
      return serial[engine].hari(sql`${value} || '-01'`)
    case 'hari':
    case 'saat':
      return serial[engine][kind](value)
    default:
      return sql`${value}`
  }
}
/** The whole cell, or null. */
const cellOf = (said: CellExpression, columnIndex: number, engine: Engine): RawBuilder<unknown> => {
  switch (said.as) {
    case 'teks':
      return said.text((text) =>
        columnText[engine](text, said.oneLine ? textCell(columnIndex) : exactCell(columnIndex)),
      )
    case 'angka':
      return around(numberCell(columnIndex, said.kind), numberOf(said.value, said.kind, engine))
    case 'label': {
      const cases = said.labels.map(
        ([value, label]) =>
          sql`when ${sql.lit(value)} then ${sql.lit(textCell(columnIndex).join(escapeXml(label)))}`,
      )
      return sql`case ${said.value} ${sql.join(cases, sql` `)} ${said.lain ? sql`else ${cellOf(said.lain, columnIndex, engine)} ` : sql``}end`
    }
    case 'menurut':
      return sql`case ${sql.join(
        said.cases.map((c) => sql`when ${c.when} then ${cellOf(c.said, columnIndex, engine)}`),
        sql` `,
      )} end`
  }
}
const piecesOf = ({ said }: Exported, columnIndex: number, engine: Engine): Piece[] => {
  if (said.as !== 'angka' || said.nullable)
    return [sql`coalesce(${cellOf(said, columnIndex, engine)}, '')`]
  const [begin, end] = numberCell(columnIndex, said.kind)
  return [begin, numberOf(said.value, said.kind, engine), end]
}
/** SQL of a row of these columns. It may still contain characters that XML does not allow. */
export const xlsxRow = (columns: readonly Exported[], engine: Engine): RawBuilder<string> =>
  together([rowEnds[0], ...columns.flatMap((c, i) => piecesOf(c, i, engine)), rowEnds[1]])
