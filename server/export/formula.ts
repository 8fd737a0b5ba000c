/**
 * Protects texts of a CSV from being executed as formulas by a spreadsheet, by a leading
 * apostrophe; also removes the apostrophes.
 */

/** Characters that begin a formula, including the full-width ones of Chinese and Japanese. */
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
 * Matches the start of a text that begins like a formula, possibly after apostrophes. Writing adds
 * one apostrophe and reading removes one, so that original apostrophes are preserved.
 */
const beginning = /^(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/
const ledBeginning = /^'(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/
/**
 * Matches a formula inside a text: a spreadsheet that expects another separator, as in Indonesia,
 * ignores our quotes and splits `Budi;=1+1` into two cells.
 */
const within = /([;\t\r\n][ "]*'*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g
const ledWithin = /([;\t\r\n][ "]*'*)'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** Returns the text of a cell with an apostrophe before a formula at its start. */
export const ledCell = (text: string): string => text.replace(beginning, "'")
/**
 * Returns a cell or a whole line with an apostrophe before each formula that a split could expose.
 */
export const ledPieces = (line: string): string => line.replace(within, "$1'")
/** Removes the apostrophes that `ledCell` and `ledPieces` added. */
export const withoutLead = (cell: string): string =>
  cell.replace(ledBeginning, '').replace(ledWithin, '$1')
