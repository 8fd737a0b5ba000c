/**
 * The words of the password rule, light enough for a first page. What judges a password is
 * `passwordStrength.ts`: several hundred kB of common passwords, which app and server load off
 * the main thread, and only where a password is set.
 */

/** How strong a password is, from what anybody would try first to what nobody guesses. */
export type PasswordLevel = 0 | 1 | 2 | 3 | 4
export const passwordLevels = ['Sangat lemah', 'Lemah', 'Cukup', 'Kuat', 'Sangat kuat'] as const
export interface PasswordVerdict {
  level: PasswordLevel
  /** Too easily guessed to be taken. */
  weak: boolean
  /** Why it is guessed easily, as a sentence; null where it is not. */
  reason: string | null
}
/** What an estimate is asked off the main thread, and its answer. */
export interface PasswordQuestion {
  id: number
  password: string
  words: readonly string[]
}
export interface PasswordAnswer {
  id: number
  verdict: PasswordVerdict
}

/** What is known of whose password it is. */
export interface PasswordOwner {
  name?: string | null
  nama_panggilan?: string | null
  username?: string | null
  email?: string | null
  phone?: string | null
  tanggal_lahir?: string | null
  wali_nama?: string | null
}

/** A number as people type it: as stored `62812…`, `0812…` and `812…`. */
const phoneForms = (phone: string): string[] => {
  const digits = phone.replace(/\D/g, '')
  const local = digits.replace(/^(62|0)/, '')
  return [digits, `0${local}`, local]
}
/** A birth date as people type it, `17081990`, `170890`, `19900817` and the year among them. */
const dateForms = (date: string): string[] => {
  const [year = '', month = '', day = ''] = date.split('-')
  if (!/^\d{4}$/.test(year) || !/^\d\d$/.test(month) || !/^\d\d$/.test(day)) return []
  const short = year.slice(2)
  const numbers = [day + month + year, day + month + short, year + month + day, day + month, year]
  return [...numbers, `${day}-${month}-${year}`, `${day}/${month}/${year}`, date]
}
/** A name, its words, and two that follow each other run together. */
const parts = (text: string): string[] => {
  const words = text.split(/[^\p{L}\d]+|(?<=\p{L})(?=\d)/u).filter(Boolean)
  const pairs = words.slice(1).map((word, i) => `${words[i] ?? ''}${word}`)
  return [text, words.join(''), ...words, ...pairs]
}

/** Longest word, and most words of one person, that an estimate looks at: they come from input. */
const maxWord = 60
const maxWords = 60
/** Words that whoever knows the person would try: names, mail, phone, birth date, the school. */
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

/** What a form says of a password that is refused. */
export const weakPassword = ({ reason }: PasswordVerdict): string =>
  `Password ini terlalu mudah ditebak${reason ? `. ${reason}` : ''}`
