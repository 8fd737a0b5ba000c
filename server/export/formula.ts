/**
 * Makes texts of a CSV safe from execution as formulas by a spreadsheet, and reverses that. A text
 * that could begin a formula gets a leading apostrophe.
 */

/** Signs that begin a formula, also as wide as a letter of Chinese or Japanese. */
export const formulaSigns = [
  '=',
  '+',
  '-',
  '@',
  '\t',
  '\r',
  '\uff1d',
  '\uff0b',
  '\uff0d',
  '\uff20',
] as const

/**
 * A text that begins as a formula, or as one that was led: it gets one apostrophe more than it had,
 * and reading takes off one.
 */
const beginning = /^(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/
const ledBeginning = /^'(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/
/**
 * Formula inside a text: a spreadsheet set to another separator than ours, as in Indonesia, ignores
 * our quotes and splits `Budi;=1+1` into two cells.
 */
const within = /([;\t\r\n][ "]*'*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g
const ledWithin = /([;\t\r\n][ "]*'*)'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** The text of a cell so that the cell is no formula. */
export const ledCell = (text: string): string => text.replace(beginning, "'")
/** A cell, or a whole line of them with its quotes, so that no piece of it is one. */
export const ledPieces = (line: string): string => line.replace(within, "$1'")
/** The text of a cell that both have led, as it was. */
export const withoutLead = (cell: string): string =>
  cell.replace(ledBeginning, '').replace(ledWithin, '$1')
