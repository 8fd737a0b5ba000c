/** Reads the rows of an uploaded XLSX or CSV. */
import { parse } from 'csv-parse/sync'
import { withoutLead } from '#server/export/formula.ts'
import { decode, delimiterOf, delimiterOfMany } from '#server/import/sheets/csvText.ts'
import {
  epochs,
  maxText,
  refuse,
  tooManyColumns,
  tooManyRows,
  type Limits,
  type Sheet,
} from '#server/import/sheets/sheetTypes.ts'
import { readXlsx } from '#server/import/sheets/xlsxSheet.ts'

/** Maximum number of characters of a CSV record, not counting separators. */
const maxRecord = 200_000

/** Whether all lines of a text have at most `maxRecord` characters. */
const isNarrow = (text: string): boolean => {
  for (let offset = 0; offset + maxRecord < text.length;) {
    const end = text.lastIndexOf('\n', offset + maxRecord)
    if (end < offset) return false
    offset = end + 1
  }
  return true
}
const readCsv = (bytes: Buffer, limits: Limits): Sheet => {
  const text = decode(bytes).replace(/^\uFEFF/, '')
  if (text.includes('\u0000')) throw refuse('Pilih berkas XLSX atau CSV')
  // The first line of a CSV for Excel may name the separator, as in `sep=;`.
  const named = /^sep=(.)\r?\n/.exec(text)
  const body = named ? text.slice(named[0].length) : text
  const unreadable = () => refuse('CSV tidak dapat dibaca: periksa tanda kutip dan pemisahnya')
  if (!isNarrow(body)) throw unreadable()
  const guessed = limits.lateHead
    ? delimiterOfMany(body)
    : delimiterOf(/[^\r\n]+/.exec(body)?.[0] ?? '')
  const delimiter = named?.[1] ?? guessed
  let records: { record: string[]; info: { lines: number } }[]
  try {
    records = parse(body, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      info: true,
      max_record_size: maxRecord,
      to: limits.rows + 2,
    }) as unknown as typeof records
  } catch {
    throw unreadable()
  }
  const rows = records.flatMap(({ record, info }) => {
    // Removes the apostrophe that the app's own export puts before texts that a spreadsheet would
    // execute.
    const cells = new Map(
      record
        .map((cell, i): [number, string] => [i, withoutLead(cell.trim().slice(0, maxText))])
        .filter(([, cell]) => cell !== ''),
    )
    if (Math.max(-1, ...cells.keys()) >= limits.columns) throw tooManyColumns(limits)
    const line = info.lines + (named ? 1 : 0)
    return cells.size === 0 ? [] : [{ line, cells, width: record.length }]
  })
  if (rows.length > limits.rows + 1) throw tooManyRows(limits)
  return { rows, epoch: epochs[1900], delimiter }
}

/**
 * Reads a CSV, or the first visible sheet of an XLSX; the first bytes show the format of the file.
 * The limit `rows` does not count the header. Throws 422 on `file`, with advice for the user, when
 * the file cannot be read or exceeds a limit.
 */
export const readSheet = (bytes: Buffer, limits: Limits): Sheet => {
  if (bytes.readUInt32BE(0) === 0x504b0304) return readXlsx(bytes, limits)
  if (bytes.readUInt32BE(0) === 0xd0cf11e0)
    throw refuse(
      'Berkas Excel lama (.xls) atau yang terkunci password tidak dapat dibaca. Simpan sebagai XLSX tanpa password.',
    )
  return readCsv(bytes, limits)
}
