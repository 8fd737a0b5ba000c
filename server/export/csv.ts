import { sql, type RawBuilder } from 'kysely'
import type { Engine } from '#server/db/engine.ts'
import type { CellExpression } from '#server/export/cellTypes.ts'
import type { Exported } from '#server/export/exported.ts'
import { formulaSigns, ledCell, ledPieces } from '#server/export/formula.ts'
import type { CellKind } from '#server/export/xlsx.ts'

/**
 * Matches a negative percentage, which begins with a minus but must not be treated as a formula.
 */
const belowZero = /^-\d+(,\d+)?%$/
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  if (typeof value === 'string' && belowZero.test(value)) return `"${value}"`
  const text = typeof value === 'string' ? ledCell(value) : JSON.stringify(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const line = (row: readonly unknown[]): string => row.map(cell).join(',')

const quoted = (value: RawBuilder<unknown>) => sql`'"' || replace(${value}, '"', '""') || '"'`
const formulas = sql.join(formulaSigns.map((sign) => sql.lit(sign)))
/** SQL that converts a stored instant (UTC) to the local time of Jakarta, by engine. */
const clock = {
  sqlite: (value: RawBuilder<unknown>) => sql`datetime(${value}, '+7 hours')`,
  postgres: (value: RawBuilder<unknown>) =>
    sql`to_char(${value}::timestamptz at time zone 'Asia/Jakarta', 'YYYY-MM-DD HH24:MI:SS')`,
}
/** Builds SQL that converts hundredths of a percent to a quoted text: 1250 becomes `"12,5%"`. */
const percent = (
  value: RawBuilder<unknown>,
) => sql`'"' || cast(${value} / 100 as text) || case when ${value} % 100 = 0 then ''
  else ',' || case when ${value} % 100 < 10 then '0' else '' end || case when ${value} % 10 = 0 then cast(${value} % 100 / 10 as text) else cast(${value} % 100 as text) end end || '%"'`
const numberOf = (
  value: RawBuilder<unknown>,
  kind: CellKind,
  engine: Engine,
): RawBuilder<unknown> => {
  switch (kind) {
    case 'saat':
      return clock[engine](value)
    case 'persen':
      return percent(value)
    default:
      return sql`cast(${value} as text)`
  }
}
/** Builds the SQL of a CSV cell; the SQL may give null. Free text is always quoted. */
const cellOf = (said: CellExpression, engine: Engine): RawBuilder<unknown> => {
  switch (said.as) {
    case 'teks':
      return said.text((text) =>
        quoted(
          sql`case when substr(ltrim(${text}, ''''), 1, 1) in (${formulas}) then '''' || ${text} else ${text} end`,
        ),
      )
    case 'angka':
      return numberOf(said.value, said.kind, engine)
    case 'label': {
      const cases = said.labels.map(
        ([value, label]) => sql`when ${sql.lit(value)} then ${sql.lit(cell(label))}`,
      )
      return sql`case ${said.value} ${sql.join(cases, sql` `)} ${said.lain ? sql`else ${cellOf(said.lain, engine)} ` : sql``}end`
    }
    case 'menurut':
      return sql`case ${sql.join(
        said.cases.map((c) => sql`when ${c.when} then ${cellOf(c.said, engine)}`),
        sql` `,
      )} end`
  }
}
/**
 * Builds the SQL of a row as one CSV line. The database builds the lines, because reading 100,000
 * rows with 30 columns as values would create three million JavaScript values.
 */
export const csvLine = (columns: readonly Exported[], engine: Engine): RawBuilder<string> =>
  sql<string>`concat_ws(',', ${sql.join(columns.map(({ said }) => sql`coalesce(${cellOf(said, engine)}, '')`))})`
/**
 * Yields the bytes of a CSV file (RFC 4180 with line feeds, UTF-8 with BOM): a header with the
 * labels `head`, then batches of lines that the database has built.
 */
export const csvFrom = async function* (
  head: readonly string[],
  batches: AsyncIterable<readonly string[]>,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`\uFEFF${ledPieces(line(head))}\n`)
  for await (const lines of batches) yield encoder.encode(`${lines.map(ledPieces).join('\n')}\n`)
}
/** Yields the bytes of a CSV file like `csvFrom`, but from rows of JavaScript values. */
export const csvOf = (
  head: readonly string[],
  batches: AsyncIterable<readonly unknown[][]>,
): AsyncGenerator<Uint8Array> =>
  csvFrom(
    head,
    (async function* () {
      for await (const rows of batches) if (rows.length > 0) yield rows.map(line)
    })(),
  )
