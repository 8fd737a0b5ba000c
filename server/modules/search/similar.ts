/** Words that are spelt nearly alike. */

/**
 * The next row of the table of edits: between the first letters of `typed` and one letter more of
 * `word`. A swap of two neighbours reaches back over one row.
 */
const nextRow = (
  typed: string,
  word: string,
  i: number,
  { row, above }: { row: readonly number[]; above: readonly number[] },
): number[] => {
  const at = (list: readonly number[], j: number): number => list[j] ?? 0
  const next = [i]
  for (let j = 1; j <= typed.length; j++) {
    const other = word[i - 1] === typed[j - 1] ? 0 : 1
    const cost = Math.min(at(row, j - 1) + other, at(row, j) + 1, at(next, j - 1) + 1)
    const swapped = i > 1 && j > 1 && word[i - 1] === typed[j - 2] && word[i - 2] === typed[j - 1]
    next.push(swapped ? Math.min(cost, at(above, j - 2) + 1) : cost)
  }
  return next
}

/**
 * Edits (a letter more, less, another, or two neighbours swapped) between `typed` and a word: to
 * all of it, and to the beginning of it that is nearest, since whoever types is seldom at the end.
 * Above `most` both are Infinity.
 */
export const edits = (
  typed: string,
  word: string,
  most: number,
): { whole: number; begin: number } => {
  const far = { whole: Infinity, begin: Infinity }
  if (word.length < typed.length - most) return far
  const within = (cost: number): number => (cost <= most ? cost : Infinity)
  let above: number[] = []
  let row = Array.from({ length: typed.length + 1 }, (_, j) => j)
  let begin = Infinity
  const end = Math.min(word.length, typed.length + most)
  for (let i = 1; i <= end; i++) {
    const next = nextRow(typed, word, i, { row, above })
    above = row
    row = next
    begin = Math.min(begin, row[typed.length] ?? Infinity)
    // No row after these can be nearer: a swap reaches back over one row, and no farther.
    if (Math.min(...row) > most && Math.min(...above) > most)
      return { whole: Infinity, begin: within(begin) }
  }
  const whole = end === word.length ? (row[typed.length] ?? Infinity) : Infinity
  return { whole: within(whole), begin: within(begin) }
}

/** How many edits a word of a length may be away: short words are near to too many others. */
const tolerance = (length: number): number => {
  if (length < 4) return 0
  return length < 7 ? 1 : 2
}

/**
 * The words of the vocabulary (word to how often it occurs) that are nearest to `typed`, at most
 * `count`, the most frequent first. One that is farther is not meant where there is a nearer one.
 */
export const similar = (
  typed: string,
  vocabulary: ReadonlyMap<string, number>,
  count: number,
): string[] => {
  const most = tolerance(typed.length)
  if (most === 0) return []
  const found: { word: string; far: number; often: number }[] = []
  for (const [word, often] of vocabulary) {
    const { whole, begin } = edits(typed, word, most)
    const far = Math.min(whole, begin + 0.5)
    if (far <= most + 0.5) found.push({ word, far, often })
  }
  const nearest = Math.min(...found.map((f) => f.far))
  return found
    .filter((f) => f.far === nearest)
    .toSorted((a, b) => b.often - a.often || (a.word < b.word ? -1 : 1))
    .slice(0, count)
    .map(({ word }) => word)
}
