/**
 * Statements of banks and wallets in their layouts as publicly described, with made-up lines: each
 * folder of `layouts/` holds files of one bank and the lines that they tell.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readSheet } from '#server/import/sheet.ts'
import { readStatementSheet } from '#server/modules/billing/mutasiBank/statement.ts'

const root = new URL('layouts/', import.meta.url)
/** Day, amount (less than nothing went out), and a part of the description. */
type Told = readonly [string, number, string]
const limits = { rows: 25_000, columns: 60, lateHead: true } as const

const banks = readdirSync(root)
const files = banks.flatMap((bank) => {
  const told: Record<string, Told[]> = JSON.parse(
    readFileSync(new URL(`${bank}/lines.json`, root), 'utf8'),
  )
  return readdirSync(new URL(`${bank}/`, root))
    .filter((name) => name !== 'lines.json')
    .map((name) => ({ bank, name, told: told[name] ?? [] }))
})

test('the table has 40 files of 12 banks and wallets', () => {
  expect(files.length).toBeGreaterThanOrEqual(40)
  expect(banks.length).toBeGreaterThanOrEqual(12)
})

describe('a statement is read without a question, each line on its day and its side', () => {
  test.each(files)('$bank/$name', ({ bank, name, told }) => {
    const bytes = readFileSync(new URL(`${bank}/${name}`, root))
    const statement = readStatementSheet(readSheet(bytes, limits), { today: '2026-11-26' })
    expect(statement.pertanyaan).toEqual([])
    expect(statement.lines.map((l) => [l.tanggal, l.masuk - l.keluar])).toEqual(
      told.map(([day, amount]) => [day, amount]),
    )
    for (const [i, [, , text]] of told.entries())
      expect(statement.lines[i]?.keterangan).toContain(text)
    expect(told.length).toBeGreaterThan(0)
  })
})
