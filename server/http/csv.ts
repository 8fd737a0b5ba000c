import { stringify } from 'csv-stringify/sync'

/** A text as a CSV cell that no spreadsheet runs: what could begin a formula is led by an apostrophe. */
export const neutral = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const cell = (value: unknown): string => (value === null || value === undefined ? '' : typeof value === 'string' ? neutral(value) : typeof value === 'object' ? JSON.stringify(value) : String(value))

/** Rows as CSV (UTF-8 with BOM), as they come. */
export const csvOf = async function* (head: readonly string[], batches: AsyncIterable<readonly unknown[][]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`\uFEFF${stringify([[...head]])}`)
  for await (const rows of batches) yield encoder.encode(stringify(rows.map((row) => row.map(cell))))
}
