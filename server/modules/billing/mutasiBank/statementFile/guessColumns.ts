/** Guesses the meaning of the columns of a statement file from their headings and cells. */
import type { StatementMapping } from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import { splitAmount } from '#contract/values/amount.ts'
import type { SheetRow } from '#server/import/sheets/sheetTypes.ts'
import { dayParts, textOf } from '#server/modules/billing/mutasiBank/statementFile/cellValues.ts'
import { isMark } from '#server/modules/billing/mutasiBank/statementFile/direction.ts'
import {
  findHead,
  isDescription,
  isMarkHeading,
  isNetHeading,
  type Head,
  type Part,
} from '#server/modules/billing/mutasiBank/statementFile/headings.ts'
import { decimalOf } from '#server/modules/billing/mutasiBank/statementFile/notation.ts'

/** Maximum number of rows below the headings that the guess examines. */
const sampled = 500
const mostDescriptions = 6

type Columns = Pick<
  StatementMapping,
  'tanggal' | 'keterangan' | 'referensi' | 'debit' | 'kredit' | 'jumlah' | 'tanda' | 'saldo'
>

/**
 * Returns the number of non-empty cells of a column (`all`), and the fraction of these cells that
 * pass a test (`part`, from 0 to 1).
 */
const share = (
  rows: readonly SheetRow[],
  column: number,
  test: (text: string, cell: unknown) => boolean,
): { all: number; part: number } => {
  let [all, matches] = [0, 0]
  for (const { cells } of rows) {
    const cell = cells.get(column)
    const text = textOf(cell)
    if (text === '') continue
    all++
    if (test(text, cell)) matches++
  }
  return { all, part: all === 0 ? 0 : matches / all }
}
const isDay = (text: string, cell: unknown) =>
  typeof cell === 'number' || dayParts(text) !== undefined
const isAmount = (text: string, cell: unknown) =>
  typeof cell === 'number' || splitAmount(text) !== undefined || /^[-–—]+$/.test(text)

const isTelling = (text: string) => /[a-z+]/i.test(text)

/**
 * Returns the first rows below the headings, at most `sampled`. The rows may include rows below the
 * end of the table.
 */
const tableRows = (rows: readonly SheetRow[], head: Head): SheetRow[] =>
  rows.filter((row) => row.line > head.line).slice(0, sampled)

/**
 * Returns the column with the direction marks, such as `DB` and `CR`. Prefers a column with a
 * fitting heading, then a column without a known heading whose cells are all marks. Null if no
 * column fits.
 */
const markColumn = (
  head: Head,
  rows: readonly SheetRow[],
  named: readonly number[],
): number | null => {
  const marksOf = (column: number) =>
    share(rows, column, (text, cell) => typeof cell === 'string' && isMark(text))
  const [direct] = named.toSorted((a, b) => marksOf(b).part - marksOf(a).part)
  if (direct !== undefined && marksOf(direct).part >= 0.5) return direct
  const columns = new Set(rows.flatMap((row) => [...row.cells.keys()]))
  const bare = [...columns]
    // Excludes columns with a known heading, and columns to the right of the headings. Columns to
    // the right of the headings exist only if a comma has split a cell.
    .filter((column) => !head.parts.has(column) && column < head.width)
    .toSorted((a, b) => a - b)
    // Excludes a column that contains only hyphens. Such a column may arise if a comma splits
    // amounts such as `350.000,-`.
    .find((column) => marksOf(column).part === 1 && share(rows, column, isTelling).part > 0)
  // Otherwise uses a column with a heading such as `D/K`, although its marks are unknown. The user
  // is then asked about the unknown marks.
  const odd = named.find((column) => isMarkHeading(head.texts.get(column) ?? ''))
  return bare ?? odd ?? null
}

const columnsOf = (head: Head, all: readonly SheetRow[]): Columns => {
  const rows = tableRows(all, head)
  const of = (part: Part) => [...head.parts].filter(([, p]) => p === part).map(([column]) => column)
  const dated = of('tanggal')
  const tanggal = dated.find((c) => share(rows, c, isDay).part >= 0.5) ?? dated[0] ?? 0
  const table = rows.filter((row) => isDay(textOf(row.cells.get(tanggal)), row.cells.get(tanggal)))
  const isMoney = (column: number) => share(table, column, isAmount).part >= 0.5
  const hasNone = (column: number) => share(table, column, isAmount).all === 0
  const first = (part: Part) => of(part).find((c) => isMoney(c) || hasNone(c)) ?? null
  const [debit, kredit] = [first('debit'), first('kredit')]
  // Includes a column with the heading `Debit/Kredit` if its cells are amounts, because such
  // amounts are signed.
  const amounts = [...of('jumlah'), ...of('tanda')].filter(isMoney)
  const jumlah = amounts.find((c) => isNetHeading(head.texts.get(c) ?? '')) ?? amounts[0] ?? null
  const isSplit = (debit !== null && kredit !== null) || jumlah === null
  const tanda = isSplit
    ? null
    : markColumn(
        head,
        table,
        of('tanda').filter((c) => c !== jumlah),
      )
  const described = [...head.parts].filter(
    ([c, part]) =>
      part === 'keterangan' ||
      (part === 'tanda' && c !== tanda && c !== jumlah && isDescription(head.texts.get(c) ?? '')),
  )
  return {
    tanggal,
    keterangan: described.map(([column]) => column).slice(0, mostDescriptions),
    referensi: of('referensi')[0] ?? null,
    debit: isSplit ? debit : null,
    kredit: isSplit ? kredit : null,
    jumlah: isSplit ? null : jumlah,
    tanda,
    saldo: of('saldo').find(isMoney) ?? null,
  }
}

/** Mapping that is guessed only from the file, and the headings of the file. */
export interface Guess {
  head: Head
  mapping: StatementMapping
}
/**
 * Guesses the mapping of a file; undefined if no row has a heading for a date and a heading for an
 * amount.
 */
export const guessMapping = (rows: readonly SheetRow[]): Guess | undefined => {
  const head = findHead(rows)
  if (!head) return undefined
  const columns = columnsOf(head, rows)
  return {
    head,
    mapping: {
      baris_judul: head.line,
      ...columns,
      urutan_tanggal: 'dmy',
      desimal: 'titik',
      tanpa_tanda: null,
      ikut: null,
    },
  }
}
/** Initial mapping if no mapping can be guessed. The user then has to choose all columns. */
export const blankMapping: StatementMapping = {
  baris_judul: 0,
  tanggal: 0,
  keterangan: [1],
  referensi: null,
  debit: null,
  kredit: null,
  jumlah: 2,
  tanda: null,
  saldo: null,
  urutan_tanggal: 'dmy',
  desimal: 'titik',
  tanpa_tanda: null,
  ikut: null,
}
/** Returns `blankMapping` with the decimal sign of the file. */
export const blankMappingOf = (rows: readonly SheetRow[]): StatementMapping => ({
  ...blankMapping,
  desimal: decimalOf(rows.slice(0, sampled), [blankMapping.jumlah]).sign ?? 'titik',
})
