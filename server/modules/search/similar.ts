/** Search for words of similar spelling. */

/**
 * Returns the next row of the edit distance table: the row for the letter number `i` of `word`. The
 * columns stand for the beginnings of `typed`. `row` is the previous row. `above` is the row before
 * `row`; it is needed for a swap of two neighbouring letters.
 */
const nextRow = (
  typed: string,
  word: string,
  i: number,
  { row, above }: { row: readonly number[]; above: readonly number[] },
): number[] => {
  const costAt = (list: readonly number[], j: number): number => list[j] ?? 0
  const next = [i]
  for (let j = 1; j <= typed.length; j++) {
    const replacement = word[i - 1] === typed[j - 1] ? 0 : 1
    const cost = Math.min(
      costAt(row, j - 1) + replacement,
      costAt(row, j) + 1,
      costAt(next, j - 1) + 1,
    )
    const swapped = i > 1 && j > 1 && word[i - 1] === typed[j - 2] && word[i - 2] === typed[j - 1]
    next.push(swapped ? Math.min(cost, costAt(above, j - 2) + 1) : cost)
  }
  return next
}

/**
 * Returns two edit distances from `typed`: to the whole word (`whole`), and to the nearest
 * beginning of the word (`begin`), because users search before they have typed the whole word. An
 * edit adds, removes or replaces a letter, or swaps two neighbouring letters. Distances above
 * `most` are Infinity.
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
    // All later distances exceed `most` too, because each row is computed from the last two rows.
    if (Math.min(...row) > most && Math.min(...above) > most)
      return { whole: Infinity, begin: within(begin) }
  }
  const whole = end === word.length ? (row[typed.length] ?? Infinity) : Infinity
  return { whole: within(whole), begin: within(begin) }
}

/**
 * Returns the maximum distance for a word of the given length. It is small for short words, because
 * a short word is similar to many other words.
 */
const tolerance = (length: number): number => {
  if (length < 4) return 0
  return length < 7 ? 1 : 2
}

/**
 * Returns the vocabulary words with the smallest distance to `typed`, at most `count` words, the
 * most frequent word first. The vocabulary maps each word to its frequency.
 */
export const similar = (
  typed: string,
  vocabulary: ReadonlyMap<string, number>,
  count: number,
): string[] => {
  const most = tolerance(typed.length)
  if (most === 0) return []
  const candidates: { word: string; far: number; often: number }[] = []
  for (const [word, often] of vocabulary) {
    const { whole, begin } = edits(typed, word, most)
    const far = Math.min(whole, begin + 0.5)
    if (far <= most + 0.5) candidates.push({ word, far, often })
  }
  const nearest = Math.min(...candidates.map((f) => f.far))
  return candidates
    .filter((f) => f.far === nearest)
    .toSorted((a, b) => b.often - a.often || (a.word < b.word ? -1 : 1))
    .slice(0, count)
    .map(({ word }) => word)
}
