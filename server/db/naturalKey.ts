import { fold } from '#server/db/fold.ts'

/**
 * Returns a key that sorts texts with numbers as people do, when keys are compared character by
 * character on either engine. In the key, each number has no leading zeros, and its number of
 * digits, written with two digits, stands before it: so `INV/2026/11/9999` (key `…049999`) comes
 * before `INV/2026/11/10000` (key `…0510000`).
 */
export const naturalKey = (text: string): string =>
  fold(text).replace(/\d+/g, (digits) => {
    const plain = digits.replace(/^0+(?=\d)/, '')
    return `${String(plain.length).padStart(2, '0')}${plain}`
  })
