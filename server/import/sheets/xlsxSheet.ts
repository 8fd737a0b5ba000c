/**
 * Reads the sheets of an XLSX workbook, without hidden rows: the first visible sheet, or all of
 * them. Limits the size of everything that a malicious file could make large.
 */
import {
  epochs,
  maxText,
  refuse,
  tooManyColumns,
  tooManyRows,
  type Cell,
  type Limits,
  type Sheet,
  type SheetRow,
} from '#server/import/sheets/sheetTypes.ts'
import { readFormats } from '#server/import/sheets/xlsxFormats.ts'
import { unpack } from '#server/import/sheets/xlsxParts.ts'
import { broken, walk } from '#server/import/sheets/xml.ts'

/**
 * Maximum number of characters of all cells together. It equals the size limit of a CSV. Without
 * this limit, a small workbook could contain far more characters by using one stored text in many
 * cells.
 */
const maxCharacters = 5 * 1024 * 1024
/** Number of the last row that a spreadsheet can have. */
const maxLine = 1_048_576

const tooMuchText = () =>
  refuse(
    `Isi berkas terlalu banyak: maksimal ${maxCharacters / 1024 / 1024} juta karakter. Bagi menjadi beberapa berkas.`,
  )

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
/** Returns the column index from 0 of a cell reference: 0 for A, 25 for Z, 26 for AA. */
const columnOf = (reference: string): number =>
  [...(/^[A-Z]{1,3}/.exec(reference)?.[0] ?? '')].reduce(
    (n, letter) => n * 26 + letter.charCodeAt(0) - 64,
    0,
  ) - 1

/** Decodes characters that a spreadsheet writes as their hexadecimal code: `_x0041_` is A. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) =>
        String.fromCharCode(parseInt(hex, 16)),
      )
    : text
/**
 * Returns the value of a cell according to its type in the workbook: a boolean, a number or a text.
 */
const typedCell = (text: string, type: string): Cell => {
  if (type === 'b') return text === '1'
  const number = Number(text)
  return (type === '' || type === 'n') && Number.isFinite(number) ? number : text.trim()
}
/** Returns the letters of a column, such as `C`, by its index from 0. */
export const columnLetters = (column: number): string => {
  let letters = ''
  for (let n = column + 1; n > 0; n = Math.floor((n - 1) / 26))
    letters = String.fromCharCode(65 + ((n - 1) % 26)) + letters
  return letters
}
/** Returns the reference of a cell, such as `C7`, by its column index from 0 and its line. */
const addressOf = (column: number, line: number): string => `${columnLetters(column)}${line}`
const isOn = (value: string | undefined): boolean => value === '1' || value === 'true'

/** Cell whose value cannot be read, such as `#REF!`, by its address. */
interface ErrorCell {
  line: number
  address: string
  /** Reason and remedy, for the user. */
  text: string
}
const noResult = 'berisi rumus tanpa hasil: buka berkas di Excel, lalu simpan lagi'
const lostText = 'merujuk teks yang hilang dari berkas: simpan lagi di Excel'
interface Context {
  texts: readonly string[]
  formats: readonly (string | undefined)[]
  limits: Limits
  /** Number of characters of the cells read so far, in all sheets. */
  read: { characters: number }
  /** Called for a visible cell whose value cannot be read. */
  onError: (cell: ErrorCell) => void
}
/** Cell that is being parsed. */
interface OpenCell {
  column: number
  type: string
  style: number
  value: string
  /** Whether the cell has a formula whose result the file does not contain. */
  lacksResult: boolean
}
const emptyCell: OpenCell = { column: -1, type: '', style: 0, value: '', lacksResult: false }
/** Returns the reason why a cell cannot be read; undefined if it can be read. */
const whyUnread = (cell: OpenCell, texts: readonly string[]): string | undefined => {
  if (cell.lacksResult) return noResult
  if (cell.type === 's' && cell.value !== '' && texts[Number(cell.value)] === undefined)
    return lostText
  return cell.type === 'e' && cell.value.trim() !== ''
    ? `berisi ${cell.value.slice(0, 20)}: perbaiki rumusnya dahulu`
    : undefined
}
/** Returns the visible rows of a sheet, and the number of rows hidden by hand or by a filter. */
const readCells = (xml: string, { texts, formats, limits, read, onError }: Context) => {
  const rows: SheetRow[] = []
  let [line, isHidden, hidden, isKept] = [0, false, 0, false]
  let cell = { ...emptyCell }
  let cells = new Map<number, Cell>()
  let rowFormats = new Map<number, string>()
  const store = (stored: OpenCell) => {
    const { column, type, style, value } = stored
    const why = isHidden ? undefined : whyUnread(stored, texts)
    if (why !== undefined) onError({ line, address: addressOf(column, line), text: why })
    const text = unescaped(type === 's' ? (texts[Number(value)] ?? '') : value.slice(0, maxText))
    if (text.trim() === '') return
    read.characters += text.length
    if (read.characters > maxCharacters) throw tooMuchText()
    if (column >= limits.columns) throw tooManyColumns(limits)
    cells.set(column, typedCell(text, type))
    const format = formats[style]
    if (format !== undefined) rowFormats.set(column, format)
  }
  const endRow = () => {
    if (cells.size === 0) return
    if (isHidden) {
      hidden++
      return
    }
    if (rows.length > limits.rows) throw tooManyRows(limits)
    rows.push({ line, cells, ...(rowFormats.size > 0 && { formats: rowFormats }) })
  }
  walk(xml, {
    open: (name, a) => {
      if (name === 'row') {
        const lineNumber = Number(a.r)
        line =
          Number.isInteger(lineNumber) && lineNumber > 0 && lineNumber <= maxLine
            ? lineNumber
            : line + 1
        isHidden = isOn(a.hidden)
        cell = { ...emptyCell }
        cells = new Map()
        rowFormats = new Map()
      }
      if (name === 'c') {
        const column = a.r ? columnOf(a.r) : cell.column + 1
        cell = { ...emptyCell, column, type: a.t ?? '', style: Number(a.s ?? 0) }
      }
      if (name === 'f' || name === 'v') cell.lacksResult = name === 'f'
      isKept = name === 'v' || name === 't'
    },
    text: (part) => {
      if (isKept && cell.value.length < maxText) cell.value += part
    },
    close: (name) => {
      isKept = false
      if (name === 'c') store(cell)
      if (name === 'row') endRow()
    },
  })
  return { rows, hidden }
}

interface Tab {
  name: string
  /** Key of the sheet's XML file in the result of `readRelations`. */
  id: string | undefined
  isVisible: boolean
}
/** Returns the tabs of a workbook in their order, and the epoch of its dates (`Sheet.epoch`). */
const readWorkbook = (xml: string) => {
  const tabs: Tab[] = []
  let epoch = epochs[1900]
  walk(xml, {
    open: (name, a) => {
      if (name === 'workbookPr' && isOn(a.date1904)) epoch = epochs[1904]
      if (name !== 'sheet') return
      const id = Object.entries(a).find(([key]) => /(^|:)id$/.test(key))?.[1]
      const isVisible = a.state === undefined || a.state === 'visible'
      tabs.push({ name: a.name ?? '', id, isVisible })
    },
  })
  return { tabs, epoch }
}
/**
 * Returns the path of each XML file inside a workbook, by the id with which a tab refers to the
 * file.
 */
const readRelations = (xml = '<Relationships/>'): ReadonlyMap<string, string> => {
  const targets = new Map<string, string>()
  walk(xml, {
    open: (_, { Id, Target }) => {
      if (Id && Target) targets.set(Id, Target.startsWith('/') ? Target.slice(1) : `xl/${Target}`)
    },
  })
  return targets
}

/** Returns a text with the names of the first five tabs and the number of the remaining ones. */
const namesOf = (tabs: readonly Tab[]): string => {
  const most = 5
  const names = tabs.slice(0, most).map(({ name }) => name.slice(0, 40))
  return [...names, ...(tabs.length > most ? [`${tabs.length - most} lagi`] : [])].join(', ')
}
const hiddenTabsNote = (unseen: readonly Tab[]): string[] =>
  unseen.length > 0 ? [`Lembar tersembunyi tidak dibaca: ${namesOf(unseen)}`] : []
const hiddenRowsNote = (hidden: number): string[] =>
  hidden > 0
    ? [`${hidden.toLocaleString('id-ID')} baris yang tersembunyi atau tersaring tidak dibaca`]
    : []
const notesOf = (tabs: readonly Tab[], read: Tab | undefined, hidden: number): string[] => {
  const otherTabs = tabs.filter((tab) => tab.isVisible && tab !== read)
  return [
    ...hiddenTabsNote(tabs.filter((tab) => !tab.isVisible)),
    ...(otherTabs.length > 0
      ? [`Hanya lembar ${namesOf(read ? [read] : [])} yang dibaca, bukan ${namesOf(otherTabs)}`]
      : []),
    ...hiddenRowsNote(hidden),
  ]
}

/** Returns the tabs of a workbook, and functions that read their cells. */
const openWorkbook = (bytes: Uint8Array, limits: Limits) => {
  const parts = unpack(bytes)
  const workbook = parts.get('xl/workbook.xml')
  if (!workbook) throw broken()
  const { tabs, epoch } = readWorkbook(workbook)
  const relations = readRelations(parts.get('xl/_rels/workbook.xml.rels'))
  const context = {
    texts: sharedTexts(parts.get('xl/sharedStrings.xml')),
    formats: readFormats(parts.get('xl/styles.xml')),
    limits,
    read: { characters: 0 },
  }
  return {
    tabs,
    epoch,
    /** Returns the XML of a tab; undefined for a tab without cells, such as a chart. */
    partOf: ({ id }: Tab) => parts.get(relations.get(id ?? '') ?? ''),
    firstPart: parts.get('xl/worksheets/sheet1.xml'),
    read: (xml: string, onError: Context['onError']) => readCells(xml, { ...context, onError }),
  }
}
/**
 * Reads the first visible sheet of a workbook, without its hidden rows. `notes` name the omitted
 * sheets and contain the number of omitted rows. Throws 422 on `file` when the workbook cannot be
 * read, exceeds a limit, or has a cell whose value cannot be read.
 */
export const readXlsx = (bytes: Uint8Array, limits: Limits): Sheet => {
  const { tabs, epoch, partOf, firstPart, read } = openWorkbook(bytes, limits)
  // Skips sheets that contain only a chart, because they have no cells.
  const tab = tabs.find((candidate) => candidate.isVisible && partOf(candidate) !== undefined)
  const sheet = tab ? partOf(tab) : firstPart
  if (sheet === undefined) throw broken()
  const { rows, hidden } = read(sheet, (cell) => {
    throw refuse(`Sel ${cell.address} ${cell.text}`)
  })
  return { rows, epoch, notes: notesOf(tabs, tab, hidden) }
}

/** Sheet of a workbook, by the name of its tab. */
export interface NamedSheet extends Sheet {
  name: string
  errors: readonly ErrorCell[]
}
/**
 * Reads the visible sheets of a workbook that `isWanted` selects by name. `others` are the names of
 * the other visible sheets, `notes` describe hidden sheets. Throws 422 on `file` like `readXlsx`,
 * but returns cells whose value cannot be read as `errors` of their sheet.
 */
export const readWorkbookSheets = (
  bytes: Uint8Array,
  limits: Limits,
  isWanted: (name: string) => boolean,
): { sheets: NamedSheet[]; others: string[]; notes: string[] } => {
  const { tabs, epoch, partOf, read } = openWorkbook(bytes, limits)
  const visible = tabs.filter((tab) => tab.isVisible && partOf(tab) !== undefined)
  const sheets = visible
    .filter(({ name }) => isWanted(name))
    .map((tab): NamedSheet => {
      const errors: ErrorCell[] = []
      const { rows, hidden } = read(partOf(tab) ?? '', (cell) => errors.push(cell))
      return { name: tab.name, rows, epoch, errors, notes: hiddenRowsNote(hidden) }
    })
  const hiddenTabs = tabs.filter((tab) => !tab.isVisible)
  return {
    sheets,
    others: visible.filter(({ name }) => !isWanted(name)).map(({ name }) => name),
    notes: hiddenTabsNote(hiddenTabs),
  }
}
