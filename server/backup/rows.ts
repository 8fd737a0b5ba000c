/**
 * Converts database rows to lines of text, which are the same on SQLite and PostgreSQL, and
 * computes the checksums of tables from these lines.
 */
import { createHash } from 'node:crypto'
import type { Column, Source, Table, Value } from '#server/backup/source.ts'

/**
 * Checksum of a table. Checksums are compared after a restore, after a move, and when a new backup
 * is read again.
 */
export interface TableSum {
  tabel: string
  baris: number
  /** Hash over the text lines (`lineOf`) of all rows, in the order of the primary key. */
  sha256: string
  /** Sum of each column that holds counts or amounts, as decimal text, by column name. */
  jumlah: Record<string, string>
  /** Id that the next new row of the table will get. */
  berikut: number
}

/** Matches number columns that hold ids or versions and are therefore not summed. */
const identityColumn = /^(id|versi|.*_id|.*_by|.*_oleh)$/
const summed = (columns: readonly Column[]): [index: number, name: string][] =>
  columns.flatMap(({ name, kind }, i) =>
    kind === 'int' && !identityColumn.test(name) ? [[i, name]] : [],
  )

/** Computes the checksum of a table row by row. */
export class Tally {
  readonly #table: Pick<Table, 'name' | 'columns'>
  readonly #hash = createHash('sha256')
  readonly #sums: { index: number; name: string; exact: bigint; small: number }[]
  #rows = 0
  constructor(table: Pick<Table, 'name' | 'columns'>) {
    this.#table = table
    this.#sums = summed(table.columns).map(([index, name]) => ({
      index,
      name,
      exact: 0n,
      small: 0,
    }))
  }
  /** Adds a row; `line` is the text of the row from `lineOf`, including the line end. */
  add(row: readonly Value[], line: string): void {
    this.#rows++
    this.#hash.update(line)
    for (const sum of this.#sums) {
      const value = row[sum.index]
      if (typeof value !== 'number') continue
      // Adds up plain numbers in `small`, because bigints are slower. When `small` would lose
      // precision, moves the sum before this row and the value of this row to the bigint `exact`.
      sum.small += value
      if (Number.isSafeInteger(sum.small)) continue
      sum.exact += BigInt(sum.small - value) + BigInt(value)
      sum.small = 0
    }
  }
  end(next: number): TableSum {
    const sums = this.#sums.map((s) => [s.name, String(s.exact + BigInt(s.small))])
    return {
      tabel: this.#table.name,
      baris: this.#rows,
      sha256: this.#hash.digest('hex'),
      jumlah: Object.fromEntries(sums),
      berikut: next,
    }
  }
}

/**
 * Returns a row as one line of JSON, with bytes as base64. Throws RangeError for a number that is
 * not a safe integer.
 */
export const lineOf = (table: Table, row: readonly Value[]): string => {
  const values = row.map((value, i) => {
    if (value instanceof Uint8Array) return Buffer.from(value).toString('base64')
    if (typeof value === 'number' && !Number.isSafeInteger(value))
      throw new RangeError(`${table.name}.${table.columns[i]?.name} melampaui ketelitian`)
    return value
  })
  return `${JSON.stringify(values)}\n`
}

/** Reads all rows of a source and returns the checksum of each table. */
export const sumsOf = async (source: Source): Promise<TableSum[]> => {
  const sums: TableSum[] = []
  for (const table of await source.tables()) {
    const tally = new Tally(table)
    for await (const rows of source.rows(table))
      for (const row of rows) tally.add(row, lineOf(table, row))
    sums.push(tally.end(await source.nextId(table)))
  }
  return sums
}

/**
 * Returns the differences between two lists of checksums as texts for the operator. The result is
 * empty when all tables and their rows are equal.
 */
export const differences = (
  expectedSums: readonly TableSum[],
  foundSums: readonly TableSum[],
): string[] => {
  const foundByTable = new Map(foundSums.map((sum) => [sum.tabel, sum]))
  const missing = expectedSums.filter((sum) => !foundByTable.has(sum.tabel)).map((sum) => sum.tabel)
  const extra = foundSums
    .filter((f) => !expectedSums.some((w) => w.tabel === f.tabel))
    .map((f) => f.tabel)
  const changed = expectedSums.flatMap((sum) => {
    const foundSum = foundByTable.get(sum.tabel)
    if (!foundSum || (foundSum.sha256 === sum.sha256 && foundSum.baris === sum.baris)) return []
    const sums = Object.keys(sum.jumlah).filter(
      (name) => sum.jumlah[name] !== foundSum.jumlah[name],
    )
    const money = sums.map((name) => `${name} ${sum.jumlah[name]} menjadi ${foundSum.jumlah[name]}`)
    return [`${sum.tabel}: ${sum.baris} baris menjadi ${foundSum.baris}; ${money.join(', ')}`]
  })
  return [...missing.map((t) => `${t}: tidak ada`), ...extra.map((t) => `${t}: lebih`), ...changed]
}
