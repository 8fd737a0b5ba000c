/** Words that are spelt nearly alike. */

/**
 * Edits (a letter more, less, another, or two neighbours swapped) between `typed` and a word: to all of it, and to the beginning of it
 * that is nearest, since whoever types is seldom at the end. Above `most` both are Infinity.
 */
export const edits = (
  typed: string,
  word: string,
  most: number,
): { whole: number; begin: number } => {
  const far = { whole: Infinity, begin: Infinity }
  if (word.length < typed.length - most) return far
  // Row i: edits between the first j letters of `typed` and the first i of `word`.
  let above: number[] = []
  let row = Array.from({ length: typed.length + 1 }, (_, j) => j)
  let begin = Infinity
  const end = Math.min(word.length, typed.length + most)
  for (let i = 1; i <= end; i++) {
    const next = [i]
    let least = i
    for (let j = 1; j <= typed.length; j++) {
      const same = word[i - 1] === typed[j - 1] ? 0 : 1
      let cost = Math.min((row[j - 1] ?? 0) + same, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1)
      if (i > 1 && j > 1 && word[i - 1] === typed[j - 2] && word[i - 2] === typed[j - 1])
        cost = Math.min(cost, (above[j - 2] ?? 0) + 1)
      next.push(cost)
      least = Math.min(least, cost)
    }
    above = row
    row = next
    begin = Math.min(begin, row[typed.length] ?? Infinity)
    // A swap reaches back over one row.
    if (least > most && Math.min(...above) > most)
      return begin <= most ? { whole: Infinity, begin } : far
  }
  const whole = end === word.length ? (row[typed.length] ?? Infinity) : Infinity
  return { whole: whole <= most ? whole : Infinity, begin: begin <= most ? begin : Infinity }
}

/** How many edits a word of a length may be away: short words are near to too many others. */
export const tolerance = (length: number): number => (length < 4 ? 0 : length < 7 ? 1 : 2)

/** The words of the vocabulary (word to how often it occurs) that are nearest to `typed`, at most `count`, the most frequent first. One that is farther is not meant where there is a nearer one. */
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
