/**
 * Statements of banks and wallets in publicly described layouts, with invented lines. Each folder
 * of `layouts/` holds the files of one bank and the expected lines.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { walk } from '#mocks/walk.ts'
import { rowOf, xlsxOf, type SheetColumn } from '#server/export/xlsx.ts'
import { readSheet } from '#server/import/sheets/sheet.ts'
import { readStatementSheet } from '#server/modules/billing/mutasiBank/statementFile/statement.ts'

const root = new URL('layouts/', import.meta.url)
/**
 * Expected line: date, amount in rupiah (negative for outgoing money), and a part of the
 * description.
 */
type Told = readonly [string, number, string]
const limits = { rows: 25_000, columns: 60, lateHead: true } as const

const banks = readdirSync(root)
const files = banks.flatMap((bank) => {
  const linesByFile: Record<string, Told[]> = JSON.parse(
    readFileSync(new URL(`${bank}/lines.json`, root), 'utf8'),
  )
  return readdirSync(new URL(`${bank}/`, root))
    .filter((name) => name !== 'lines.json')
    .map((name) => [`${bank}/${name}`, { bank, name, told: linesByFile[name] ?? [] }] as const)
})

test('covers 40 files of 12 banks and wallets', () => {
  expect(files.length).toBeGreaterThanOrEqual(40)
  expect(banks.length).toBeGreaterThanOrEqual(12)
})

/** Returns a workbook with the rows of a CSV file, each cell as text. */
const workbookOf = async (bytes: Buffer): Promise<Buffer> => {
  const { rows } = readSheet(bytes, limits)
  const width = Math.max(...rows.flatMap((row) => [...row.cells.keys()])) + 1
  const textsOf = (line: number) => {
    const row = rows.find((r) => r.line === line)
    return Array.from({ length: width }, (_, i) => String(row?.cells.get(i) ?? ''))
  }
  const columns = textsOf(1).map((label): SheetColumn => ({ label, kind: 'teks', width: 12 }))
  const last = rows.at(-1)?.line ?? 1
  const table = async function* () {
    yield Array.from({ length: last - 1 }, (_, i) => rowOf(columns, textsOf(i + 2)))
  }
  const parts: Uint8Array[] = []
  for await (const part of xlsxOf(columns, table())) parts.push(part)
  return Buffer.concat(parts)
}

describe('an example statement of a bank', () => {
  /**
   * Returns the questions about a file, and the lines of the file. A description that contains the
   * expected text is replaced by the expected text, so that the lines can be compared.
   */
  const read = (bytes: Buffer, expectedLines: readonly Told[]) => {
    const { pertanyaan, lines } = readStatementSheet(readSheet(bytes, limits), {
      today: '2026-11-26',
    })
    return {
      pertanyaan,
      lines: lines.map((line, i) => {
        const text = expectedLines[i]?.[2] ?? ''
        const keterangan = line.keterangan.includes(text) ? text : line.keterangan
        return [line.tanggal, line.masuk - line.keluar, keterangan]
      }),
    }
  }
  const bytesOf = (bank: string, name: string) => readFileSync(new URL(`${bank}/${name}`, root))
  walk(files)('is read without a question, with the expected lines', (_, { bank, name, told }) => {
    expect(told.length).toBeGreaterThan(0)
    expect(read(bytesOf(bank, name), told)).toEqual({ pertanyaan: [], lines: told })
  })
  walk(files)('is read without a question as a workbook', async (_, { bank, name, told }) => {
    const workbook = await workbookOf(bytesOf(bank, name))
    expect(read(workbook, told)).toEqual({ pertanyaan: [], lines: told })
  })
})
