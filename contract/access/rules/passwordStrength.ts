/**
 * Judges a password by how many guesses it takes. Heavy, and it works for up to some tens of
 * milliseconds: only what is off the main thread imports it (strengthProcess.ts of
 * server/modules/auth and thread.ts of src/ui/password).
 */
import { ZxcvbnFactory, type ZxcvbnResult } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as indonesian } from '@zxcvbn-ts/language-id'
import type { PasswordLevel, PasswordVerdict } from '#contract/access/rules/password.ts'
import { commonWords } from '#contract/access/rules/passwordWords.ts'

/**
 * Characters that one estimate reads; its time grows faster than they do, and so it does with the
 * readings of `4` as `a` that it tries. Of a longer password the beginning is estimated, and where
 * that is weak the end: neither takes more guesses than the whole.
 */
const window = 40
const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...indonesian, 'commonWords-nada': [...commonWords] },
  graphs: adjacencyGraphs,
  maxLength: window,
  l33tMaxSubstitutions: 5,
})

/**
 * Powers of ten of guesses, where each level ends. Below the second a password is refused: eight
 * random characters just reach it.
 */
const steps = [4, 8, 10, 12] as const
const weakBelow = steps[1]

const dates = 'Tanggal dan tahun mudah ditebak'
const keys = 'Tombol yang berurutan di keyboard mudah ditebak'
const repeats = 'Pola yang berulang mudah ditebak'
const known = 'Termasuk yang paling sering dipakai orang'
const word = 'Satu kata saja mudah ditebak'
const name = 'Nama mudah ditebak'
/** The library's reasons in our words. */
const reasons: Readonly<Record<string, string>> = {
  straightRow: keys,
  keyPattern: keys,
  simpleRepeat: repeats,
  extendedRepeat: repeats,
  sequences: 'Urutan seperti abc atau 123 mudah ditebak',
  recentYears: dates,
  dates,
  topTen: known,
  topHundred: known,
  common: known,
  similarToCommon: known,
  wordByItself: word,
  namesByThemselves: name,
  commonNames: name,
  userInputs: 'Memuat nama atau data diri pemiliknya',
}
const otherwise = 'Kata dan angkanya terlalu umum'

const estimate = (password: string, words: readonly string[]): ZxcvbnResult =>
  estimator.check(password, [...words])
const levelOf = (guesses: number): PasswordLevel => {
  const [a, b, c, d] = steps
  if (guesses < a) return 0
  if (guesses < b) return 1
  if (guesses < c) return 2
  return guesses < d ? 3 : 4
}

/** Judges a password; `words` are what is known of the person (`ownerWords`), lower case. */
export const judgePassword = (password: string, words: readonly string[]): PasswordVerdict => {
  // What is written differently but read alike, such as full-width letters, is one to a guesser.
  const text = password.normalize('NFKC')
  const head = estimate(text.slice(0, window), words)
  const needsTail = head.guessesLog10 < weakBelow && text.length > window
  const tail = needsTail ? estimate(text.slice(-window), words) : head
  const { guessesLog10: guesses, feedback } = tail.guessesLog10 > head.guessesLog10 ? tail : head
  const weak = guesses < weakBelow
  const reason = weak ? (reasons[feedback.warning ?? ''] ?? otherwise) : null
  return { level: levelOf(guesses), weak, reason }
}
