/** Tests the parser of amounts with the notations of people, banks and spreadsheets. */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import {
  parseRupiah,
  provenDecimal,
  senOf,
  splitAmount,
  type DecimalSign,
} from '#contract/values/amount.ts'
import { everySeed } from '#contract/values/random.ts'

/**
 * Parses a text as whole rupiah; the result is negative for outgoing money. Uses the likely decimal
 * sign. Returns undefined for a text that is not an amount or has a fraction of a rupiah.
 */
const rupiahOf = (text: string): number | undefined => {
  const amount = splitAmount(text)
  const sen = amount && senOf(amount.digits)?.sen
  if (sen === undefined || sen % 100n !== 0n) return undefined
  const rupiah = Number(sen / 100n)
  return (amount?.mark || amount?.sign) === -1 ? -rupiah : rupiah
}

test.each([
  ['350000', 350_000],
  ['350.000', 350_000],
  ['350,000', 350_000],
  ['350.000,00', 350_000],
  ['350,000.00', 350_000],
  ['350000.00', 350_000],
  ['Rp350.000,-', 350_000],
  ['Rp 350.000,--', 350_000],
  ['Rp. 350.000,00', 350_000],
  ['Rp.350.000', 350_000],
  ['IDR 350,000.00', 350_000],
  ['350.000 IDR', 350_000],
  ['350.000,-', 350_000],
  ['350 000', 350_000],
  ['1\u00a0350\u202f000,00', 1_350_000],
  ["1'350'000", 1_350_000],
  ['+350.000', 350_000],
  ['+ Rp350.000', 350_000],
  ['-350.000', -350_000],
  ['−350.000', -350_000],
  ['–Rp 350.000', -350_000],
  ['Rp-350.000', -350_000],
  ['1.250.000-', -1_250_000],
  ['350.000 -', -350_000],
  ['(350.000)', -350_000],
  ['Rp(350.000,00)', -350_000],
  ['350.000 DB', -350_000],
  ['350.000,00 (DB)', -350_000],
  ['350.000,- DB', -350_000],
  ['Dr 350.000', -350_000],
  ['350.000 CR', 350_000],
  ['.00', 0],
  ['１２３', 123],
  ['0,50', undefined],
  ['350.000,5', undefined],
  ['1.25.000', undefined],
  ['12.3456', undefined],
  ['35 0000', undefined],
  ['350.000 rb', undefined],
  ['350rb', undefined],
  ['-(350.000)', undefined],
  ['--350.000', undefined],
  ['(350.000', undefined],
  ['DB 350.000 CR', undefined],
  ['1e6', undefined],
  ['24/11/2026', undefined],
  ['9'.repeat(5000), undefined],
  ['', undefined],
])('%j is %s', (text, rupiah) => expect(rupiahOf(text)).toBe(rupiah))

test.each<[string, DecimalSign | undefined]>([
  ['350.000,00', 'koma'],
  ['350,000.00', 'titik'],
  ['1.250.000', 'koma'],
  ['1,250,000', 'titik'],
  ['12,5', 'koma'],
  ['1250.000', 'titik'],
  ['0.500', 'titik'],
  ['350.000', undefined],
  ['350,000', undefined],
  ['350000', undefined],
])('the digits %s prove %s', (digits, sign) => expect(provenDecimal(digits)).toBe(sign))

describe('an amount in any notation', () => {
  test('reads back as that amount only', () =>
    everySeed(3000, (r) => {
      const n = r.anySize(1e12)
      const [thousand, decimals] = r.pick<readonly [string, string]>([
        ['.', ''],
        ['.', ',00'],
        ['.', ',-'],
        [',', ''],
        [',', '.00'],
        [' ', ''],
        ['', ''],
      ])
      const digits = String(n).replace(/\B(?=(\d{3})+$)/g, thousand) + decimals
      const text = `${r.pick(['', 'Rp', 'Rp ', 'IDR '])}${digits}`
      expect(rupiahOf(text), text).toBe(n)
      expect(rupiahOf(`-${text}`), text).toBe(n === 0 ? -0 : -n)
      // parseRupiah is stricter: it may reject the text, but never returns a different amount.
      expect([n, null], text).toContain(parseRupiah(text))
    }))
})

test('finds no other code that removes the points of an amount', () => {
  const allowedPaths = new Set(['contract/values/amount.ts', 'server/import/masterColumns.ts'])
  const otherPaths = ['contract', 'server', 'src']
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => `${folder}/${name}`),
    )
    .filter((path) => /(?<!\.test)\.tsx?$/.test(path) && !allowedPaths.has(path))
    .filter((path) => /replace(All)?\((\/\\\.\/g|'\.'), ''\)/.test(readFileSync(path, 'utf8')))
  expect(otherPaths).toEqual([])
})
