import { expect, test } from 'vitest'
import { terbilang } from '#contract/billing/rules/paper/terbilang.ts'
import { everySeed } from '#contract/values/random.ts'

const digitWords = [
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
]
const scales = new Map([
  ['ribu', 1e3],
  ['juta', 1e6],
  ['miliar', 1e9],
  ['triliun', 1e12],
])
/**
 * Parses Indonesian number words. The parser shares no code with `terbilang`, so it finds mistakes
 * of `terbilang`.
 */
const readWords = (text: string): number => {
  let total = 0
  let hundreds = 0
  let current = 0
  for (const word of text
    .toLowerCase()
    .replace(/ rupiah$/, '')
    .replace(/\bse(puluh|belas|ratus|ribu)\b/g, 'satu $1')
    .split(' ')) {
    const scale = scales.get(word)
    if (scale) [total, hundreds, current] = [total + (hundreds + current) * scale, 0, 0]
    else if (word === 'ratus') [hundreds, current] = [hundreds + current * 100, 0]
    else if (word === 'puluh') [hundreds, current] = [hundreds + current * 10, 0]
    else if (word === 'belas') [hundreds, current] = [hundreds + 10 + current, 0]
    else if (digitWords.includes(word)) current = digitWords.indexOf(word)
    else throw new Error(`bukan kata bilangan: ${word}`)
  }
  return total + hundreds + current
}

test.each([
  [0, 'Nol'],
  [1, 'Satu'],
  [10, 'Sepuluh'],
  [11, 'Sebelas'],
  [12, 'Dua belas'],
  [19, 'Sembilan belas'],
  [20, 'Dua puluh'],
  [21, 'Dua puluh satu'],
  [100, 'Seratus'],
  [101, 'Seratus satu'],
  [110, 'Seratus sepuluh'],
  [111, 'Seratus sebelas'],
  [200, 'Dua ratus'],
  [1_000, 'Seribu'],
  [1_001, 'Seribu satu'],
  [1_100, 'Seribu seratus'],
  [2_000, 'Dua ribu'],
  [11_000, 'Sebelas ribu'],
  [21_000, 'Dua puluh satu ribu'],
  [100_000, 'Seratus ribu'],
  [101_000, 'Seratus satu ribu'],
  [1_000_000, 'Satu juta'],
  [1_001_000, 'Satu juta seribu'],
  [1_250_000, 'Satu juta dua ratus lima puluh ribu'],
  [11_000_000, 'Sebelas juta'],
  [100_000_000, 'Seratus juta'],
  [
    999_999_999,
    'Sembilan ratus sembilan puluh sembilan juta sembilan ratus sembilan puluh sembilan ribu sembilan ratus sembilan puluh sembilan',
  ],
  [1_000_000_000, 'Satu miliar'],
  [1_000_000_000_000, 'Satu triliun'],
  [1_000_000_001_000, 'Satu triliun seribu'],
])('terbilang(%i)', (n, text) => expect(terbilang(n)).toBe(`${text} rupiah`))

test('writes words that parse back to the same number', () => {
  for (let n = 0; n < 12_000; n++) expect(readWords(terbilang(n))).toBe(n)
  everySeed(3000, (r) => {
    const n = r.anySize(1e15 - 1)
    const text = terbilang(n)
    expect(readWords(text)).toBe(n)
    expect(text).toMatch(/^[A-Z][a-z]*( [a-z]+)* rupiah$/)
    expect(text).not.toMatch(/satu (puluh|belas|ratus)|^Satu ribu| nol /i)
  })
})

test.each([-1, 1.5, NaN, Infinity, 1e15])('throws for %s', (n) =>
  expect(() => terbilang(n)).toThrow(RangeError),
)
