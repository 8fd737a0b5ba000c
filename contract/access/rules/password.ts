/**
 * Types and texts for checking the strength of a new password. This file is small, because the
 * first page of the app loads it. The estimate is in passwordStrength.ts, whose word lists have
 * several hundred kB. The app and the server load passwordStrength.ts only when a user chooses a
 * password, and only outside the main thread.
 */

/**
 * Strength of a password. An attacker guesses a password of strength 0 among the first guesses, and
 * a password of strength 4 practically never.
 */
export type PasswordLevel = 0 | 1 | 2 | 3 | 4
export const passwordLevels = ['Sangat lemah', 'Lemah', 'Cukup', 'Kuat', 'Sangat kuat'] as const
export interface PasswordVerdict {
  level: PasswordLevel
  /** Whether the password is rejected because it is too easy to guess. */
  weak: boolean
  /**
   * Sentence that explains why the password is easy to guess. Null when the password is not weak.
   */
  reason: string | null
}
/**
 * Request to estimate the strength of a password. It goes to a worker thread (in the app) or to a
 * process (on the server). The `PasswordAnswer` to the request has the same `id`.
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

/** Data of the user who sets the password. A password made from these data is easy to guess. */
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
 * Returns the forms in which people write a phone number: `62812…` (the stored form), `0812…` and
 * `812…`.
 */
const phoneForms = (phone: string): string[] => {
  const digits = phone.replace(/\D/g, '')
  const local = digits.replace(/^(62|0)/, '')
  return [digits, `0${local}`, local]
}
/**
 * Returns the forms in which people write a date of birth, such as `17081990`, `170890`, `19900817`
 * and the year alone.
 */
const dateForms = (date: string): string[] => {
  const [year = '', month = '', day = ''] = date.split('-')
  if (!/^\d{4}$/.test(year) || !/^\d\d$/.test(month) || !/^\d\d$/.test(day)) return []
  const short = year.slice(2)
  const numbers = [day + month + year, day + month + short, year + month + day, day + month, year]
  return [...numbers, `${day}-${month}-${year}`, `${day}/${month}/${year}`, date]
}
/**
 * Splits a text into words. Returns the text itself, all words joined, each word, and each pair of
 * adjacent words joined.
 */
const parts = (text: string): string[] => {
  const words = text.split(/[^\p{L}\d]+|(?<=\p{L})(?=\d)/u).filter(Boolean)
  const pairs = words.slice(1).map((word, i) => `${words[i] ?? ''}${word}`)
  return [text, words.join(''), ...words, ...pairs]
}

/**
 * Maximum length in characters of a word that `ownerWords` returns; longer words are cut. Words
 * come from user input, and long words would slow down the estimate.
 */
const maxWord = 60
/** Maximum number of words that `ownerWords` returns. More words would slow down the estimate. */
const maxWords = 60
/**
 * Returns words that an attacker who knows the user would try as the password: names, email
 * address, phone number, date of birth, and names of the school.
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

/** Returns the message that the form shows for a rejected password. */
export const weakPassword = ({ reason }: PasswordVerdict): string =>
  `Password ini terlalu mudah ditebak${reason ? `. ${reason}` : ''}`
