/**
 * Reads the rows of a statement file as entries with a date and an amount. The direction of each
 * entry (incoming or outgoing money) is decided afterwards.
 */
import type { StatementMapping } from '#contract/billing/mutasiBank/mutasiBankCalls.ts'
import { fewerCells, moreCells } from '#server/import/sheets/csvText.ts'
import type { Cell, Sheet, SheetRow } from '#server/import/sheets/sheetTypes.ts'
import {
  readAmount,
  readBalance,
  readDay,
  shownIn,
  textOf,
  type CellAmount,
  type Period,
  type Read,
} from '#server/modules/billing/mutasiBank/statementFile/cellValues.ts'
import {
  columnDirection,
  markReading,
  type Flow,
  type MarkReading,
} from '#server/modules/billing/mutasiBank/statementFile/direction.ts'
import {
  isDebitCreditHeading,
  isStatusHeading,
  widthOf,
  type Head,
} from '#server/modules/billing/mutasiBank/statementFile/headings.ts'

export const longest = { keterangan: 500, referensi: 60 } as const
export const clip = (text: string, max: number) =>
  Array.from(text.slice(0, max * 2))
    .slice(0, max)
    .join('')

/** Row of a statement file with a date and an amount. */
export interface Entry {
  baris: number
  tanggal: string
  /** Description in the first row of the entry, without continuation rows. */
  keterangan: string
  /** Descriptions in the continuation rows below the first row. */
  more: string[]
  referensi: string | null
  flow: Flow
  /** Balance after the row in hundredths of a rupiah; null if the row has none. */
  saldo: bigint | null
}
/**
 * Row that has a balance but is no entry, such as the opening balance. The balance is needed to
 * compute how the balance changes in the following row.
 */
interface BalanceRow {
  saldo: bigint
}
export type ChainEntry = Entry | BalanceRow
/** Row that is not imported, with the reason. */
export interface SkippedLine {
  baris: number
  keterangan: string
  pesan: string
}
export interface EntryReading {
  m: StatementMapping
  period: Period | undefined
  head: Head | undefined
}

/**
 * Returns the amount of a row with its column and its direction hints. Returns a problem for a
 * row that has no amount, several amounts or an unreadable amount.
 */
const flowOf = (
  cells: ReadonlyMap<number, Cell>,
  m: StatementMapping,
  marks: MarkReading,
): Read<Flow> => {
  const flows: Flow[] = []
  const mark = m.tanda === null ? '' : textOf(cells.get(m.tanda))
  const markSays = columnDirection(mark, marks)
  const column = mark !== '' && markSays === 0 ? null : markSays
  for (const from of ['debit', 'kredit', 'jumlah'] as const) {
    const columnIndex = m[from]
    const read: Read<CellAmount | null> =
      columnIndex === null ? { value: null } : readAmount(cells.get(columnIndex), m.desimal)
    if ('problem' in read) return read
    if (read.value && read.value.rupiah > 0)
      flows.push({ from, ...read.value, column: from === 'jumlah' ? column : 0 })
  }
  const [flow, ...more] = flows
  if (!flow) return { problem: 'Tanpa jumlah' }
  return more.length > 0 ? { problem: 'Debit dan kredit terisi keduanya' } : { value: flow }
}

/** Expected numbers of cells in a row. */
interface Widths {
  /**
   * Number of cells in the heading row; larger if a mapped column lies to the right of the
   * headings.
   */
  head: number
  /** Most frequent number of cells among the rows with a date. */
  usual: number
}
const widthsOf = (rows: readonly SheetRow[], { m, head }: EntryReading): Widths => {
  const counts = new Map<number, number>()
  for (const row of rows)
    if (row.cells.has(m.tanggal)) counts.set(widthOf(row), (counts.get(widthOf(row)) ?? 0) + 1)
  const [usual = 0] = [...counts].toSorted((a, b) => b[1] - a[1])[0] ?? []
  const mapped = Math.max(
    ...[m.tanggal, m.debit, m.kredit, m.jumlah, m.tanda, m.saldo].map(
      (column) => (column ?? -1) + 1,
    ),
  )
  return { head: Math.max(head?.width ?? usual, mapped), usual }
}
/**
 * Returns a problem if a row has too many or too few cells, because its amounts may then be in the
 * wrong columns. Returns undefined if the number of cells is plausible.
 */
const widthProblem = (row: SheetRow, { head, usual }: Widths, delimiter: string | undefined) => {
  const filled = Math.max(-1, ...row.cells.keys()) + 1
  const width = widthOf(row)
  // Accepts empty additional cells if most rows have the same number of cells, because some banks
  // end each row with empty cells. With a comma as delimiter, additional cells are always a
  // problem, because a comma may have split an amount.
  const isMore = filled > head || (width > head && (delimiter === ',' || width !== usual))
  if (isMore) return moreCells(row.line, width, head)
  if (row.width !== undefined && width < head && width !== usual)
    return fewerCells(row.line, width, head)
  return undefined
}

const failed =
  /gagal|fail|batal|cancel|pending|menunggu|expired|kedaluwarsa|kadaluarsa|reject|tolak|revers/i
const footer = /^(saldo|total|sub ?total|jumlah|mutasi|halaman|page|end of|akhir|catatan)\b/i

class Reader {
  readonly entries: ChainEntry[] = []
  readonly skipped: SkippedLine[] = []
  /** Last entry, to which a continuation row is added; undefined after a skipped row. */
  private last: Entry | undefined
  private readonly reading: EntryReading
  private readonly by: {
    epoch: number
    widths: Widths
    marks: MarkReading
    status: number | undefined
    delimiter: string | undefined
  }
  constructor(reading: EntryReading, by: Reader['by']) {
    this.reading = reading
    this.by = by
  }
  private skip(row: SheetRow, keterangan: string, pesan: string) {
    this.last = undefined
    this.skipped.push({
      baris: row.line,
      keterangan: keterangan || clip([...row.cells.values()].map(textOf).join(' '), 120),
      pesan,
    })
  }
  /** Whether a row continues the entry above it: the row has cells only in description columns. */
  private isMore({ cells }: SheetRow, text: string): boolean {
    const { m } = this.reading
    return (
      this.last !== undefined &&
      text !== '' &&
      !footer.test(text) &&
      [...cells.keys()].every((column) => m.keterangan.includes(column))
    )
  }
  read(row: SheetRow): void {
    const { m, period } = this.reading
    const { epoch, widths, marks, status, delimiter } = this.by
    const { cells, line: baris } = row
    const keterangan = clip(
      m.keterangan
        .map((c) => shownIn(row, c, epoch))
        .filter(Boolean)
        .join(' '),
      longest.keterangan,
    )
    if (textOf(cells.get(m.tanggal)) === '' && this.isMore(row, keterangan)) {
      // Ignores continuation rows beyond the maximum length of a description. Each row has at least
      // one character, so the text of further rows would be cut off anyway.
      if (this.last && this.last.more.length < longest.keterangan) this.last.more.push(keterangan)
      return
    }
    const saldo = m.saldo === null ? null : readBalance(cells.get(m.saldo), m.desimal)
    const skip = (pesan: string) => {
      if (saldo !== null) this.entries.push({ saldo })
      this.skip(row, keterangan, pesan)
    }
    const day = readDay(cells.get(m.tanggal), { epoch, order: m.urutan_tanggal, period })
    if ('problem' in day) return skip(day.problem)
    const width = widthProblem(row, widths, delimiter)
    if (width) return this.skip(row, keterangan, width)
    const state = status === undefined ? '' : textOf(cells.get(status))
    if (failed.test(state)) return skip(`Transaksi tidak berhasil: ${state.slice(0, 30)}`)
    const flow = flowOf(cells, m, marks)
    if ('problem' in flow) return skip(flow.problem)
    const referensi = m.referensi === null ? '' : shownIn(row, m.referensi, epoch)
    this.last = {
      baris,
      tanggal: day.value,
      keterangan,
      more: [],
      referensi: clip(referensi, longest.referensi) || null,
      flow: flow.value,
      saldo,
    }
    this.entries.push(this.last)
  }
}

/**
 * Reads the rows below the headings. Returns the entries, including rows that have only a balance,
 * and the skipped rows with the reason.
 */
export const readEntries = (
  { rows, epoch, delimiter }: Sheet,
  reading: EntryReading,
): { entries: ChainEntry[]; skipped: SkippedLine[] } => {
  const { m, head } = reading
  const below = rows.filter((row) => row.line > m.baris_judul)
  const reader = new Reader(reading, {
    epoch,
    delimiter,
    widths: widthsOf(below, reading),
    marks: markReading(
      m.tanda === null ? [] : below.map((row) => textOf(row.cells.get(m.tanda ?? -1))),
      isDebitCreditHeading(head?.texts.get(m.tanda ?? -1) ?? ''),
    ),
    status: [...(head?.texts ?? [])].find(([, text]) => isStatusHeading(text))?.[0],
  })
  for (const row of below) reader.read(row)
  return { entries: reader.entries, skipped: reader.skipped }
}
