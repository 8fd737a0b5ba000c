/** How names and numbers of papers stand in what a bank writes about a transfer. */
import { isTitle } from '#contract/sales/rules/similar.ts'

/** The words of a text in capitals, without accents and marks. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’`]/g, '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)

/** The same without anything between the words: banks drop strokes and blanks of numbers. */
const squeezed = (text: string): string => wordsIn(text).join('')

/** Whether a paper's number stands in a text, however its strokes are written. */
export const holdsNumber = (text: string, nomor: string | null): boolean => {
  const wanted = nomor === null ? '' : squeezed(nomor)
  // Anything shorter is found by chance.
  return wanted.length >= 6 && squeezed(text).includes(wanted)
}

/**
 * How well a name is found: all its words, two or more of them, one long one, or none. `words` is
 * how many were found, so that a longer name beats the shorter one that is a part of it.
 */
export interface NameHit {
  name: string
  kind: 'penuh' | 'tunggal' | 'sebagian' | 'lemah'
  words: number
}
const strength = { penuh: 3, tunggal: 2, sebagian: 2, lemah: 1 }
/** Letters of a name that a bank has cut off at the end of its field. */
const shortestCut = 3
const longWord = 5

const hitOf = (name: string, words: readonly string[]): NameHit | undefined => {
  const all = wordsIn(name)
  const own = all.filter((word) => !isTitle(word))
  const wanted = own.length > 0 ? own : all
  const found = wanted.filter((word, i) => {
    if (words.includes(word)) return true
    // A name at the end of the text may be cut, after a word of it that is whole.
    const last = words.at(-1) ?? ''
    return (
      i > 0 &&
      i === wanted.length - 1 &&
      last.length >= shortestCut &&
      word.startsWith(last) &&
      words.at(-2) === wanted[i - 1]
    )
  })
  const hit = (kind: NameHit['kind']): NameHit => ({ name, kind, words: found.length })
  const [first = ''] = found
  if (found.length === 0) return undefined
  if (found.length === wanted.length && found.length > 1) return hit('penuh')
  if (wanted.length === 1 && first.length >= longWord) return hit('tunggal')
  if (found.length > 1) return hit('sebagian')
  return first.length >= longWord ? hit('lemah') : undefined
}

/** The best of some names in a text; undefined where none is found. */
export const findName = (
  names: readonly string[],
  words: readonly string[],
): NameHit | undefined => {
  let best: NameHit | undefined
  for (const name of names) {
    const hit = hitOf(name, words)
    if (!hit) continue
    const isBetter =
      !best ||
      strength[hit.kind] > strength[best.kind] ||
      (strength[hit.kind] === strength[best.kind] && hit.words > best.words)
    if (isBetter) best = hit
  }
  return best
}

/** Words that stand next to each other, as a name might: at most four, for a search by name. */
export const nameRuns = (words: readonly string[], most = 120): string[] => {
  const runs = new Set<string>()
  for (let length = 4; length >= 1; length--)
    for (let at = 0; at + length <= words.length; at++) {
      const run = words.slice(at, at + length)
      const isName = run.every((word) => /^[A-Z]+$/.test(word))
      if (isName && (length > 1 || (run[0]?.length ?? 0) >= longWord))
        runs.add(run.join(' ').toLowerCase())
      if (runs.size >= most) return [...runs]
    }
  return [...runs]
}
