/**
 * Builds the SQL that returns each row as XLSX sheet XML, with values as the screens show them. The
 * database builds the XML, because reading 100,000 rows with 30 columns as values would create
 * three million JavaScript values.
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

/** Piece of a row's XML: a constant text, or an SQL expression, whose null counts as empty text. */
type Piece = string | RawBuilder<unknown>
/**
 * Maximum number of arguments in one call of the SQL function concat. Both engines allow this many.
 */
const most = 90
/**
 * Joins pieces to one SQL expression. Merges adjacent constant texts first, because concatenation
 * takes most of the database's time in an export.
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
// Uses `||`, whose result is null if `value` is null. The row then omits the cell.
const around = ([begin, end]: readonly [string, string], value: RawBuilder<unknown>) =>
  sql`${sql.lit(begin)} || (${value}) || ${sql.lit(end)}`
const escaped = (value: RawBuilder<unknown>) =>
  sql`replace(replace(replace(nullif(${value}, ''), '&', '&amp;'), '<', '&lt;'), '>', '&gt;')`
/**
 * Builds the SQL of a text cell, by engine. On SQLite, the SQL first searches for characters to
 * escape, because searching is faster than replacing and few texts contain such characters.
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
/**
 * SQL that converts a value to the number of days since 30 December 1899, by engine. The value is a
 * day (`hari`), or a UTC instant to show in Jakarta's time (`saat`).
 */
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
/** Builds the SQL of the number that a sheet stores for a value of a numeric kind. */
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
/** Builds the SQL of a cell's XML; the SQL gives null for an empty cell. */
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
/**
 * Builds the SQL of a row's XML. The resulting XML may contain characters that XML does not allow;
 * `xlsxOf` removes these characters.
 */
export const xlsxRow = (columns: readonly Exported[], engine: Engine): RawBuilder<string> =>
  together([rowEnds[0], ...columns.flatMap((c, i) => piecesOf(c, i, engine)), rowEnds[1]])
