/**
 * Reading a table that somebody uploads, XLSX or CSV, within bounds on everything that a bad file
 * could make large.
 */
import { parse } from 'csv-parse/sync'
import { Unzip, UnzipInflate } from 'fflate'
import { SaxesParser } from 'saxes'
import { HttpError, invalidField } from '#server/errors.ts'
import { withoutLead } from '#server/export/formula.ts'
import { decode, delimiterOf, delimiterOfMany } from '#server/import/csvText.ts'

export type Cell = string | number | boolean
/** A row that holds something: its line in the file, and its cells by column, from 0. */
export interface SheetRow {
  line: number
  cells: ReadonlyMap<number, Cell>
  /** Cells of its record in a CSV, empty ones included. */
  width?: number
}
export interface Sheet {
  rows: SheetRow[]
  /** First day of the file's day numbers, as days since 1970. */
  epoch: number
  /** What stands between two cells of a CSV. */
  delimiter?: string
}
export interface Limits {
  rows: number
  columns: number
  /** The names of the columns may stand under lines of another shape, as in a bank's statement. */
  lateHead?: true
}

/** Bytes that a file may unpack to. 5,000 full rows take about a third of it. */
const maxUnpacked = 32 * 1024 * 1024
const maxEntries = 500
/**
 * Elements of a part, and how deep they stand in one another: a sheet of ours goes seven deep, and
 * a full one has a third of as many.
 */
const maxElements = 2_000_000
const maxDepth = 60
/** Attributes of an element: ours have five, and a reader takes long over very many. */
const maxAttributes = 100
/**
 * Characters of all cells together: as many as a CSV of the largest size has, however often a
 * workbook says one text.
 */
const maxCharacters = 5 * 1024 * 1024
/** Characters of a line of a CSV. The parser leaves out separators when it counts. */
const maxRecord = 200_000
/** The last row of a spreadsheet. */
const maxLine = 1_048_576
/**
 * Longer than any field takes, so that a rule of the field says what is wrong; short enough to hold
 * 5,000 rows.
 */
const maxText = 5000
const epochs = { 1900: -25_569, 1904: -24_107 }

const refuse = (message: string) => invalidField('file', message)
const broken = () => refuse('Berkas rusak atau bukan XLSX. Simpan lagi dari Excel, atau pakai CSV.')
const tooManyRows = ({ rows }: Limits) =>
  refuse(
    `Terlalu banyak baris: maksimal ${rows.toLocaleString('id-ID')}. Bagi menjadi beberapa berkas.`,
  )
const tooComplex = () =>
  refuse(
    'Isi berkas terlalu rumit. Salin datanya ke lembar kosong lalu simpan lagi, atau pakai CSV.',
  )
const tooMuchText = () =>
  refuse(
    `Isi berkas terlalu banyak: maksimal ${maxCharacters / 1024 / 1024} juta karakter. Bagi menjadi beberapa berkas.`,
  )
const tooManyColumns = ({ columns }: Limits) => refuse(`Terlalu banyak kolom: maksimal ${columns}`)

/**
 * The parts of a workbook that hold cells, unpacked a little at a time, and no further than the
 * bound.
 */
const unpack = (bytes: Uint8Array): Map<string, string> => {
  const parts = new Map<string, Uint8Array[]>()
  let [size, entries] = [0, 0]
  const unzip = new Unzip()
  unzip.register(UnzipInflate)
  unzip.onfile = (file) => {
    if (++entries > maxEntries) throw refuse('Berkas memuat terlalu banyak bagian')
    const name = file.name.replace(/^\//, '')
    if (
      !/^xl\/(workbook\.xml|_rels\/workbook\.xml\.rels|sharedStrings\.xml|worksheets\/[^/]+\.xml)$/i.test(
        name,
      ) ||
      parts.has(name)
    )
      return
    const chunks: Uint8Array[] = []
    parts.set(name, chunks)
    file.ondata = (error, chunk) => {
      // What is thrown below comes back here as an error of the zip's.
      if (error) throw error instanceof HttpError ? error : broken()
      size += chunk.length
      if (size > maxUnpacked)
        throw refuse(
          `Isi berkas terlalu besar: maksimal ${maxUnpacked / 1024 / 1024} MB setelah dibuka`,
        )
      chunks.push(chunk)
    }
    file.start()
  }
  // A byte unpacks to at most about a thousand: small steps, so that the bound is met in time.
  const step = 4096
  for (let at = 0; at < bytes.length; at += step)
    unzip.push(bytes.subarray(at, at + step), at + step >= bytes.length)
  return new Map(
    [...parts].map(([name, chunks]) => [
      name,
      new TextDecoder('utf-8').decode(Buffer.concat(chunks)),
    ]),
  )
}

interface Reader {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}
const walk = (xml: string, { open, text, close }: Reader): void => {
  const parser = new SaxesParser()
  let [elements, depth, attributes] = [0, 0, 0]
  const bare = (name: string) => name.slice(name.indexOf(':') + 1)
  parser.on('error', () => {
    throw broken()
  })
  parser.on('doctype', () => {
    throw broken()
  })
  parser.on('attribute', () => {
    if (++attributes > maxAttributes) throw tooComplex()
  })
  parser.on('opentag', (tag) => {
    attributes = 0
    if (++elements > maxElements || ++depth > maxDepth) throw tooComplex()
    open?.(bare(tag.name), tag.attributes)
  })
  parser.on('text', (part) => text?.(part))
  parser.on('cdata', (part) => text?.(part))
  parser.on('closetag', (tag) => {
    depth--
    close?.(bare(tag.name))
  })
  parser.write(xml).close()
}

const sharedTexts = (xml: string | undefined): string[] => {
  const texts: string[] = []
  let [text, inText, phonetic] = ['', false, false]
  if (xml)
    walk(xml, {
      open: (name) => {
        if (name === 'si') text = ''
        inText = name === 't'
        if (name === 'rPh') phonetic = true
      },
      text: (part) => {
        if (inText && !phonetic && text.length < maxText) text += part
      },
      close: (name) => {
        inText = false
        if (name === 'rPh') phonetic = false
        if (name === 'si') texts.push(text.slice(0, maxText))
      },
    })
  return texts
}
/** Number of a column from 0: A, Z, AA. */
const columnOf = (reference: string): number =>
  [...(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')].reduce(
    (n, letter) => n * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1

/** A sign that a spreadsheet says by its number. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
        String.fromCharCode(parseInt(hex, 16)),
      )
    : text
/** What a cell holds, by the type that the spreadsheet gives it: a yes or no, a number, a text. */
const typedCell = (text: string, type: string): Cell => {
  if (type === 'b') return text === '1'
  const number = Number(text)
  return (type === '' || type === 'n') && Number.isFinite(number) ? number : text.trim()
}
const readCells = (xml: string, texts: readonly string[], limits: Limits): SheetRow[] => {
  const rows: SheetRow[] = []
  let [line, column, type, value, kept] = [0, -1, '', '', false]
  let cells = new Map<number, Cell>()
  let characters = 0
  const store = () => {
    const text = unescaped(type === 's' ? (texts[Number(value)] ?? '') : value.slice(0, maxText))
    if (text.trim() === '') return
    characters += text.length
    if (characters > maxCharacters) throw tooMuchText()
    if (column >= limits.columns) throw tooManyColumns(limits)
    cells.set(column, typedCell(text, type))
  }
  walk(xml, {
    open: (name, a) => {
      if (name === 'row') {
        const told = Number(a.r)
        line = Number.isInteger(told) && told > 0 && told <= maxLine ? told : line + 1
        column = -1
        cells = new Map()
      }
      if (name === 'c') {
        column = a.r ? columnOf(a.r) : column + 1
        type = a.t ?? ''
        value = ''
      }
      kept = name === 'v' || name === 't'
    },
    text: (part) => {
      if (kept && value.length < maxText) value += part
    },
    close: (name) => {
      kept = false
      if (name === 'c') store()
      if (name !== 'row' || cells.size === 0) return
      if (rows.length > limits.rows) throw tooManyRows(limits)
      rows.push({ line, cells })
    },
  })
  return rows
}

const readXlsx = (bytes: Uint8Array, limits: Limits): Sheet => {
  let parts: Map<string, string>
  try {
    parts = unpack(bytes)
  } catch (error) {
    throw error instanceof HttpError ? error : broken()
  }
  const workbook = parts.get('xl/workbook.xml')
  if (!workbook) throw broken()
  let epoch = epochs[1900]
  let first: string | undefined
  walk(workbook, {
    open: (name, a) => {
      if (name === 'workbookPr' && (a.date1904 === '1' || a.date1904 === 'true'))
        epoch = epochs[1904]
      if (name === 'sheet' && a.state === undefined)
        first ??= Object.entries(a).find(([key]) => /(^|:)id$/.test(key))?.[1]
    },
  })
  let target: string | undefined
  walk(parts.get('xl/_rels/workbook.xml.rels') ?? '<Relationships/>', {
    open: (_, a) => {
      if (a.Id === first) target = a.Target
    },
  })
  const path = target?.startsWith('/') ? target.slice(1) : `xl/${target ?? 'worksheets/sheet1.xml'}`
  const sheet = parts.get(path)
  if (sheet === undefined) throw broken()
  return { rows: readCells(sheet, sharedTexts(parts.get('xl/sharedStrings.xml')), limits), epoch }
}

/** Whether no line of a text is longer than a record may be. */
const isNarrow = (text: string): boolean => {
  for (let at = 0; at + maxRecord < text.length;) {
    const end = text.lastIndexOf('\n', at + maxRecord)
    if (end < at) return false
    at = end + 1
  }
  return true
}
const readCsv = (bytes: Buffer, limits: Limits): Sheet => {
  const text = decode(bytes).replace(/^\uFEFF/, '')
  if (text.includes('\u0000')) throw refuse('Pilih berkas XLSX atau CSV')
  // Excel's own way to name the separator.
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
    // What our own export led with an apostrophe, so that no spreadsheet runs it, is the text
    // without it.
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
 * The first sheet of a file, told by its bytes; `rows` counts without the head. Throws 422 on
 * `file` with what a person can do about it.
 */
export const readSheet = (bytes: Buffer, limits: Limits): Sheet => {
  if (bytes.readUInt32BE(0) === 0x504b0304) return readXlsx(bytes, limits)
  if (bytes.readUInt32BE(0) === 0xd0cf11e0)
    throw refuse(
      'Berkas Excel lama (.xls) atau bersandi tidak dapat dibaca. Simpan sebagai XLSX tanpa sandi.',
    )
  return readCsv(bytes, limits)
}
