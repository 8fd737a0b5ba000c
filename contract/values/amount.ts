/**
 * The one parser of money that somebody wrote (domain.md 0.2): currency, thousands, decimals, minus
 * and marks of debit and credit. Forms, sheets and bank statements read by it.
 */

/** The sign before the hundredths: `350,000.00` has a point, `350.000,00` a comma. */
export type DecimalSign = 'titik' | 'koma'
/** −1 is money that went out, 1 money that came in, 0 neither. */
export type Direction = -1 | 0 | 1

/** The parts of a written amount. */
export interface AmountText {
  /** Digits with points and commas, without anything else: `350.000,00`. */
  digits: string
  /** −1 of a minus before or after, or of brackets; 1 of a plus; 0 without. */
  sign: Direction
  /** By a mark beside it: `DB`, `CR`. */
  mark: Direction
}

/** Longer texts are no amounts. */
const longestAmount = 60

const outMarks = /^(D|DB|DR|DEBIT|DEBET|KELUAR|OUT)$/
const inMarks = /^(K|C|CR|KR|KREDIT|CREDIT|MASUK|IN)$/
/** Returns the direction of a mark: `DB`, `Cr.`, `kredit`; 0 for another text. */
export const markDirection = (text: string): Direction => {
  const mark = text.toUpperCase().replace(/[^A-Z]/g, '')
  if (outMarks.test(mark)) return -1
  return inMarks.test(mark) ? 1 : 0
}

/** Hyphens, dashes and the mathematical minus. */
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g
/** Splits the text around the digits into signs and letters, without the currency. */
const surroundings = (text: string): { signs: string; letters: string } => {
  const bare = text.replace(/(?<![a-z])(rp|idr)(?![a-z])\.?/i, ' ').replace(/\(([a-z]+)\)/i, '$1')
  return { signs: bare.replace(/[^-+()]/g, ''), letters: bare.replace(/[-+()\s]/g, '') }
}
/** The sign of what stands around the digits; undefined where signs contradict each other. */
const signOf = (signs: string): Direction | undefined => {
  if (signs === '') return 0
  if (signs === '-' || signs === '()') return -1
  return signs === '+' ? 1 : undefined
}
/** Digits whose thousands are parted by blanks or apostrophes are joined. */
const joined = (body: string): string | undefined => {
  if (!/[ ']/.test(body)) return body
  return /^\d{1,3}([ ']\d{3})+([.,]\d+)?$/.test(body) ? body.replace(/[ ']/g, '') : undefined
}

/** The parts of an amount; undefined where a text is none. */
export const splitAmount = (written: string): AmountText | undefined => {
  if (written.length > longestAmount) return undefined
  const text = written.normalize('NFKC').replace(dashes, '-').replace(/[’‘`]/g, "'").trim()
  const plain = text.replace(/\s+/g, ' ')
  const at = plain.search(/\d/)
  if (at < 0) return undefined
  // `.00` is nothing with its hundredths; the point of `Rp.350` is of the currency.
  const start = /^[-+(]?[.,]$/.test(plain.slice(0, at)) ? at - 1 : at
  const body = /^[\d.,' ]*\d/.exec(plain.slice(start))?.[0] ?? ''
  // `,-` says that there are no hundredths.
  const after = plain.slice(start + body.length).replace(/^ ?[.,] ?(--?|=)/, '')
  const [left, right] = [surroundings(plain.slice(0, start)), surroundings(after)]
  const digits = joined(body)
  const sign = signOf(left.signs + right.signs)
  if (digits === undefined || sign === undefined || (left.letters && right.letters))
    return undefined
  const letters = left.letters + right.letters
  const mark = /^[a-z]*\.?$/i.test(letters) ? markDirection(letters) : 0
  return letters !== '' && mark === 0 ? undefined : { digits, sign, mark }
}

const characters = { titik: '.', koma: ',' } as const
const other = (sign: DecimalSign): DecimalSign => (sign === 'titik' ? 'koma' : 'titik')

/**
 * The decimal sign that digits prove by their form: `350.000,00`, `1.250.000`, `12,5`; undefined
 * where one sign stands before three digits (`350.000`), or none does.
 */
export const provenDecimal = (digits: string): DecimalSign | undefined => {
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  if (points > 0 && commas > 0)
    return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? 'titik' : 'koma'
  if (points + commas === 0) return undefined
  const sign: DecimalSign = points > 0 ? 'titik' : 'koma'
  if (points + commas > 1) return other(sign)
  const [whole = '', fraction = ''] = digits.split(characters[sign])
  const isThousand = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  return isThousand ? undefined : sign
}
/** The decimal sign of digits; one sign before three digits parts thousands. */
export const likelyDecimal = (digits: string): DecimalSign =>
  provenDecimal(digits) ?? (digits.includes(',') ? 'titik' : 'koma')

const grouped = { titik: /^[1-9]\d{0,2}(\.\d{3})+$/, koma: /^[1-9]\d{0,2}(,\d{3})+$/ } as const
/**
 * Hundredths of a rupiah of digits, and how many decimals were written; undefined where points and
 * commas do not stand as the decimal sign asks, or where less than a hundredth is written.
 */
export const senOf = (
  digits: string,
  decimal: DecimalSign = likelyDecimal(digits),
): { sen: bigint; decimals: number } | undefined => {
  const [whole = '', fraction = '', ...more] = digits.split(characters[decimal])
  const isWhole = grouped[other(decimal)].test(whole) || /^\d+$/.test(whole)
  if (more.length > 0 || !/^\d*$/.test(fraction) || !(isWhole || (whole === '' && fraction)))
    return undefined
  const sen = fraction.padEnd(2, '0')
  if (/[1-9]/.test(sen.slice(2))) return undefined
  const rupiah = BigInt(whole.replace(/\D/g, '') || 0)
  return { sen: rupiah * 100n + BigInt(sen.slice(0, 2)), decimals: fraction.length }
}

/**
 * Whole rupiah of a text that came alone: `1250000`, `1.250.000`, `Rp1.250.000,-`, `IDR
 * 1,250,000.00`, `1 250 000`; null for anything else (signs, marks, parts of a rupiah).
 */
export const parseRupiah = (text: string): number | null => {
  const amount = splitAmount(text)
  if (!amount || amount.sign !== 0 || amount.mark !== 0) return null
  const read = senOf(amount.digits)
  // A point before other than three digits is a slip of the thousands (`1250.000`, `10.00`), unless
  // commas part these.
  const isSlip = (read?.decimals ?? 0) > 2 || (/^\d*\.\d*$/.test(amount.digits) && !!read?.decimals)
  if (!read || isSlip || read.sen % 100n !== 0n) return null
  const rupiah = Number(read.sen / 100n)
  return Number.isSafeInteger(rupiah) ? rupiah : null
}
