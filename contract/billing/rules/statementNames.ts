/** How names and numbers of papers stand in what a bank writes about a transfer. */
import { allTitles, isTitle } from '#contract/sales/rules/similar.ts'

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
/** All words of a name stand there. */
export const isWholeName = ({ kind }: NameHit): boolean => kind === 'penuh' || kind === 'tunggal'
/** Whether a name fits a line better than another one; none fits worse than any. */
export const isBetterName = (name: NameHit | undefined, other: NameHit): boolean =>
  name !== undefined &&
  (strength[name.kind] > strength[other.kind] ||
    (strength[name.kind] === strength[other.kind] && name.words > other.words))
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
    if (!best || isBetterName(hit, best)) best = hit
  }
  return best
}

/** Words of banks about transfers, that nobody is called. */
const bankWords = new Set(
  'trsf trf transfer banking ebanking bifast fast switching cr db dr kr ke dari setoran tunai otomatis biaya adm admin pembayaran bayar les spp kursus inv tgl ws fts ftscy mcm inhousetrf briva qris va'.split(
    ' ',
  ),
)
/** Names are found by at most so many words of a line. */
const mostNameWords = 30
/** Words of a line that may be of a name, in small letters. */
const nameWordsOf = (words: readonly string[]): string[] =>
  [...new Set(words)]
    .filter((word) => /^[A-Z]+$/.test(word))
    .map((word) => word.toLowerCase())
    .filter((word) => !bankWords.has(word))
/** Whether a line has too many words to look up whose names they are. */
export const isTooLong = (words: readonly string[]): boolean =>
  nameWordsOf(words).length > mostNameWords
/**
 * What a whole name that stands in a line, in any order of its words, begins with: two of its words
 * (the second may be cut), after a title or without; or one long word that is all of it. Small
 * letters. Undefined where a line has too many words to look all of them up.
 */
export const nameBeginnings = (
  words: readonly string[],
): { pairs: string[]; singles: string[] } | undefined => {
  const own = nameWordsOf(words)
  if (own.length > mostNameWords) return undefined
  const pairs = own.flatMap((a) => own.filter((b) => b !== a).map((b) => `${a} ${b}`))
  const singles = own.filter((word) => word.length >= longWord)
  const titled = allTitles.flatMap((title) => own.map((word) => `${title} ${word}`))
  return { pairs: [...new Set([...pairs, ...titled])], singles }
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
