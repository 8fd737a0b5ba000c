/**
 * Decides whether two records likely belong to the same person, by phone, email and name in any
 * spelling (domain.md 2.3). The app only warns of such records, because families share a phone and
 * different people can have equal names.
 */
import { normalizePhone } from '#contract/values/phone.ts'

/** Titles that are removed from the beginning of a name, in lower case. */
export const allTitles: readonly string[] =
  'bpk bapak pak ibu bu sdr sdri tn ny nn kak kakak mas mbak mba mama mamah mami bunda ayah papa papi om tante h hj dr drg ir prof drs dra'.split(
    ' ',
  )
const titles = new Set(allTitles)
export const isTitle = (word: string): boolean => titles.has(word.toLowerCase().replace(/\.$/, ''))
/** Spellings and abbreviations of the name Muhammad. */
const muhammad = 'muhammad muhamad mohammad mohamad mochammad mochamad muh moh moch mhd m'.split(
  ' ',
)

/** Spellings of a sound, each with the common spelling that replaces it for comparison. */
const sounds: readonly (readonly [RegExp, string])[] = [
  [/oe/g, 'u'],
  [/dj/g, 'j'],
  [/tj/g, 'c'],
  [/chr/g, 'kr'],
  [/s[yj]/g, 's'],
  [/ph|v/g, 'f'],
  [/[dt]h/g, 't'],
  [/kh|q/g, 'k'],
  [/z/g, 's'],
  [/ie|y/g, 'i'],
  [/(.)\1+/g, '$1'],
  [/(?<=.)h$/, ''],
]
const soundOf = (word: string): string =>
  sounds.reduce((text, [written, heard]) => text.replace(written, heard), word)

/** Returns the words of a name in lower case, without titles, degrees and punctuation. */
const wordsOf = (name: string): string[] => {
  // Cuts off degrees and remarks, which follow a comma, a bracket or a slash.
  const [called = ''] = name.normalize('NFD').split(/[,(/]/)
  const words = called
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[\s.-]+/)
    .filter(Boolean)
  // The last word is kept even if it is a title, so that a name is never empty.
  while (words.length > 1 && titles.has(words[0] ?? '')) words.shift()
  return words
}
/**
 * Returns the words of a name in the spelling used for comparison (`sounds`). A first word such as
 * `M.` or `Moh` before another word counts as Muhammad.
 */
const heardWords = (name: string): string[] =>
  wordsOf(name).map((word, i, all) =>
    i === 0 && all.length > 1 && muhammad.includes(word) ? soundOf('muhammad') : soundOf(word),
  )
/**
 * Returns the sound key of a name: its words in the spelling used for comparison. Similar names
 * have sound keys with equal first words. A search for the beginning of the sound key, which can
 * use an index, therefore finds all similar names.
 */
export const soundKey = (name: string): string => heardWords(name).join(' ')

/** Whether two words are equal except for one letter that is added, removed or replaced. */
const isOneEdit = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  const [restA, restB] = [a.slice(from), b.slice(from)]
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}
/**
 * Minimum length of words that may differ in one letter; shorter words resemble too many other
 * words.
 */
const longWord = 5
const isSameWord = (a: string, b: string): boolean => {
  if (a === b) return true
  if (a.length === 1 || b.length === 1) return a[0] === b[0]
  return a.length >= longWord && b.length >= longWord && isOneEdit(a, b)
}

/**
 * Returns the first word of the sound key of a name, for searching similar names: their keys equal
 * this word, or begin with this word and a blank.
 */
export const firstSound = (name: string): string => heardWords(name)[0] ?? ''
/**
 * Whether two sound keys likely belong to one person: their first words are equal, and the further
 * words of the shorter key are equal, abbreviated or nearly equal in the longer key.
 */
const isSameKey = (a: string, b: string): boolean => {
  const [shorter, longer] = [a.split(' '), b.split(' ')].toSorted((x, y) => x.length - y.length)
  if (a === b) return a !== ''
  if (!shorter || !longer || shorter.length < 2 || shorter[0] !== longer[0]) return false
  let index = 0
  return shorter.slice(1).every((word) => {
    index = longer.findIndex((longerWord, i) => i > index && isSameWord(word, longerWord))
    return index > 0
  })
}
/**
 * Whether two names likely belong to one person. A name of one word is only similar to another name
 * of one word that sounds equal.
 */
export const isSimilarName = (a: string, b: string): boolean => isSameKey(soundKey(a), soundKey(b))

/** Pairs of spellings of one sound, such as `oe` and `u` in Soekarno and Sukarno. */
const spellingPairs: readonly (readonly [string, string])[] = [
  ['oe', 'u'],
  ['dj', 'j'],
  ['tj', 'c'],
  ['z', 's'],
  ['y', 'i'],
  ['sy', 's'],
  ['th', 't'],
  ['dh', 'd'],
  ['v', 'f'],
]
const alternativeSpellings = (word: string): string[] => [
  ...spellingPairs.flatMap(([a, b]) => [word.replaceAll(a, b), word.replaceAll(b, a)]),
  word.replace(/i$/, 'y'),
  word.replace(/(.)\1/g, '$1'),
  word.endsWith('h') ? word.slice(0, -1) : `${word}h`,
]
const mostSpellings = 24
/**
 * Returns possible spellings of the first word of a name, for searches in columns without sound
 * keys: the word and alternative spellings, at most 24. For Muhammad, returns all its forms.
 */
export const firstSpellings = (name: string): string[] => {
  const [first, ...rest] = wordsOf(name)
  if (first === undefined) return []
  if (rest.length > 0 && muhammad.includes(first)) return muhammad.flatMap((m) => [m, `${m}.`])
  return [...new Set([first, ...alternativeSpellings(first)])]
    .filter((word) => soundOf(word) === soundOf(first))
    .slice(0, mostSpellings)
}
/** Whether a name has several words besides titles. Only such a name can match a longer name. */
export const hasSeveralWords = (name: string): boolean => wordsOf(name).length > 1

export interface Person {
  nama?: string | null
  phones?: readonly (string | null)[]
  email?: string | null
}
export type Sameness = 'phone' | 'email' | 'nama'
const phonesOf = ({ phones = [] }: Person): string[] =>
  phones.flatMap((phone) => (phone ? [normalizePhone(phone)] : [])).filter(Boolean)
const mailOf = ({ email }: Person): string => (email ?? '').trim().toLowerCase()
/** Returns the kinds of data (phone, email, name) that two people have in common. */
export const samenessOf = (a: Person, b: Person): Sameness[] => {
  const otherPhones = new Set(phonesOf(b))
  return [
    ...(phonesOf(a).some((phone) => otherPhones.has(phone)) ? ['phone' as const] : []),
    ...(mailOf(a) !== '' && mailOf(a) === mailOf(b) ? ['email' as const] : []),
    ...(isSimilarName(a.nama ?? '', b.nama ?? '') ? ['nama' as const] : []),
  ]
}
