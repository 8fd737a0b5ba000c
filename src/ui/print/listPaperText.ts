/** Facts about a printed list's texts that are needed before its layout. */

/**
 * Longest word that is never broken, in letters. Longer ones are no names: mail addresses, URLs, a
 * key held down.
 */
const longestWord = 24
const longWords = /\S{25,}/g
/** Distance of break points, in letters, in a long word without punctuation. */
const pieces = /.{1,12}/gu
/** Zero-width space: an invisible break point. */
const softBreak = '\u200B'

/**
 * Adds break points to the longest words of a text, so that no column is pushed off the page; other
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
 * Letters per row that fit a portrait page well, some texts on two lines; `lettersBetween` counts
 * the gap between columns.
 */
const lettersUpright = 140
const lettersBetween = 2

/** Returns the width, in letters, that fits nine of ten texts of a column; its heading may wrap. */
const lettersOf = ([title, ...texts]: readonly string[]): number => {
  const lengths = texts.map((text) => text.length).sort((a, b) => a - b)
  const usual = lengths[Math.floor(lengths.length * 0.9)] ?? 0
  const words = (title ?? '').split(' ').map((word) => word.length)
  return Math.max(usual, ...words) + lettersBetween
}

/**
 * Returns each column's share of the page in percent, from nine of ten of its texts, so that one
 * very long text takes no room from other columns.
 */
export const columnShares = (columns: readonly (readonly string[])[]): number[] => {
  const letters = columns.map(lettersOf)
  const sum = letters.reduce((a, b) => a + b, 0)
  return letters.map((n) => (n / sum) * 100)
}

/**
 * Whether most rows of these columns (each its title, then its texts) would wrap on a portrait
 * page.
 */
export const needsLandscape = (columns: readonly (readonly string[])[]): boolean =>
  columns.reduce((sum, column) => sum + lettersOf(column), 0) > lettersUpright
