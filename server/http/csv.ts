/** A text as a CSV cell that no spreadsheet runs: what could begin a formula is led by an apostrophe. */
export const neutral = (text: string): string => (/^[=+\-@\t\r]/.test(text) ? `'${text}` : text)
const cell = (value: unknown): string => {
  if (value === null || value === undefined) return ''
  if (typeof value === 'number' || typeof value === 'boolean') return String(value)
  const text = typeof value === 'string' ? neutral(value) : JSON.stringify(value)
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
// Written here: the library asks every cell about its options, which took longer than all else of an export.
const line = (row: readonly unknown[]): string => {
  let text = ''
  for (let i = 0; i < row.length; i++) text += i === 0 ? cell(row[i]) : `,${cell(row[i])}`
  return `${text}\n`
}

/** Rows as CSV (RFC 4180 with line feeds, UTF-8 with BOM), as they come. */
export const csvOf = async function* (head: readonly string[], batches: AsyncIterable<readonly unknown[][]>): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder()
  yield encoder.encode(`\uFEFF${line(head)}`)
  for await (const rows of batches) {
    let text = ''
    for (const row of rows) text += line(row)
    yield encoder.encode(text)
  }
}
