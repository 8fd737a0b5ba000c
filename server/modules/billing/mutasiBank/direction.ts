/** Whether money came in or went out: by column, sign, mark, or the change of the balance. */
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
/** Words that stand beside those of a direction and say nothing of it. */
const neutral = new Set(
  'transfer dana uang saldo transaksi mutasi money trx bank nota cash'.split(' '),
)

/** What single letters of one column mean, by the letters that they stand among. */
export interface MarkReading {
  /** `K` is of kredit, or of keluar beside `M`; 0 where it stands alone and may be either. */
  K: Direction
  /** `D` is of debit, or of deposit beside `W` (withdrawal); 0 where it stands alone. */
  D: Direction
}
const plainReading: MarkReading = { K: 1, D: -1 }

/** Marks that words do not say: a sign, and letters that mean something by their counterpart. */
const bareDirection = (mark: string, reading: MarkReading): Direction | undefined => {
  if (mark === 'K' || mark === 'D') return reading[mark]
  if (mark === '+' || mark === 'M') return 1
  return /^[-−–]$/.test(mark) || mark === 'W' ? -1 : undefined
}
/** What a cell of marks says: `DB`, `K`, `Kredit`, `Transfer Masuk`, `+`; 0 where it is none. */
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
/** The reading of a column's marks; `isNamed`: its heading names debit and credit (`D/K`). */
export const markReading = (texts: Iterable<string>, isNamed: boolean): MarkReading => {
  const marks = new Set<string>()
  for (const text of texts) if (text.length <= 10) marks.add(text.trim().toUpperCase())
  const hasOne = (...some: string[]) => some.some((mark) => marks.has(mark))
  const [plainK, plainD]: Direction[] = [
    isNamed || hasOne('D', 'DB', 'DR') ? 1 : 0,
    isNamed || hasOne('K', 'C', 'CR', 'KR') ? -1 : 0,
  ]
  return { K: hasOne('M') ? -1 : (plainK ?? 0), D: hasOne('W') ? 1 : (plainD ?? 0) }
}

/** An amount with everything that may say its direction. */
export interface Flow {
  /** The column that it stands in. */
  from: 'debit' | 'kredit' | 'jumlah'
  rupiah: number
  /** Of the amount. */
  sign: Direction
  /** Beside the amount. */
  mark: Direction
  /** Of the column of marks: null where it has a text that is no mark, 0 where it is empty. */
  column: Direction | null
}
/** What the signs and marks of a whole column mean. */
export interface Convention {
  /** Minuses of a debit column only say what the column says. */
  isDebitSigned: boolean
  /** A credit column whose amounts are all negative is no column of credits. */
  isKreditSigned: boolean
  /** The direction of an amount without a sign, where others have one; 0 if nothing says so. */
  unsigned: Direction
}
/** Debits that make a habit of their minus. */
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
  // One direction is marked, the other is not.
  if (minus !== plus && !out && !into) unsigned = minus ? 1 : 0
  else if (out !== into && !minus && !plus) unsigned = out ? 1 : -1
  return {
    isDebitSigned: isAllNegative(signs('debit'), habit),
    isKreditSigned: isAllNegative(signs('kredit'), 1),
    unsigned,
  }
}

/** The direction that a line says itself; 0 where it says none or contradicts itself. */
export const directionOf = (flow: Flow, convention: Convention): Direction => {
  const { from, sign, mark, column } = flow
  if (from === 'debit') {
    if (mark === 1) return 0
    // A single negative debit may be either: a correction, or written with its minus.
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

/** A row of a chain of balances, in hundredths of a rupiah; null where it has none. */
export interface ChainRow {
  saldo: bigint | null
  amount: bigint | null
  tanggal: string | undefined
}
interface Links {
  directions: Direction[]
  hits: number
  /** Rows with an amount and a balance before theirs. */
  all: number
}
/** What each row's balance says by the one before it in time. */
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
 * The direction of each row as the balances prove it, oldest first or newest first; 0 where they
 * do not, as of the oldest row, whose balance before is not in the file.
 */
export const chainDirections = (rows: readonly ChainRow[]): Direction[] => {
  const forward = linksOf(rows)
  const back = linksOf(rows.toReversed())
  const days = rows.flatMap((row) => row.tanggal ?? [])
  const [first = '', last = ''] = [days[0], days.at(-1)]
  let isForward = forward.hits > back.hits
  // Where both orders fit, the days say which one it is.
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
/** What the words of a description say of the one line that its balances cannot prove. */
export const worded = (text: string): Direction => {
  const [into, out] = [paidIn.test(text), paidOut.test(text)]
  if (into === out) return 0
  return into ? 1 : -1
}
