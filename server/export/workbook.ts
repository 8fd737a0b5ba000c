/** Writes a small XLSX workbook with several sheets and drop-downs, as a template to fill in. */
import { strToU8, zipSync } from 'fflate'
import {
  columnLetters,
  escapeXml,
  headCell,
  ownRow,
  relatedParts,
  rowOf,
  xml,
  xmlText,
  type SheetColumn,
} from '#server/export/xlsx.ts'

interface TemplateColumn extends SheetColumn {
  /** Formula of the values that the drop-down of the column offers; other values are allowed. */
  list?: string | undefined
}
export interface TemplateSheet {
  name: string
  columns: readonly TemplateColumn[]
  rows: readonly (readonly unknown[])[]
}
/** Number of the last row with drop-downs. */
const lastRow = 5000
/** Maximum number of characters of a list inside a formula, a limit of Excel. */
const maxInline = 255
/** Returns the formula of a drop-down with fixed values; undefined when Excel could not read it. */
export const listOf = (values: readonly string[]): string | undefined => {
  const formula = `"${values.map((v) => v.replaceAll('"', '""')).join(',')}"`
  return values.length > 0 && values.every((v) => !v.includes(',')) && formula.length <= maxInline
    ? formula
    : undefined
}
/** Returns the formula of a drop-down with the values of another sheet, from its second row on. */
export const listIn = (sheet: string, column: number, count: number): string =>
  `'${sheet}'!$${columnLetters(column)}$2:$${columnLetters(column)}$${count + 1}`

const validations = (columns: readonly TemplateColumn[]): string => {
  const lists = columns.flatMap(({ list }, i) => {
    if (list === undefined) return []
    const range = `${columnLetters(i)}2:${columnLetters(i)}${lastRow}`
    return [
      `<dataValidation type="list" allowBlank="1" sqref="${range}"><formula1>${escapeXml(list)}</formula1></dataValidation>`,
    ]
  })
  return lists.length > 0
    ? `<dataValidations count="${lists.length}">${lists.join('')}</dataValidations>`
    : ''
}
const sheetXml = ({ columns, rows }: TemplateSheet): string => {
  const widths = columns.map(
    ({ width }, i) => `<col min="${i + 1}" max="${i + 1}" width="${width}" customWidth="1"/>`,
  )
  const head = columns.map(({ label }, i) => headCell(label, i)).join('')
  const body = rows.map((row, i) => rowOf(columns, row).replaceAll(ownRow, String(i + 2))).join('')
  return xmlText(
    `${xml}<worksheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths.join('')}</cols><sheetData><row r="1">${head}</row>${body}</sheetData>${validations(columns)}</worksheet>`,
  )
}
/** Returns the bytes of a workbook; names of sheets must not contain quotes. */
export const workbookOf = (sheets: readonly TemplateSheet[]): Uint8Array =>
  zipSync({
    ...Object.fromEntries(
      relatedParts(sheets.map(({ name }) => name)).map(([name, text]) => [
        name,
        strToU8(xml + text),
      ]),
    ),
    ...Object.fromEntries(
      sheets.map((sheet, i) => [`xl/worksheets/sheet${i + 1}.xml`, strToU8(sheetXml(sheet))]),
    ),
  })
