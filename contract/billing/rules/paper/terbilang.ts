/** Amounts in Indonesian words, for receipts (domain.md 0.2). */

const smallNumbers = [
  'nol',
  'satu',
  'dua',
  'tiga',
  'empat',
  'lima',
  'enam',
  'tujuh',
  'delapan',
  'sembilan',
  'sepuluh',
  'sebelas',
] as const
const scales = [
  [1e12, 'triliun'],
  [1e9, 'miliar'],
  [1e6, 'juta'],
  [1e3, 'ribu'],
  [100, 'ratus'],
  [10, 'puluh'],
] as const

/**
 * Returns the Indonesian words for a whole number that is at least 0 and below 10^15. The word for
 * one, `satu`, becomes the prefix `se` before hundred and thousand (seratus, seribu), but not
 * before larger units (satu juta).
 */
const wordsOf = (n: number): string => {
  if (n < 12) return smallNumbers[n] ?? ''
  if (n < 20) return `${smallNumbers[n - 10]} belas`
  for (const [value, name] of scales) {
    if (n < value) continue
    const times = Math.floor(n / value)
    const rest = n % value
    const head = times === 1 && value <= 1000 ? `se${name}` : `${wordsOf(times)} ${name}`
    return rest === 0 ? head : `${head} ${wordsOf(rest)}`
  }
  return ''
}

/**
 * Returns an amount in words: `1250000` → `Satu juta dua ratus lima puluh ribu rupiah`. Throws
 * RangeError for a number that is not whole, is negative, or is 10^15 or more.
 */
export const terbilang = (n: number): string => {
  if (!Number.isInteger(n) || n < 0 || n >= 1e15)
    throw new RangeError(`Tidak dapat dijadikan terbilang: ${n}`)
  const text = wordsOf(n)
  return `${text.charAt(0).toUpperCase()}${text.slice(1)} rupiah`
}
