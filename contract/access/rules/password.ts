/**
 * Types and words of the password rule, small enough for the first page. The estimate itself is in
 * `passwordStrength.ts`, whose several hundred kB of common passwords app and server load off the
 * main thread, and only where a password is set.
 */

/** Strength of a password, from 0 (among the first guesses) to 4 (practically never guessed). */
export type PasswordLevel = 0 | 1 | 2 | 3 | 4
export const passwordLevels = ['Sangat lemah', 'Lemah', 'Cukup', 'Kuat', 'Sangat kuat'] as const
export interface PasswordVerdict {
  level: PasswordLevel
  /** Too easy to guess, so the password is rejected. */
  weak: boolean
  /** Why the password is easy to guess, as a sentence; null for a strong one. */
  reason: string | null
}
/** Request and response of an estimate off the main thread. */
export interface PasswordQuestion {
  id: number
  password: string
  words: readonly string[]
}
export interface PasswordAnswer {
  id: number
  verdict: PasswordVerdict
}

/** Data of the user who sets the password. */
export interface PasswordOwner {
  name?: string | null
  nama_panggilan?: string | null
  username?: string | null
  email?: string | null
  phone?: string | null
  tanggal_lahir?: string | null
  wali_nama?: string | null
}

/** Returns a phone number as people type it: `62812…` as stored, `0812…` and `812…`. */
const phoneForms = (phone: string): string[] => {
  const digits = phone.replace(/\D/g, '')
  const local = digits.replace(/^(62|0)/, '')
  return [digits, `0${local}`, local]
}
/**
 * Returns a birth date as people type it: `17081990`, `170890`, `19900817`, the year and others.
 */
const dateForms = (date: string): string[] => {
  const [year = '', month = '', day = ''] = date.split('-')
  if (!/^\d{4}$/.test(year) || !/^\d\d$/.test(month) || !/^\d\d$/.test(day)) return []
  const short = year.slice(2)
  const numbers = [day + month + year, day + month + short, year + month + day, day + month, year]
  return [...numbers, `${day}-${month}-${year}`, `${day}/${month}/${year}`, date]
}
/** Returns the words of a name, and each two adjacent words joined. */
const parts = (text: string): string[] => {
  const words = text.split(/[^\p{L}\d]+|(?<=\p{L})(?=\d)/u).filter(Boolean)
  const pairs = words.slice(1).map((word, i) => `${words[i] ?? ''}${word}`)
  return [text, words.join(''), ...words, ...pairs]
}

/**
 * Limits on the length of a word and the number of words per person in an estimate: both come from
 * input.
 */
const maxWord = 60
const maxWords = 60
/**
 * Returns words that an acquaintance of the user would try: names, email, phone, birth date, the
 * school.
 */
export const ownerWords = (owner: PasswordOwner, school: readonly string[] = []): string[] => {
  const { name, nama_panggilan, username, email, phone, tanggal_lahir, wali_nama } = owner
  const names = [name, nama_panggilan, username, email, email?.split('@')[0], wali_nama, ...school]
  const all = [
    ...(phone ? phoneForms(phone) : []),
    ...(tanggal_lahir ? dateForms(tanggal_lahir) : []),
    ...names.flatMap((text) => (text ? parts(text) : [])),
  ]
  const usable = all
    .map((word) => word.toLowerCase().slice(0, maxWord))
    .filter((word) => word.length > 2)
  return [...new Set(usable)].slice(0, maxWords)
}

/** Form message for a rejected password. */
export const weakPassword = ({ reason }: PasswordVerdict): string =>
  `Password ini terlalu mudah ditebak${reason ? `. ${reason}` : ''}`
