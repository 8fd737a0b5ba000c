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
 * Returns the words of a text joined without separators. Document numbers can then be compared
 * although banks drop slashes and blanks.
 */
const joinedWords = (text: string): string => wordsIn(text).join('')

/** Whether a document number occurs in a text. Separators such as slashes are ignored. */
export const holdsNumber = (text: string, nomor: string | null): boolean => {
  const joinedNumber = nomor === null ? '' : joinedWords(nomor)
  // Requires at least six characters, because shorter numbers would often occur in a text by
  // chance.
  return joinedNumber.length >= 6 && joinedWords(text).includes(joinedNumber)
}

/** Name that was found in a text, whole or in part. */
export interface NameHit {
  name: string
  /**
   * Part of the name that was found. For names of several words: all words (`penuh`), at least two
   * words (`sebagian`), or one long word (`lemah`). For names of one word: this word, if it is long
   * (`tunggal`).
   */
  kind: 'penuh' | 'tunggal' | 'sebagian' | 'lemah'
  /**
   * Number of found words. Between two names of the same strength, the name with more found words
   * fits better.
   */
  words: number
}
const strength = { penuh: 3, tunggal: 2, sebagian: 2, lemah: 1 }
/** Whether all words of the name were found in the text. */
export const isWholeName = ({ kind }: NameHit): boolean => kind === 'penuh' || kind === 'tunggal'
/**
 * Whether a name fits the text better than the name `rival`. `name` is undefined, and the result
 * false, when the name was not found in the text.
 */
export const isBetterName = (name: NameHit | undefined, rival: NameHit): boolean =>
  name !== undefined &&
  (strength[name.kind] > strength[rival.kind] ||
    (strength[name.kind] === strength[rival.kind] && name.words > rival.words))
/**
 * Minimum number of letters that remain of a word that the bank has cut off. Only the last word of
 * a text can be cut off.
 */
const shortestCut = 3
/** Minimum number of letters of a word that counts as long. */
const longWord = 5

const hitOf = (name: string, words: readonly string[]): NameHit | undefined => {
  const all = wordsIn(name)
  const plainWords = all.filter((word) => !isTitle(word))
  const nameWords = plainWords.length > 0 ? plainWords : all
  const matchedWords = nameWords.filter((word, i) => {
    if (words.includes(word)) return true
    // Accepts a last word of the text that is only the beginning of the last word of the name,
    // because banks cut off long texts. The words before the last one must be equal in both.
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
 * Returns the name that fits the words of a text best. Returns undefined when none of the names is
 * found.
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

/** Words that banks use in their texts and that are never part of a name, in lower case. */
const bankWords = new Set(
  'trsf trf transfer banking ebanking bifast fast switching cr db dr kr ke dari setoran tunai otomatis biaya adm admin pembayaran bayar les spp kursus inv tgl ws fts ftscy mcm inhousetrf briva qris va'.split(
    ' ',
  ),
)
/**
 * Maximum number of words in a statement line that may belong to a name. For lines with more such
 * words, the database is not searched for the names of other payers.
 */
const mostNameWords = 30
/**
 * Returns the words of a bank text that may belong to a name, in lower case and without duplicates.
 */
const nameWordsOf = (words: readonly string[]): string[] =>
  [...new Set(words)]
    .filter((word) => /^[A-Z]+$/.test(word))
    .map((word) => word.toLowerCase())
    .filter((word) => !bankWords.has(word))
/** Whether a bank text has more than `mostNameWords` words that may belong to a name. */
export const isTooLong = (words: readonly string[]): boolean =>
  nameWordsOf(words).length > mostNameWords
/**
 * Returns possible beginnings of names in a bank text, in lower case, for a search in the database.
 * `pairs` contains each pair of words in both orders, and each word after each title (such as
 * `ibu`). `singles` contains the words of at least `longWord` letters. Returns undefined when the
 * text has more than `mostNameWords` words that may belong to a name.
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
 * Returns sequences of one to four adjacent words in lower case, longest first, for a search of
 * names. Omits sequences with digits, and single words of fewer than `longWord` letters. Returns at
 * most `most` sequences.
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
