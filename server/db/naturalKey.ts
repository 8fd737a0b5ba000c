import { fold } from '#server/db/fold.ts'

/**
 * Returns a sort key for a text, by which texts with numbers sort as people expect. Both engines
 * compare the keys character by character. The key holds each number without leading zeros, after a
 * two-digit count of its digits: so `INV/2026/11/9999` (key `…049999`) comes before
 * `INV/2026/11/10000` (key `…0510000`).
 */
export const naturalKey = (text: string): string =>
  fold(text).replace(/\d+/g, (digits) => {
    const plain = digits.replace(/^0+(?=\d)/, '')
    return `${String(plain.length).padStart(2, '0')}${plain}`
  })
