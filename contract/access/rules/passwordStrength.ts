/**
 * Estimates how many guesses an attacker needs for a password. The module is large, and an estimate
 * can take some tens of milliseconds. Therefore only code outside the main thread imports it:
 * strengthProcess.ts in server/modules/access/auth, and thread.ts in src/ui/form/password.
 */
import { ZxcvbnFactory, type ZxcvbnResult } from '@zxcvbn-ts/core'
import { adjacencyGraphs, dictionary as common } from '@zxcvbn-ts/language-common'
import { dictionary as indonesian } from '@zxcvbn-ts/language-id'
import type { PasswordLevel, PasswordVerdict } from '#contract/access/rules/password.ts'
import { commonWords } from '#contract/access/rules/passwordWords.ts'

/**
 * Maximum number of characters per estimate, because the time of an estimate grows faster than the
 * length of the password. For a longer password, the first 40 characters are estimated. If they are
 * weak, the last 40 characters are also estimated, and the better estimate counts: the whole
 * password is at least as hard to guess as each part.
 */
const window = 40
const estimator = new ZxcvbnFactory({
  dictionary: { ...common, ...indonesian, 'commonWords-nada': [...commonWords] },
  graphs: adjacencyGraphs,
  maxLength: window,
  l33tMaxSubstitutions: 5,
})

/**
 * Numbers of guesses at which the levels 1 to 4 begin, as exponents of ten: level 1 begins at 10^4
 * guesses. Passwords below level 2 are rejected. Eight random characters just reach level 2.
 */
const steps = [4, 8, 10, 12] as const
const weakBelow = steps[1]

const dates = 'Tanggal dan tahun mudah ditebak'
const keys = 'Tombol yang berurutan di keyboard mudah ditebak'
const repeats = 'Pola yang berulang mudah ditebak'
const commonPassword = 'Termasuk yang paling sering dipakai orang'
const word = 'Satu kata saja mudah ditebak'
const name = 'Nama mudah ditebak'
/** Indonesian texts for the warnings of zxcvbn-ts, by the key of the warning. */
const reasons: Readonly<Record<string, string>> = {
  straightRow: keys,
  keyPattern: keys,
  simpleRepeat: repeats,
  extendedRepeat: repeats,
  sequences: 'Urutan seperti abc atau 123 mudah ditebak',
  recentYears: dates,
  dates,
  topTen: commonPassword,
  topHundred: commonPassword,
  common: commonPassword,
  similarToCommon: commonPassword,
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

/**
 * Returns the verdict on a password. `words` are lower-case words about the user (`ownerWords`).
 */
export const judgePassword = (password: string, words: readonly string[]): PasswordVerdict => {
  // Converts variants such as full-width letters to normal letters, because an attacker tries both.
  const text = password.normalize('NFKC')
  const head = estimate(text.slice(0, window), words)
  const needsTail = head.guessesLog10 < weakBelow && text.length > window
  const tail = needsTail ? estimate(text.slice(-window), words) : head
  const { guessesLog10: guesses, feedback } = tail.guessesLog10 > head.guessesLog10 ? tail : head
  const weak = guesses < weakBelow
  const reason = weak ? (reasons[feedback.warning ?? ''] ?? otherwise) : null
  return { level: levelOf(guesses), weak, reason }
}
