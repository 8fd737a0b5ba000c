/**
 * Prevents spreadsheets from executing texts in a CSV as formulas, by adding an apostrophe before
 * such texts. An import removes these apostrophes again.
 */

/** Characters that begin a formula, including the full-width ones of East Asian scripts. */
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
 * Matches the start of a text that begins like a formula, even if apostrophes precede the formula
 * sign. `ledCell` adds one apostrophe before such a text and `withoutLead` removes one, so that the
 * text's own apostrophes are preserved.
 */
const beginning = /^(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/
/** Matches the apostrophe that `ledCell` has added. */
const ledBeginning = /^'(?='*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20])/
/**
 * Matches a semicolon, tab or line break that a formula follows, with the spaces, quotes and
 * apostrophes in between. A spreadsheet that separates cells by semicolons, as usual in Indonesia,
 * ignores the CSV quotes: it splits `Budi;=1+1` into two cells and executes the second one.
 */
const within = /([;\t\r\n][ "]*'*)(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g
/** Matches the same text as `within`, followed by the apostrophe that `ledPieces` has added. */
const ledWithin = /([;\t\r\n][ "]*'*)'(?=[=+\-@\uff1d\uff0b\uff0d\uff20])/g

/** Returns the text of a cell. Adds an apostrophe before a text that begins like a formula. */
export const ledCell = (text: string): string => text.replace(beginning, "'")
/**
 * Returns a cell or a whole line with an apostrophe before each formula after a semicolon, tab or
 * line break, where a spreadsheet may split the text.
 */
export const ledPieces = (line: string): string => line.replace(within, "$1'")
/** Removes the apostrophes that `ledCell` and `ledPieces` added. */
export const withoutLead = (cell: string): string =>
  cell.replace(ledBeginning, '').replace(ledWithin, '$1')
