/** Finds names and document numbers in the text of a bank statement line. */
import { allTitles, isTitle } from '#contract/sales/rules/similar.ts'

/** Returns the words of a text in upper case, without accents and punctuation. */
export const wordsIn = (text: string): string[] =>
  text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/['’`]/g, '')
    .toUpperCase()
    .split(/[^A-Z0-9]+/)
    .filter(Boolean)

/**
 * Returns the words of a text joined without separators, because banks drop slashes and blanks from
 * document numbers.
 */
const joinedWords = (text: string): string => wordsIn(text).join('')

/** Whether a document number occurs in a text, with or without its slashes. */
export const holdsNumber = (text: string, nomor: string | null): boolean => {
  const joinedNumber = nomor === null ? '' : joinedWords(nomor)
  // A number of fewer than six characters would match by chance.
  return joinedNumber.length >= 6 && joinedWords(text).includes(joinedNumber)
}

/** Match of a name in a text. */
export interface NameHit {
  name: string
  /**
   * Matched part of the name. Names of several words: all words (`penuh`), at least two words
   * (`sebagian`), or one long word (`lemah`). Names of one word: that word, if it is long
   * (`tunggal`).
   */
  kind: 'penuh' | 'tunggal' | 'sebagian' | 'lemah'
  /** Number of matched words. A longer name wins over a shorter name that it contains. */
  words: number
}
const strength = { penuh: 3, tunggal: 2, sebagian: 2, lemah: 1 }
/** Whether all words of the name were found in the text. */
export const isWholeName = ({ kind }: NameHit): boolean => kind === 'penuh' || kind === 'tunggal'
/** Whether a name fits the text better than `rival`; false when the name was not found. */
export const isBetterName = (name: NameHit | undefined, rival: NameHit): boolean =>
  name !== undefined &&
  (strength[name.kind] > strength[rival.kind] ||
    (strength[name.kind] === strength[rival.kind] && name.words > rival.words))
/** Minimum number of remaining letters of a word that the bank cut off at the end of the text. */
const shortestCut = 3
/** Minimum number of letters of a long word. */
const longWord = 5

const hitOf = (name: string, words: readonly string[]): NameHit | undefined => {
  const all = wordsIn(name)
  const plainWords = all.filter((word) => !isTitle(word))
  const nameWords = plainWords.length > 0 ? plainWords : all
  const matchedWords = nameWords.filter((word, i) => {
    if (words.includes(word)) return true
    // Banks cut off long texts, so the last word of the text may be only the beginning of the last
    // word of the name. The word before it in the text must equal the word before it in the name.
    const last = words.at(-1) ?? ''
    return (
      i > 0 &&
      i === nameWords.length - 1 &&
      last.length >= shortestCut &&
      word.startsWith(last) &&
      words.at(-2) === nameWords[i - 1]
    )
  })
  const hit = (kind: NameHit['kind']): NameHit => ({ name, kind, words: matchedWords.length })
  const [first = ''] = matchedWords
  if (matchedWords.length === 0) return undefined
  if (matchedWords.length === nameWords.length && matchedWords.length > 1) return hit('penuh')
  if (nameWords.length === 1 && first.length >= longWord) return hit('tunggal')
  if (matchedWords.length > 1) return hit('sebagian')
  return first.length >= longWord ? hit('lemah') : undefined
}

/**
 * Returns the best match among several names in a text; undefined when none of the names is found.
 */
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

/** Words of bank texts that are never part of a name, in lower case. */
const bankWords = new Set(
  'trsf trf transfer banking ebanking bifast fast switching cr db dr kr ke dari setoran tunai otomatis biaya adm admin pembayaran bayar les spp kursus inv tgl ws fts ftscy mcm inhousetrf briva qris va'.split(
    ' ',
  ),
)
/**
 * Maximum number of possible name words in a statement line; names in longer lines are not
 * searched.
 */
const mostNameWords = 30
/** Returns the words of a bank text that may belong to a name: lower case, without duplicates. */
const nameWordsOf = (words: readonly string[]): string[] =>
  [...new Set(words)]
    .filter((word) => /^[A-Z]+$/.test(word))
    .map((word) => word.toLowerCase())
    .filter((word) => !bankWords.has(word))
/**
 * Whether a bank text has too many possible name words for a search (more than `mostNameWords`).
 */
export const isTooLong = (words: readonly string[]): boolean =>
  nameWordsOf(words).length > mostNameWords
/**
 * Returns possible beginnings of names in a bank text, in lower case, for a search in the database.
 * `pairs` holds every two words of the text in both orders, and each word with each title (such as
 * `ibu`) before it. `singles` holds the words of at least `longWord` letters. Returns undefined
 * when the text has too many words.
 */
export const nameBeginnings = (
  words: readonly string[],
): { pairs: string[]; singles: string[] } | undefined => {
  const nameWords = nameWordsOf(words)
  if (nameWords.length > mostNameWords) return undefined
  const pairs = nameWords.flatMap((a) => nameWords.filter((b) => b !== a).map((b) => `${a} ${b}`))
  const singles = nameWords.filter((word) => word.length >= longWord)
  const titled = allTitles.flatMap((title) => nameWords.map((word) => `${title} ${word}`))
  return { pairs: [...new Set([...pairs, ...titled])], singles }
}

/**
 * Returns at most `most` sequences of one to four adjacent words in lower case, longest first, for
 * a search by name. Omits sequences with digits, and single words below `longWord` letters.
 */
export const nameRuns = (words: readonly string[], most = 120): string[] => {
  const runs = new Set<string>()
  for (let length = 4; length >= 1; length--)
    for (let start = 0; start + length <= words.length; start++) {
      const run = words.slice(start, start + length)
      const isName = run.every((word) => /^[A-Z]+$/.test(word))
      if (isName && (length > 1 || (run[0]?.length ?? 0) >= longWord))
        runs.add(run.join(' ').toLowerCase())
      if (runs.size >= most) return [...runs]
    }
  return [...runs]
}
