/**
 * Writes an XLSX file as a stream: its zip archive is sent while rows are still being added, so
 * that long lists need no more memory than short ones.
 */
import { once } from 'node:events'
import { crc32, createDeflateRaw } from 'node:zlib'
import { strToU8, Zip, ZipDeflate, type AsyncFlateStreamHandler, type ZipInputFile } from 'fflate'

/**
 * Kind of the values in a column. The kind decides the format of the values: text, number, rupiah,
 * percentage, day (`YYYY-MM-DD`), month (`YYYY-MM`), or UTC instant, which is shown in Jakarta's
 * time.
 */
export type CellKind = 'teks' | 'angka' | 'rupiah' | 'persen' | 'hari' | 'bulan' | 'saat'
export interface SheetColumn {
  label: string
  kind: CellKind
  width: number
}

/** First line of every XML file in a workbook. */
export const xml = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const relations = 'http://schemas.openxmlformats.org/package/2006/relationships'
const content = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
/**
 * Index of each kind's cell format in the list `cellXfs` of the file's styles (below). Index 1 is
 * the format of the header.
 */
const styles: Record<CellKind, number> = {
  teks: 0,
  hari: 2,
  saat: 3,
  rupiah: 4,
  persen: 5,
  bulan: 6,
  angka: 0,
}
/**
 * Returns the files of a workbook beside its sheets, by path: they name the sheets and define the
 * cell formats. The sheets are `xl/worksheets/sheet1.xml` and so on.
 */
export const relatedParts = (
  sheets: readonly string[],
): readonly (readonly [name: string, text: string])[] => [
  [
    '[Content_Types].xml',
    `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/>` +
      `<Override PartName="/xl/workbook.xml" ContentType="${content}.sheet.main+xml"/>${sheets.map((_, i) => `<Override PartName="/xl/worksheets/sheet${i + 1}.xml" ContentType="${content}.worksheet+xml"/>`).join('')}<Override PartName="/xl/styles.xml" ContentType="${content}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `<Relationships xmlns="${relations}"><Relationship Id="rId1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `<workbook xmlns="${main}" xmlns:r="${office}"><sheets>${sheets.map((name, i) => `<sheet name="${escapeXml(name)}" sheetId="${i + 1}" r:id="rId${i + 1}"/>`).join('')}</sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `<Relationships xmlns="${relations}">${sheets.map((_, i) => `<Relationship Id="rId${i + 1}" Type="${office}/worksheet" Target="worksheets/sheet${i + 1}.xml"/>`).join('')}<Relationship Id="rId${sheets.length + 1}" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
  ],
  [
    'xl/styles.xml',
    `<styleSheet xmlns="${main}"><numFmts count="4"><numFmt numFmtId="164" formatCode="dd/mm/yyyy"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy\\ hh:mm"/>` +
      '<numFmt numFmtId="166" formatCode="&quot;Rp&quot;#,##0;-&quot;Rp&quot;#,##0"/><numFmt numFmtId="167" formatCode="mmmm\\ yyyy"/></numFmts>' +
      '<fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills>' +
      '<borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="7">' +
      [
        [0, 0],
        [0, 1],
        [164, 0],
        [165, 0],
        [166, 0],
        [10, 0],
        [167, 0],
      ]
        .map(
          ([format, font]) =>
            `<xf numFmtId="${format}" fontId="${font}" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/>`,
        )
        .join('') +
      '</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>',
  ],
]

/**
 * Placeholder for the row number in the XML of a row and its cells. The number is unknown when the
 * XML is made and replaces the placeholder when the row is written. Escaped text never contains
 * `<>`.
 */
const rowNumber = '<>'
/**
 * XML before and after the cells of a row. Contains the row number, because some programs require
 * the number of every row.
 */
export const rowEnds = [`<row r="${rowNumber}">`, '</row>'] as const
/** Returns the name of a column by its index from 0: A, Z, AA. */
const letters = (n: number): string =>
  (n > 25 ? letters(Math.floor(n / 26) - 1) : '') + String.fromCharCode(65 + (n % 26))
const addressOf = (column: number) => `r="${letters(column)}${rowNumber}"`
/** Returns the XML before and after a text without line breaks; `column` counts from 0. */
export const textCell = (column: number) =>
  [`<c ${addressOf(column)} t="str"><v>`, '</v></c>'] as const
/** Returns the XML before and after a text whose line breaks and outer spaces are preserved. */
export const exactCell = (column: number) =>
  [`<c ${addressOf(column)} t="inlineStr"><is><t xml:space="preserve">`, '</t></is></c>'] as const
/**
 * Returns the XML before and after a number. A day is written as the number of days since 30
 * December 1899.
 */
export const numberCell = (column: number, kind: CellKind) =>
  [`<c ${addressOf(column)}${styles[kind] ? ` s="${styles[kind]}"` : ''}><v>`, '</v></c>'] as const
/** Returns the XML of a cell of the header, in the first row; `i` counts from 0. */
export const headCell = (label: string, i: number) =>
  `<c r="${letters(i)}1" t="inlineStr" s="1"><is><t>${escapeXml(label)}</t></is></c>`
/** Escapes a text for use between XML tags. */
export const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
/**
 * Unifies line breaks, and removes characters that XML 1.0 does not allow, because such characters
 * would make the file unreadable. Unpaired surrogates are replaced later, when the text is encoded.
 */
export const xmlText = (text: string): string =>
  (text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text).replace(illegal, '')
/** Escapes a text like `_x0041_`, which a spreadsheet would otherwise read as the character A. */
const literal = (text: string): string =>
  text.includes('_x') ? text.replace(/_(?=x[0-9A-Fa-f]{4}_)/g, '_x005F_') : text
// oxlint-disable-next-line no-control-regex -- the expression removes control characters
const illegal = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g
/** Maximum number of characters in a cell, a limit of Excel; longer texts are cut. */
const maxText = 32_767
const dayMs = 86_400_000
/** Converts ms since 1970 to days since 30 December 1899, the numbers that spreadsheets use. */
const serial = (ms: number) => ms / dayMs + 25_569
const jakartaMs = 7 * 3_600_000
const numberOf = (kind: CellKind, value: unknown): unknown => {
  switch (kind) {
    case 'hari':
      return typeof value === 'string' ? serial(Date.parse(`${value}T00:00:00Z`)) : value
    case 'bulan':
      return typeof value === 'string' ? serial(Date.parse(`${value}-01T00:00:00Z`)) : value
    case 'saat':
      return typeof value === 'string' ? serial(Date.parse(value) + jakartaMs) : value
    case 'persen':
      return typeof value === 'number' ? value / 10_000 : value
    default:
      return value
  }
}
/**
 * Returns the XML of a cell; empty for null and an empty text. A value that does not fit a numeric
 * kind is written as text.
 */
const cellOf = (kind: CellKind, value: unknown, column: number): string => {
  const n = numberOf(kind, value)
  if (n === null || n === undefined || n === '') return ''
  return typeof n === 'number' && Number.isFinite(n)
    ? numberCell(column, kind).join(String(n))
    : exactCell(column).join(escapeXml(String(value).slice(0, maxText)))
}
/** Returns the XML of a row; `values` are in the order of the columns. */
export const rowOf = (columns: readonly SheetColumn[], values: readonly unknown[]): string =>
  rowEnds.join(columns.map(({ kind }, i) => cellOf(kind, values[i], i)).join(''))

/** Returns the letters of a column, for use in formulas. */
export const columnLetters = letters
/** Placeholder in a formula for the number of the formula's row. */
export const ownRow = rowNumber
/** Formula of a cell. `value` is the result that the spreadsheet shows until it recalculates. */
interface Formula {
  formula: string
  value: unknown
}
const isFormula = (value: unknown): value is Formula =>
  typeof value === 'object' && value !== null && 'formula' in value
/**
 * Returns the XML of a row in which each cell has its own kind and may be a formula. Formulas must
 * not contain text that users entered, because formulas are not escaped.
 */
export const computedRow = (cells: readonly { kind: CellKind; value: unknown }[]): string =>
  rowEnds.join(
    cells
      .map(({ kind, value }, i) => {
        if (!isFormula(value)) return cellOf(kind, value, i)
        const n = numberOf(kind, value.value)
        if (typeof n !== 'number') return ''
        return numberCell(i, kind).join(String(n)).replace('<v>', `<f>${value.formula}</f><v>`)
      })
      .join(''),
  )

/** File in the zip archive; zlib compresses it on another thread. */
class DeflatedFile implements ZipInputFile {
  readonly compression = 8
  readonly filename: string
  crc = 0
  size = 0
  declare ondata?: AsyncFlateStreamHandler
  // Uses level 1, the fastest. Higher levels would save little space in the repetitive XML of a
  // sheet.
  readonly #zlib = createDeflateRaw({ level: 1, chunkSize: 65_536 })
    .on('data', (chunk: Buffer<ArrayBuffer>) => this.ondata?.(null, chunk, false))
    .on('error', () => {})
  #written: Promise<void> = Promise.resolve()
  constructor(filename: string) {
    this.filename = filename
  }
  /**
   * Starts compressing a text. Resolves when the previous text has been compressed, so that the
   * caller can make the next text during the compression.
   */
  async write(text: string): Promise<void> {
    const bytes = Buffer.from(literal(xmlText(text)))
    this.crc = crc32(bytes, this.crc)
    this.size += bytes.length
    const before = this.#written
    this.#written = new Promise((done, fail) => {
      this.#zlib.write(bytes, (error) => (error ? fail(error) : done()))
    })
    this.#written.catch(() => {})
    await before
  }
  async end(): Promise<void> {
    await this.#written
    const ended = once(this.#zlib, 'end')
    this.#zlib.end()
    await ended
    this.ondata?.(null, new Uint8Array(), true)
  }
  /** Frees the memory of zlib, even if the file is unfinished. */
  terminate(): void {
    this.#zlib.destroy()
  }
}

/**
 * Yields the bytes of a workbook with one sheet. The sheet has a bold header, which stays visible
 * on scrolling, and a filter over all rows or over the first `filtered` rows. `batches` contain the
 * XML of rows and are read while the file is sent.
 */
export const xlsxOf = async function* (
  columns: readonly SheetColumn[],
  batches: AsyncIterable<readonly string[]>,
  filtered?: number,
): AsyncGenerator<Uint8Array> {
  let ready: Uint8Array[] = []
  const zip = new Zip((error, chunk) => {
    if (error) throw error
    ready.push(chunk)
  })
  const take = () => {
    const chunks = ready
    ready = []
    return chunks
  }
  for (const [name, text] of relatedParts(['Data'])) {
    const part = new ZipDeflate(name, { level: 6 })
    zip.add(part)
    part.push(strToU8(xml + text), true)
  }
  const sheet = new DeflatedFile('xl/worksheets/sheet1.xml')
  zip.add(sheet)
  try {
    await sheet.write(
      `${xml}<worksheet xmlns="${main}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>` +
        columns
          .map(
            ({ width }, i) =>
              `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
          )
          .join('') +
        `</cols><sheetData><row r="1">${columns.map(({ label }, i) => headCell(label, i)).join('')}</row>`,
    )
    let count = 1
    for await (const rows of batches) {
      await sheet.write(rows.map((row) => row.replaceAll(rowNumber, String(++count))).join(''))
      yield* take()
    }
    await sheet.write(
      `</sheetData><autoFilter ref="A1:${letters(columns.length - 1)}${filtered === undefined ? count : filtered + 1}"/></worksheet>`,
    )
    await sheet.end()
    zip.end()
    yield* take()
  } finally {
    sheet.terminate()
  }
}
