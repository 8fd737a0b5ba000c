import { fold } from '#server/db/fold.ts'

/**
 * Key of a text that holds numbers, so that both engines sort it as people count: each number
 * without its leading zeros, behind how many digits it has. `INV/2026/11/9999` comes before
 * `INV/2026/11/10000`, though its first digit is the larger one.
 */
export const naturalKey = (text: string): string =>
  fold(text).replace(/\d+/g, (digits) => {
    const plain = digits.replace(/^0+(?=\d)/, '')
    return `${String(plain.length).padStart(2, '0')}${plain}`
  })
