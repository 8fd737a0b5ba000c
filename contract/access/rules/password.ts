/**
 * Types and texts for checking the strength of a new password. This file is small, because the
 * first page of the app loads it. passwordStrength.ts estimates the strength. Its word lists have
 * several hundred kB, so app and server load that file outside the main thread, and only when a
 * password is set.
 */

/**
 * Strength of a password, from 0 (among the first guesses of an attacker) to 4 (practically never
 * guessed).
 */
export type PasswordLevel = 0 | 1 | 2 | 3 | 4
export const passwordLevels = ['Sangat lemah', 'Lemah', 'Cukup', 'Kuat', 'Sangat kuat'] as const
export interface PasswordVerdict {
  level: PasswordLevel
  /** Whether the password is rejected because it is too easy to guess. */
  weak: boolean
  /**
   * Sentence that explains why the password is easy to guess; null for a password that is not weak.
   */
  reason: string | null
}
/**
 * Request to the worker thread (app) or process (server) that estimates the strength of a password.
 * The `PasswordAnswer` to the request has the same `id`.
 */
export interface PasswordQuestion {
  id: number
  password: string
  words: readonly string[]
}
export interface PasswordAnswer {
  id: number
  verdict: PasswordVerdict
}

/** Data of the user who sets the password: a password made from these data is easy to guess. */
export interface PasswordOwner {
  name?: string | null
  nama_panggilan?: string | null
  username?: string | null
  email?: string | null
  phone?: string | null
  tanggal_lahir?: string | null
  wali_nama?: string | null
}

/**
 * Returns the forms in which people type a phone number: `62812…` as stored, `0812…` and `812…`.
 */
const phoneForms = (phone: string): string[] => {
  const digits = phone.replace(/\D/g, '')
  const local = digits.replace(/^(62|0)/, '')
  return [digits, `0${local}`, local]
}
/**
 * Returns the forms in which people type a birth date, such as `17081990`, `170890`, `19900817` and
 * the year alone.
 */
const dateForms = (date: string): string[] => {
  const [year = '', month = '', day = ''] = date.split('-')
  if (!/^\d{4}$/.test(year) || !/^\d\d$/.test(month) || !/^\d\d$/.test(day)) return []
  const short = year.slice(2)
  const numbers = [day + month + year, day + month + short, year + month + day, day + month, year]
  return [...numbers, `${day}-${month}-${year}`, `${day}/${month}/${year}`, date]
}
/** Returns the text itself, all its words joined, each word, and each two adjacent words joined. */
const parts = (text: string): string[] => {
  const words = text.split(/[^\p{L}\d]+|(?<=\p{L})(?=\d)/u).filter(Boolean)
  const pairs = words.slice(1).map((word, i) => `${words[i] ?? ''}${word}`)
  return [text, words.join(''), ...words, ...pairs]
}

/**
 * Maximum length of a word. Words come from user input; the limit bounds the time of an estimate.
 */
const maxWord = 60
/** Maximum number of words per person; bounds the time of an estimate as well. */
const maxWords = 60
/**
 * Returns words that a person who knows the user would try as the password: names, email address,
 * phone number, birth date, and names of the school.
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

/** Returns the form message for a rejected password. */
export const weakPassword = ({ reason }: PasswordVerdict): string =>
  `Password ini terlalu mudah ditebak${reason ? `. ${reason}` : ''}`
