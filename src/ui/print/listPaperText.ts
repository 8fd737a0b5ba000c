/** Facts about a printed list's texts that are needed before its layout. */

/**
 * Longer words than this are no names: an email, an address of the web, a key that was held down.
 */
const longestWord = 24
const longWords = /\S{25,}/g
/** Twelve letters: between two places to break where such a word has no signs of its own. */
const pieces = /.{1,12}/gu
/** A place where a line may break and nothing is drawn. */
const softBreak = '\u200B'

/**
 * The text with places to break in its longest words, so that no column is pushed off the paper;
 * other words stay whole.
 */
export const breakable = (text: string): string =>
  text.replace(longWords, (word) =>
    word
      .split(/(?=[@._-])/)
      .flatMap((part) => (part.length > longestWord ? (part.match(pieces) ?? []) : [part]))
      .join(softBreak),
  )

/**
 * Letters of a row that an upright sheet still holds well, some of its texts in two lines; the
 * space between columns is counted too.
 */
const lettersUpright = 140
const lettersBetween = 2

/**
 * Letters of a column that is wide enough for nine of ten of its texts; its heading may take
 * several lines.
 */
const lettersOf = ([title, ...texts]: readonly string[]): number => {
  const lengths = texts.map((text) => text.length).sort((a, b) => a - b)
  const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 0
  const words = (title ?? '').split(' ').map((word) => word.length)
  return Math.max(usual, ...words) + lettersBetween
}

/**
 * Each column's share of the sheet in percent: what nine of ten of its texts ask for, so that one
 * very long text takes no room from the others.
 */
export const columnShares = (columns: readonly (readonly string[])[]): number[] => {
  const letters = columns.map(lettersOf)
  const sum = letters.reduce((a, b) => a + b, 0)
  return letters.map((n) => (n / sum) * 100)
}

/**
 * Whether most rows of these columns (each its title, then its texts) would take two lines or more
 * on an upright sheet.
 */
export const needsLandscape = (columns: readonly (readonly string[])[]): boolean =>
  columns.reduce((sum, column) => sum + lettersOf(column), 0) > lettersUpright
