import { sql, type RawBuilder } from 'kysely'
import type * as z from 'zod/mini'
import { metaOf, unwrap } from '#contract/fields.ts'
import type { AnyResource } from '#contract/resource.ts'
import { formulaSigns, ledCell, ledPieces } from '#server/http/formula.ts'

const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? ledCell(value) : JSON.stringify(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
const line = (row: readonly unknown[]): string => row.map(cell).join(',')

const quoted = (value: RawBuilder<unknown>) => sql`'"' || replace(${value}, '"', '""') || '"'`
const formulas = sql.join(formulaSigns.map((sign) => sql.lit(sign)))
/** One column as a cell; what may hold any text is always quoted. */
const cellOf = (column: string, schema: z.core.$ZodType): RawBuilder<unknown> => {
  const value = sql.ref(column)
  const { type, values } = (unwrap(schema as never) as unknown as { _zod: { def: { type: string; values?: unknown[] } } })._zod.def
  if (type === 'boolean') return sql`case ${value} when 1 then 'true' when 0 then 'false' else '' end`
  const plain = type === 'number' || ['date', 'month', 'time'].includes(metaOf(schema as never)?.control ?? '') || (type === 'literal' && values?.every((v) => /^\w[\w ./()-]*$/.test(String(v))))
  if (plain) return sql`coalesce(cast(${value} as text), '')`
  if (type === 'array' || type === 'object' || type === 'record') return sql`coalesce(${quoted(value)}, '')`
  return sql`coalesce(${quoted(sql`case when substr(ltrim(${value}, ''''), 1, 1) in (${formulas}) then '''' || ${value} else ${value} end`)}, '')`
}
/** A row as a line of CSV, made by the database: a hundred thousand rows of thirty values need not become three million values of ours first. */
export const csvLine = (resource: AnyResource, columns: readonly string[]): RawBuilder<string> => {
  const shape: Record<string, z.core.$ZodType> = { ...resource.entity.shape, ...resource.fields, ...resource.computed }
  return sql<string>`concat_ws(',', ${sql.join(columns.map((name) => cellOf(name, shape[name]!)))})`
}
/** Lines that are CSV already as a file, with their head (RFC 4180 with line feeds, UTF-8 with BOM), as they come. */
export const csvFrom = async function* (head: readonly string[], batches: AsyncIterable<readonly string[]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`\uFEFF${ledPieces(line(head))}\n`)
  for await (const lines of batches) yield encoder.encode(`${lines.map(ledPieces).join('\n')}\n`)
}
/** Rows as such a file. */
export const csvOf = (head: readonly string[], batches: AsyncIterable<readonly unknown[][]>): AsyncGenerator<Uint8Array> =>
  csvFrom(head, (async function* () { for await (const rows of batches) if (rows.length > 0) yield rows.map(line) })())
