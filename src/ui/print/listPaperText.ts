/** Properties of a printed list's texts that are computed before the layout. */

/**
 * Maximum length, in letters, of a word that is never broken. A longer word is no name but a mail
 * address, a URL or a key held down.
 */
const longestWord = 24
const longWords = /\S{25,}/g
/** Pieces into which a long word without punctuation is broken: at most 12 letters each. */
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
 * Number of letters per row that fit a portrait page when some texts take two lines.
 * `lettersBetween` is the gap between two columns, in letters.
 */
const lettersUpright = 140
const lettersBetween = 2

/**
 * Returns the width, in letters, that fits nine of ten texts of a column and each word of its
 * heading.
 */
const lettersOf = ([title, ...texts]: readonly string[]): number => {
  const lengths = texts.map((text) => text.length).sort((a, b) => a - b)
  const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 0
  const words = (title ?? '').split(' ').map((word) => word.length)
  return Math.max(usual, ...words) + lettersBetween
}

/**
 * Returns the share of the page that each column gets, in percent. It follows from nine of ten
 * texts of the column, so that a single long text takes no room from other columns.
 */
export const columnShares = (columns: readonly (readonly string[])[]): number[] => {
  const letters = columns.map(lettersOf)
  const sum = letters.reduce((a, b) => a + b, 0)
  return letters.map((n) => (n / sum) * 100)
}

/** Whether most rows would wrap on a portrait page. A column is its title followed by its texts. */
export const needsLandscape = (columns: readonly (readonly string[])[]): boolean =>
  columns.reduce((sum, column) => sum + lettersOf(column), 0) > lettersUpright
