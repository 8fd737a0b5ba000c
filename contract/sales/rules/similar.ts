/**
 * Whether two people are likely one: phones, mails and names as people write them (domain.md 2.3).
 * It warns and never decides: families share a phone, and many bear one name.
 */
import { normalizePhone } from '#contract/values/phone.ts'

/** Titles before a name that do not belong to it. */
export const allTitles: readonly string[] =
  'bpk bapak pak ibu bu sdr sdri tn ny nn kak kakak mas mbak mba mama mamah mami bunda ayah papa papi om tante h hj dr drg ir prof drs dra'.split(
    ' ',
  )
const titles = new Set(allTitles)
export const isTitle = (word: string): boolean => titles.has(word.toLowerCase().replace(/\.$/, ''))
/** The name that is shortened in every way. */
const muhammad = 'muhammad muhamad mohammad mohamad mochammad mochamad muh moh moch mhd m'.split(
  ' ',
)

/** Two ways of writing one sound; the second is the one that is compared. */
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

/** The words of a name without titles, degrees and marks, in small letters. */
const wordsOf = (name: string): string[] => {
  // Degrees and remarks stand behind a comma, a bracket or a stroke.
  const [called = ''] = name.normalize('NFD').split(/[,(/]/)
  const words = called
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’`]/g, '')
    .split(/[\s.-]+/)
    .filter(Boolean)
  // A name that is nothing but a title is a name.
  while (words.length > 1 && titles.has(words[0] ?? '')) words.shift()
  return words
}
/** The words of a name as they sound; an `M.` before others is the name that it stands for most. */
const heardWords = (name: string): string[] =>
  wordsOf(name).map((word, i, all) =>
    i === 0 && all.length > 1 && muhammad.includes(word) ? soundOf('muhammad') : soundOf(word),
  )
/** A name as it sounds: the key by which leads of nearly one name stand beside each other. */
export const soundKey = (name: string): string => heardWords(name).join(' ')

/** Whether two words differ in one letter: more, less or another. */
const isOneEdit = (a: string, b: string): boolean => {
  if (Math.abs(a.length - b.length) > 1) return false
  let from = 0
  while (from < a.length && a[from] === b[from]) from++
  const [restA, restB] = [a.slice(from), b.slice(from)]
  return restA.slice(1) === restB.slice(1) || restA.slice(1) === restB || restA === restB.slice(1)
}
/** Words of a few letters are near to too many others. */
const longWord = 5
const isSameWord = (a: string, b: string): boolean => {
  if (a === b) return true
  if (a.length === 1 || b.length === 1) return a[0] === b[0]
  return a.length >= longWord && b.length >= longWord && isOneEdit(a, b)
}

/** Names whose key begins so may be alike: the word itself, or the word and others after it. */
export const firstSound = (name: string): string => heardWords(name)[0] ?? ''
/** Whether two keys are of one person's name: the first word in full, the others perhaps short. */
const isSameKey = (a: string, b: string): boolean => {
  const [shorter, longer] = [a.split(' '), b.split(' ')].toSorted((x, y) => x.length - y.length)
  if (a === b) return a !== ''
  if (!shorter || !longer || shorter.length < 2 || shorter[0] !== longer[0]) return false
  let at = 0
  return shorter.slice(1).every((word) => {
    at = longer.findIndex((other, i) => i > at && isSameWord(word, other))
    return at > 0
  })
}
/** Whether two names are likely one person's. A single word is only like the same single word. */
export const isSimilarName = (a: string, b: string): boolean => isSameKey(soundKey(a), soundKey(b))

/** Sounds that people write in two ways, as letters that are put for each other. */
const spelt: readonly (readonly [string, string])[] = [
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
const swapped = (word: string): string[] => [
  ...spelt.flatMap(([a, b]) => [word.replaceAll(a, b), word.replaceAll(b, a)]),
  word.replace(/i$/, 'y'),
  word.replace(/(.)\1/g, '$1'),
  word.endsWith('h') ? word.slice(0, -1) : `${word}h`,
]
const mostSpellings = 24
/**
 * How the first word of a name may stand in the index of names, where no key of its sound does: the
 * word, what is written for the same sounds, and the ways of Muhammad.
 */
export const firstSpellings = (name: string): string[] => {
  const [first, ...rest] = wordsOf(name)
  if (first === undefined) return []
  if (rest.length > 0 && muhammad.includes(first)) return muhammad.flatMap((m) => [m, `${m}.`])
  return [...new Set([first, ...swapped(first)])]
    .filter((word) => soundOf(word) === soundOf(first))
    .slice(0, mostSpellings)
}
/** Whether a name is more than one word: then others of which it is a part are looked for. */
export const isWholeName = (name: string): boolean => wordsOf(name).length > 1

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
  const others = new Set(phonesOf(b))
  return [
    ...(phonesOf(a).some((phone) => others.has(phone)) ? ['phone' as const] : []),
    ...(mailOf(a) !== '' && mailOf(a) === mailOf(b) ? ['email' as const] : []),
    ...(isSimilarName(a.nama ?? '', b.nama ?? '') ? ['nama' as const] : []),
  ]
}
