/** Reads the number formats of a workbook, and formats the values of cells by these formats. */
import { format } from 'numfmt'
import { epochs, type Cell } from '#server/import/sheets/sheetTypes.ts'
import { walk } from '#server/import/sheets/xml.ts'

/** Formats that a workbook refers to only by number (ECMA-376, 18.8.30), in Indonesian notation. */
const builtin: Readonly<Record<number, string>> = {
  2: '0.00',
  3: '#,##0',
  4: '#,##0.00',
  9: '0%',
  10: '0.00%',
  11: '0.00E+00',
  12: '# ?/?',
  13: '# ??/??',
  14: 'dd/mm/yyyy',
  15: 'd-mmm-yy',
  16: 'd-mmm',
  17: 'mmm-yy',
  18: 'h:mm AM/PM',
  19: 'h:mm:ss AM/PM',
  20: 'h:mm',
  21: 'h:mm:ss',
  22: 'dd/mm/yyyy h:mm',
  37: '#,##0;(#,##0)',
  38: '#,##0;(#,##0)',
  39: '#,##0.00;(#,##0.00)',
  40: '#,##0.00;(#,##0.00)',
  45: 'mm:ss',
  46: '[h]:mm:ss',
  47: 'mm:ss.0',
  48: '##0.0E+0',
}
/** Maximum number of characters that spreadsheets allow in a format. */
const maxLength = 255
/** Formats that show a number as plain digits. Their cells need no formatting. */
const plain = new Set(['General', '0', '@', ''])

/**
 * Returns the format of each style, by style number; undefined for a style that shows plain digits.
 */
export const readFormats = (xml: string | undefined): (string | undefined)[] => {
  const formatCodes = new Map<number, string>()
  const styles: (string | undefined)[] = []
  let isCellStyle = false
  if (xml)
    walk(xml, {
      open: (name, a) => {
        if (name === 'numFmt' && a.formatCode !== undefined && a.formatCode.length <= maxLength)
          formatCodes.set(Number(a.numFmtId), a.formatCode)
        if (name === 'cellXfs') isCellStyle = true
        if (name !== 'xf' || !isCellStyle) return
        const code = formatCodes.get(Number(a.numFmtId)) ?? builtin[Number(a.numFmtId)]
        styles.push(code === undefined || plain.has(code) ? undefined : code)
      },
      close: (name) => {
        if (name === 'cellXfs') isCellStyle = false
      },
    })
  return styles
}

/**
 * Returns the text that a spreadsheet set to Indonesian shows for a cell: a date instead of the
 * number that stores it, or texts like `00512` and `12,50%`. Returns the digits of a number without
 * a format.
 */
export const shownText = (cell: Cell, code: string | undefined, epoch: number): string => {
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (typeof cell !== 'number' || code === undefined) return String(cell)
  try {
    const serial = cell + (epoch - epochs[1900])
    return String(format(code, serial, { locale: 'id', nbsp: false })).trim()
  } catch {
    // Returns the unformatted value if the library cannot parse the format.
    return String(cell)
  }
}
