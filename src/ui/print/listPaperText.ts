/**
 * Computes the column widths and line breaks of a printed list from its texts, before the layout.
 */

/**
 * Maximum number of characters of a word that is never broken. A longer word is not a name: it is a
 * mail address, a URL, or the result of a key that was held down.
 */
const longestWord = 24
const longWords = /\S{25,}/g
/** Pieces of at most 12 characters into which a long word without punctuation is broken. */
const pieces = /.{1,12}/gu
/** Zero-width space, an invisible point at which a word may break. */
const softBreak = '\u200B'

/**
 * Adds break points to the long words of a text, so that no column is wider than the page. Shorter
 * words stay whole.
 */
export const breakable = (text: string): string =>
  text.replace(longWords, (word) =>
    word
      .split(/(?=[@._-])/)
      .flatMap((part) => (part.length > longestWord ? (part.match(pieces) ?? []) : [part]))
      .join(softBreak),
  )

/**
 * Maximum total width of all columns, in characters, on a portrait page. At this width some texts
 * take two lines.
 */
const lettersUpright = 140
/** Gap between two columns, in characters. */
const lettersBetween = 2

/**
 * Returns the width of a column in characters, including the gap to the next column. This width is
 * enough for each word of the heading and for nine of ten texts of the column.
 */
const lettersOf = ([title, ...texts]: readonly string[]): number => {
  const lengths = texts.map((text) => text.length).sort((a, b) => a - b)
  const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 0
  const words = (title ?? '').split(' ').map((word) => word.length)
  return Math.max(usual, ...words) + lettersBetween
}

/**
 * Returns the share of the page that each column gets, in percent. The longest tenth of a column's
 * texts does not count, so that a single long text takes no width from other columns.
 */
export const columnShares = (columns: readonly (readonly string[])[]): number[] => {
  const letters = columns.map(lettersOf)
  const sum = letters.reduce((a, b) => a + b, 0)
  return letters.map((n) => (n / sum) * 100)
}

/**
 * Whether the columns are too wide for a portrait page. Each column is given as its title followed
 * by its texts.
 */
export const needsLandscape = (columns: readonly (readonly string[])[]): boolean =>
  columns.reduce((sum, column) => sum + lettersOf(column), 0) > lettersUpright
