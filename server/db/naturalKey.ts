import { fold } from '#server/db/fold.ts'

/**
 * Returns a key that sorts texts with numbers as people do, when compared character by character on
 * either engine. Each number is written without leading zeros, after its two-digit length: so
 * `INV/2026/11/9999` (key `…049999`) comes before `INV/2026/11/10000` (key `…0510000`).
 */
export const naturalKey = (text: string): string =>
  fold(text).replace(/\d+/g, (digits) => {
    const plain = digits.replace(/^0+(?=\d)/, '')
    return `${String(plain.length).padStart(2, '0')}${plain}`
  })
