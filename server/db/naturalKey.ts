import { fold } from '#server/db/fold.ts'

/**
 * Returns a key by which both engines sort a text with numbers as people do. Each number is written
 * without leading zeros and preceded by its two-digit length, so `INV/2026/11/9999` comes before
 * `INV/2026/11/10000`.
 */
export const naturalKey = (text: string): string =>
  fold(text).replace(/\d+/g, (digits) => {
    const plain = digits.replace(/^0+(?=\d)/, '')
    return `${String(plain.length).padStart(2, '0')}${plain}`
  })
