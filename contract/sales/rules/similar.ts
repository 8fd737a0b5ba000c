/**
 * Whether two people are likely the same, by phone, email and name in any spelling (domain.md 2.3).
 * The result is only a warning: families share a phone, and names are often equal.
 */
import { normalizePhone } from '#contract/values/phone.ts'

/** Titles that are removed from the beginning of a name. */
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

/** Alternative spellings of a sound; the second one is used for comparison. */
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

/** Returns the words of a name without titles, degrees and punctuation, in lower case. */
const wordsOf = (name: string): string[] => {
  // Degrees and remarks follow a comma, a bracket or a slash.
  const [called = ''] = name.normalize('NFD').split(/[,(/]/)
  const words = called
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[\s.-]+/)
    .filter(Boolean)
  // A name that consists of a title only is kept.
  while (words.length > 1 && titles.has(words[0] ?? '')) words.shift()
  return words
}
/**
 * Returns the words of a name in normalized spelling; `M.` before another word becomes Muhammad.
 */
const heardWords = (name: string): string[] =>
  wordsOf(name).map((word, i, all) =>
    i === 0 && all.length > 1 && muhammad.includes(word) ? soundOf('muhammad') : soundOf(word),
  )
/** Returns the sound key of a name: leads with nearly equal names get adjacent keys. */
export const soundKey = (name: string): string => heardWords(name).join(' ')

/** Whether two words differ in at most one letter: added, removed or replaced. */
const isOneEdit = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  const [restA, restB] = [a.slice(from), b.slice(from)]
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}
/** Minimum length for one differing letter: short words resemble too many others. */
const longWord = 5
const isSameWord = (a: string, b: string): boolean => {
  if (a === b) return true
  if (a.length === 1 || b.length === 1) return a[0] === b[0]
  return a.length >= longWord && b.length >= longWord && isOneEdit(a, b)
}

/**
 * Returns the first word of the sound key: keys of similar names equal it or begin with it and a
 * blank.
 */
export const firstSound = (name: string): string => heardWords(name)[0] ?? ''
/**
 * Whether two keys likely belong to one person: equal first words, and other words equal,
 * abbreviated or nearly equal.
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
 * Whether two names likely belong to one person. A single word only matches the same single word.
 */
export const isSimilarName = (a: string, b: string): boolean => isSameKey(soundKey(a), soundKey(b))

/** Letters that are exchanged in spellings of the same sound. */
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
 * Returns possible spellings of the first word of a name, for indexes without a sound key: the
 * word, alternative spellings of its sounds, and all forms of Muhammad.
 */
export const firstSpellings = (name: string): string[] => {
  const [first, ...rest] = wordsOf(name)
  if (first === undefined) return []
  if (rest.length > 0 && muhammad.includes(first)) return muhammad.flatMap((m) => [m, `${m}.`])
  return [...new Set([first, ...alternativeSpellings(first)])]
    .filter((word) => soundOf(word) === soundOf(first))
    .slice(0, mostSpellings)
}
/** Whether a name has several words, so that longer names containing it are searched too. */
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
/** Returns the values that two people have in common. */
export const samenessOf = (a: Person, b: Person): Sameness[] => {
  const otherPhones = new Set(phonesOf(b))
  return [
    ...(phonesOf(a).some((phone) => otherPhones.has(phone)) ? ['phone' as const] : []),
    ...(mailOf(a) !== '' && mailOf(a) === mailOf(b) ? ['email' as const] : []),
    ...(isSimilarName(a.nama ?? '', b.nama ?? '') ? ['nama' as const] : []),
  ]
}
