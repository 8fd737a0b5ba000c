/**
 * Determines the direction of money, incoming (1) or outgoing (-1). The direction follows from the
 * column, sign or mark (such as `DB`) of an amount, or from the change of the balance.
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
/** Words that have no direction, but may accompany a word of direction, as in `transfer masuk`. */
const neutral = new Set(
  'transfer dana uang saldo transaksi mutasi money trx bank nota cash'.split(' '),
)

/**
 * Directions of the letters `K` and `D` in a column of direction marks. Each letter has two
 * meanings. The other marks in the column decide which meaning applies.
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
   * Direction of the mark in the column of direction marks; 0 if the cell is empty. Null if the
   * cell has a text that is no known mark.
   */
  column: Direction | null
}
/** Meaning of signs and marks as derived from all amounts of a file. */
export interface Convention {
  /**
   * Whether all amounts in the debit column have a minus sign, so that a minus sign in this column
   * has no meaning.
   */
  isDebitSigned: boolean
  /**
   * Whether all amounts in the credit column have a minus sign. Then the column does not contain
   * credits.
   */
  isKreditSigned: boolean
  /**
   * Direction of the amounts without a sign or mark in a file in which other amounts have a sign or
   * mark; 0 if unknown.
   */
  unsigned: Direction
}
/**
 * Minimum number of amounts in the debit column for `isDebitSigned`. If fewer amounts all have a
 * minus sign, this may be a coincidence.
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
  // If the only signs are minus signs and there are no marks, amounts without a sign are incoming.
  // If all marks have one direction and there are no signs, amounts without a mark have the
  // opposite direction. Otherwise the direction stays unknown (0).
  if (minus !== plus && !out && !into) unsigned = minus ? 1 : 0
  else if (out !== into && !minus && !plus) unsigned = out ? 1 : -1
  return {
    isDebitSigned: isAllNegative(signs('debit'), habit),
    isKreditSigned: isAllNegative(signs('kredit'), 1),
    unsigned,
  }
}

/**
 * Returns the direction that the column, sign and mark of an amount indicate. An amount in the
 * column `jumlah` without sign and mark has the direction `convention.unsigned`. Returns 0 if the
 * indications contradict each other, or if the text in the column of marks is no known mark.
 */
export const directionOf = (flow: Flow, convention: Convention): Direction => {
  const { from, sign, mark, column } = flow
  if (from === 'debit') {
    if (mark === 1) return 0
    // A negative debit is ambiguous unless all debits are negative: the minus sign may mean a
    // correction, or it may have no meaning.
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
 * Balance and amount of a row, for comparing each balance with the preceding balance. Both are in
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
 * Returns for each row the direction with which the amount explains the change from the preceding
 * balance. The direction is 0 if neither direction explains the change.
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
 * Returns the direction of each row as proven by the balances; 0 if unproven. The oldest row is
 * unproven if the file lacks the balance before it. The file may have the oldest or the newest row
 * first.
 */
export const chainDirections = (rows: readonly ChainRow[]): Direction[] => {
  const forward = linksOf(rows)
  const back = linksOf(rows.toReversed())
  const days = rows.flatMap((row) => row.tanggal ?? [])
  const [first = '', last = ''] = [days[0], days.at(-1)]
  let isForward = forward.hits > back.hits
  // Lets the dates decide between the row orders (oldest first, newest first), if both row orders
  // fit the balances in the same number of rows.
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
 * Returns the direction that the words of a description imply; 0 if the words imply no direction or
 * both. Used for a line whose direction is not proven by the balances.
 */
export const directionOfWords = (text: string): Direction => {
  const [into, out] = [paidIn.test(text), paidOut.test(text)]
  if (into === out) return 0
  return into ? 1 : -1
}
