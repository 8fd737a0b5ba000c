/**
 * Determines the direction of money, incoming (1) or outgoing (-1), from the column, sign or mark
 * of an amount or from the change of the balance.
 */
import { markDirection, type Direction } from '#contract/values/amount.ts'

const outWords = new Set(
  'keluar debit debet db dr out outgoing pengeluaran withdrawal withdraw penarikan kirim'.split(
    ' ',
  ),
)
const inWords = new Set(
  'masuk kredit credit cr kr in incoming pemasukan deposit setoran terima diterima penerimaan'.split(
    ' ',
  ),
)
/** Words that may accompany a word of direction but have no direction. */
const neutral = new Set(
  'transfer dana uang saldo transaksi mutasi money trx bank nota cash'.split(' '),
)

/**
 * Directions of the letters `K` and `D` in a column of marks. Each letter has two meanings, and the
 * other marks in the column decide between them.
 */
export interface MarkReading {
  /**
   * Direction of `K`: kredit (1), or keluar (outgoing, -1) if the column also has `M` (masuk,
   * incoming); 0 if the column has no mark that decides between them.
   */
  K: Direction
  /**
   * Direction of `D`: debit (-1), or deposit (1) if the column also has `W` (withdrawal); 0 if the
   * column has no mark that decides between them.
   */
  D: Direction
}
const plainReading: MarkReading = { K: 1, D: -1 }

/**
 * Returns the direction of a mark that is a sign or a single letter; undefined for any other text.
 */
const bareDirection = (mark: string, reading: MarkReading): Direction | undefined => {
  if (mark === 'K' || mark === 'D') return reading[mark]
  if (mark === '+' || mark === 'M') return 1
  return /^[-−–]$/.test(mark) || mark === 'W' ? -1 : undefined
}
/**
 * Returns the direction of a mark such as `DB`, `K`, `Kredit`, `Transfer Masuk` or `+`; 0 if the
 * text has no direction.
 */
export const columnDirection = (text: string, reading = plainReading): Direction => {
  if (text.length > 30 || /\d/.test(text)) return 0
  const mark = text.trim().toUpperCase()
  const bare = bareDirection(mark, reading)
  if (bare !== undefined) return bare
  const words = mark
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter(Boolean)
  if (words.length === 1) {
    const single = markDirection(words[0] ?? '')
    if (single !== 0) return single
  }
  if (words.some((w) => !outWords.has(w) && !inWords.has(w) && !neutral.has(w))) return 0
  const [out, into] = [words.some((w) => outWords.has(w)), words.some((w) => inWords.has(w))]
  if (out === into) return 0
  return out ? -1 : 1
}
export const isMark = (text: string): boolean => columnDirection(text) !== 0
/**
 * Returns the directions that `K` and `D` have in a column with the given marks. `isNamed` is set
 * if the heading names debit and credit, such as `D/K`.
 */
export const markReading = (texts: Iterable<string>, isNamed: boolean): MarkReading => {
  const marks = new Set<string>()
  for (const text of texts) if (text.length <= 10) marks.add(text.trim().toUpperCase())
  const hasOne = (...words: string[]) => words.some((mark) => marks.has(mark))
  const [plainK, plainD]: Direction[] = [
    isNamed || hasOne('D', 'DB', 'DR') ? 1 : 0,
    isNamed || hasOne('K', 'C', 'CR', 'KR') ? -1 : 0,
  ]
  return { K: hasOne('M') ? -1 : (plainK ?? 0), D: hasOne('W') ? 1 : (plainD ?? 0) }
}

/** Amount with all hints about its direction. */
export interface Flow {
  /** Column that contains the amount. */
  from: 'debit' | 'kredit' | 'jumlah'
  rupiah: number
  /** Direction of the sign of the amount; 0 without a sign. */
  sign: Direction
  /** Direction of the mark beside the amount in the same cell; 0 without a mark. */
  mark: Direction
  /**
   * Direction in the column of marks; null if the cell has a text that is no mark, 0 if the cell is
   * empty.
   */
  column: Direction | null
}
/** Meaning of signs and marks as derived from all amounts of a file. */
export interface Convention {
  /**
   * Whether the minus signs in the debit column have no meaning, because all its amounts have one.
   */
  isDebitSigned: boolean
  /**
   * Whether all amounts of the credit column are negative, so that the column does not contain
   * credits.
   */
  isKreditSigned: boolean
  /**
   * Direction of amounts without a sign or mark, in a file in which other amounts have one; 0 if
   * unknown.
   */
  unsigned: Direction
}
/**
 * Minimum number of amounts in the debit column for ignoring their minus signs if all are negative.
 */
const habit = 2

export const conventionOf = (flows: readonly Flow[]): Convention => {
  const signs = (from: Flow['from']) =>
    flows.filter((flow) => flow.from === from).map((flow) => flow.sign)
  const isAllNegative = (all: readonly Direction[], least: number) =>
    all.length >= least && all.every((sign) => sign === -1)
  const both = flows.filter((flow) => flow.from === 'jumlah')
  const said = (test: (flow: Flow) => boolean) => both.some(test)
  const [minus, plus] = [said((f) => f.sign === -1), said((f) => f.sign === 1)]
  const marks = both.flatMap((f) => [f.mark, f.column ?? 0])
  const [out, into] = [marks.includes(-1), marks.includes(1)]
  let unsigned: Direction = 0
  // If the file shows only one direction, by signs or by marks, then amounts without a sign or mark
  // have the other direction. A file whose only signs are plus signs proves nothing.
  if (minus !== plus && !out && !into) unsigned = minus ? 1 : 0
  else if (out !== into && !minus && !plus) unsigned = out ? 1 : -1
  return {
    isDebitSigned: isAllNegative(signs('debit'), habit),
    isKreditSigned: isAllNegative(signs('kredit'), 1),
    unsigned,
  }
}

/**
 * Returns the direction that the hints of an amount give: its column, sign and mark. Without hints,
 * an amount in the column `jumlah` has the direction `convention.unsigned`. Returns 0 if the hints
 * contradict each other or if the mark in the column of marks is unknown.
 */
export const directionOf = (flow: Flow, convention: Convention): Direction => {
  const { from, sign, mark, column } = flow
  if (from === 'debit') {
    if (mark === 1) return 0
    // A single negative debit is ambiguous: it may be a correction, or its minus sign may have no
    // meaning.
    if (sign === -1) return convention.isDebitSigned ? -1 : 0
    return -1
  }
  if (from === 'kredit') {
    if (mark === -1 || (sign === -1 && convention.isKreditSigned)) return 0
    return sign === -1 ? -1 : 1
  }
  if (column === null) return 0
  const said = [sign, mark, column].filter((d) => d !== 0)
  const [first] = said
  if (first === undefined) return convention.unsigned
  return said.every((d) => d === first) ? first : 0
}

/**
 * Row of a file, for comparing each balance with the preceding balance. Amount and balance are in
 * hundredths of a rupiah; null if the row has none.
 */
export interface ChainRow {
  saldo: bigint | null
  amount: bigint | null
  tanggal: string | undefined
}
interface Links {
  directions: Direction[]
  hits: number
  /** Number of rows that have an amount, a balance and a preceding balance. */
  all: number
}
/**
 * Returns for each row the direction of the amount that explains the change from the preceding
 * balance; 0 if neither direction explains it.
 */
const linksOf = (rows: readonly ChainRow[]): Links => {
  const links: Links = { directions: [], hits: 0, all: 0 }
  let before: bigint | null = null
  for (const { saldo, amount } of rows) {
    let direction: Direction = 0
    if (before !== null && saldo !== null && amount !== null && amount > 0n) {
      links.all++
      if (saldo - before === amount) direction = 1
      if (before - saldo === amount) direction = -1
      if (direction !== 0) links.hits++
    }
    links.directions.push(direction)
    before = saldo ?? before
  }
  return links
}
/**
 * Returns the direction of each row as proven by the balances. The file may have either the oldest
 * or the newest row first. The direction is 0 if unproven, for example for the oldest row if the
 * balance before it is not in the file.
 */
export const chainDirections = (rows: readonly ChainRow[]): Direction[] => {
  const forward = linksOf(rows)
  const back = linksOf(rows.toReversed())
  const days = rows.flatMap((row) => row.tanggal ?? [])
  const [first = '', last = ''] = [days[0], days.at(-1)]
  let isForward = forward.hits > back.hits
  // If both orders explain the same number of rows, the dates decide.
  if (forward.hits === back.hits) {
    if (first === last) return rows.map(() => 0)
    isForward = first < last
  }
  const best = isForward ? forward : back
  if (best.hits * 2 < best.all || best.hits === 0) return rows.map(() => 0)
  return isForward ? best.directions : best.directions.toReversed()
}

const paidIn = /\b(setoran|setor|transfer masuk|terima|penerimaan|kredit|cr)\b/i
const paidOut =
  /\b(biaya|adm|admin|tarik|tarikan|penarikan|pajak|debit|debet|db|bayar|pembayaran|keluar)\b/i
/**
 * Returns the direction that the words of a description imply; 0 if unclear. Used for a line whose
 * direction the balances do not prove.
 */
export const directionOfWords = (text: string): Direction => {
  const [into, out] = [paidIn.test(text), paidOut.test(text)]
  if (into === out) return 0
  return into ? 1 : -1
}
