/** Direction of money, in or out: by column, sign, mark, or change of the balance. */
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
/** Words that occur beside words of direction but have no direction. */
const neutral = new Set(
  'transfer dana uang saldo transaksi mutasi money trx bank nota cash'.split(' '),
)

/** Meaning of single letters in a column of marks, which depends on the other marks there. */
export interface MarkReading {
  /** `K` is kredit, or keluar if the column has `M`; 0 if it is alone and ambiguous. */
  K: Direction
  /** `D` is debit, or deposit if the column has `W` (withdrawal); 0 if it is alone. */
  D: Direction
}
const plainReading: MarkReading = { K: 1, D: -1 }

/** Direction of marks other than words: signs, and letters whose meaning depends on other marks. */
const bareDirection = (mark: string, reading: MarkReading): Direction | undefined => {
  if (mark === 'K' || mark === 'D') return reading[mark]
  if (mark === '+' || mark === 'M') return 1
  return /^[-−–]$/.test(mark) || mark === 'W' ? -1 : undefined
}
/** Direction of a mark such as `DB`, `K`, `Kredit`, `Transfer Masuk` or `+`; 0 if it has none. */
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
/** Meaning of a column's marks; `isNamed`: the heading names debit and credit (`D/K`). */
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

/** Amount with all hints at its direction. */
export interface Flow {
  /** Column of the amount. */
  from: 'debit' | 'kredit' | 'jumlah'
  rupiah: number
  /** Sign of the amount. */
  sign: Direction
  /** Mark beside the amount in its cell. */
  mark: Direction
  /** Direction in the column of marks: null for a text that is no mark, 0 for an empty cell. */
  column: Direction | null
}
/** Meaning of the signs and marks in a whole column. */
export interface Convention {
  /** Minus signs in the debit column are redundant. */
  isDebitSigned: boolean
  /** All amounts of the credit column are negative, so it does not contain credits. */
  isKreditSigned: boolean
  /** Direction of unmarked amounts in a file with marked ones; 0 if unknown. */
  unsigned: Direction
}
/** Negative debits needed to regard the minus sign as redundant. */
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
  // Only one direction is marked, so unmarked amounts have the other direction.
  if (minus !== plus && !out && !into) unsigned = minus ? 1 : 0
  else if (out !== into && !minus && !plus) unsigned = out ? 1 : -1
  return {
    isDebitSigned: isAllNegative(signs('debit'), habit),
    isKreditSigned: isAllNegative(signs('kredit'), 1),
    unsigned,
  }
}

/** Direction according to the line itself; 0 if it has none or contradicts itself. */
export const directionOf = (flow: Flow, convention: Convention): Direction => {
  const { from, sign, mark, column } = flow
  if (from === 'debit') {
    if (mark === 1) return 0
    // A single negative debit is ambiguous: a correction, or a redundant minus sign.
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

/** Row in a chain of balances, in hundredths of a rupiah; null if the row has no value. */
export interface ChainRow {
  saldo: bigint | null
  amount: bigint | null
  tanggal: string | undefined
}
interface Links {
  directions: Direction[]
  hits: number
  /** Number of rows with an amount and a preceding balance. */
  all: number
}
/** Direction of each row according to its balance and the preceding balance. */
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
 * Direction of each row as proven by the balances, in a file with the oldest or the newest row
 * first. 0 if unproven, such as for the oldest row, whose preceding balance is not in the file.
 */
export const chainDirections = (rows: readonly ChainRow[]): Direction[] => {
  const forward = linksOf(rows)
  const back = linksOf(rows.toReversed())
  const days = rows.flatMap((row) => row.tanggal ?? [])
  const [first = '', last = ''] = [days[0], days.at(-1)]
  let isForward = forward.hits > back.hits
  // If both orders fit, the dates decide.
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
/** Direction by the words of a description, for the one line that the balances cannot prove. */
export const directionOfWords = (text: string): Direction => {
  const [into, out] = [paidIn.test(text), paidOut.test(text)]
  if (into === out) return 0
  return into ? 1 : -1
}
