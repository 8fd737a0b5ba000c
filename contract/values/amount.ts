/**
 * The only parser of written amounts (domain.md 0.2): currency, thousands, decimals, minus, and
 * marks of debit and credit. Forms, sheets and bank statements use it.
 */

/** Decimal sign: `350,000.00` has a point, `350.000,00` a comma. */
export type DecimalSign = 'titik' | 'koma'
/** −1: outgoing money, 1: incoming money, 0: unknown. */
export type Direction = -1 | 0 | 1

/** The parts of a written amount. */
export interface AmountText {
  /** Digits with points and commas only: `350.000,00`. */
  digits: string
  /** −1 for a minus before or after, or for brackets; 1 for a plus; 0 without a sign. */
  sign: Direction
  /** Direction by a mark beside the amount: `DB`, `CR`. */
  mark: Direction
}

/** Maximum length of an amount's text. */
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
/**
 * Returns the sign from the signs around the digits; undefined where they contradict each other.
 */
const signOf = (signs: string): Direction | undefined => {
  if (signs === '') return 0
  if (signs === '-' || signs === '()') return -1
  return signs === '+' ? 1 : undefined
}
/** Joins digits whose thousands are separated by blanks or apostrophes. */
const joined = (body: string): string | undefined => {
  if (!/[ ']/.test(body)) return body
  return /^\d{1,3}([ ']\d{3})+([.,]\d+)?$/.test(body) ? body.replace(/[ ']/g, '') : undefined
}

/** Returns the parts of an amount; undefined for any other text. */
export const splitAmount = (written: string): AmountText | undefined => {
  if (written.length > longestAmount) return undefined
  const text = written.normalize('NFKC').replace(dashes, '-').replace(/[’‘`]/g, "'").trim()
  const plain = text.replace(/\s+/g, ' ')
  const digitIndex = plain.search(/\d/)
  if (digitIndex < 0) return undefined
  // `.00` is an amount below one rupiah; the point in `Rp.350` belongs to the currency.
  const start = /^[-+(]?[.,]$/.test(plain.slice(0, digitIndex)) ? digitIndex - 1 : digitIndex
  const body = /^[\d.,' ]*\d/.exec(plain.slice(start))?.[0] ?? ''
  // `,-` means that there are no hundredths.
  const after = plain.slice(start + body.length).replace(/^ ?[.,] ?(--?|=)/, '')
  const [prefix, suffix] = [surroundings(plain.slice(0, start)), surroundings(after)]
  const digits = joined(body)
  const sign = signOf(prefix.signs + suffix.signs)
  if (digits === undefined || sign === undefined || (prefix.letters && suffix.letters))
    return undefined
  const letters = prefix.letters + suffix.letters
  const mark = /^[a-z]*\.?$/i.test(letters) ? markDirection(letters) : 0
  return letters !== '' && mark === 0 ? undefined : { digits, sign, mark }
}

const characters = { titik: '.', koma: ',' } as const
const otherSign = (sign: DecimalSign): DecimalSign => (sign === 'titik' ? 'koma' : 'titik')

/**
 * Returns the decimal sign that the form of the digits proves: `350.000,00`, `1.250.000`, `12,5`;
 * undefined where a single sign stands before three digits (`350.000`), or where there is no sign.
 */
export const provenDecimal = (digits: string): DecimalSign | undefined => {
  const [points, commas] = [digits.split('.').length - 1, digits.split(',').length - 1]
  if (points > 0 && commas > 0)
    return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? 'titik' : 'koma'
  if (points + commas === 0) return undefined
  const sign: DecimalSign = points > 0 ? 'titik' : 'koma'
  if (points + commas > 1) return otherSign(sign)
  const [whole = '', fraction = ''] = digits.split(characters[sign])
  const isThousand = fraction.length === 3 && /^[1-9]\d{0,2}$/.test(whole)
  return isThousand ? undefined : sign
}
/** Returns the likely decimal sign; a single sign before three digits separates thousands. */
export const likelyDecimal = (digits: string): DecimalSign =>
  provenDecimal(digits) ?? (digits.includes(',') ? 'titik' : 'koma')

const grouped = { titik: /^[1-9]\d{0,2}(\.\d{3})+$/, koma: /^[1-9]\d{0,2}(,\d{3})+$/ } as const
/**
 * Returns the hundredths of a rupiah, and the number of written decimals; undefined where points
 * and commas do not fit the decimal sign, or where there are fractions of a hundredth.
 */
export const senOf = (
  digits: string,
  decimal: DecimalSign = likelyDecimal(digits),
): { sen: bigint; decimals: number } | undefined => {
  const [whole = '', fraction = '', ...more] = digits.split(characters[decimal])
  const isWhole = grouped[otherSign(decimal)].test(whole) || /^\d+$/.test(whole)
  if (more.length > 0 || !/^\d*$/.test(fraction) || !(isWhole || (whole === '' && fraction)))
    return undefined
  const sen = fraction.padEnd(2, '0')
  if (/[1-9]/.test(sen.slice(2))) return undefined
  const rupiah = BigInt(whole.replace(/\D/g, '') || 0)
  return { sen: rupiah * 100n + BigInt(sen.slice(0, 2)), decimals: fraction.length }
}

/**
 * Parses the whole rupiah of a text with nothing else: `1250000`, `1.250.000`, `Rp1.250.000,-`,
 * `IDR 1,250,000.00`, `1 250 000`; null for anything else (signs, marks, parts of a rupiah).
 */
export const parseRupiah = (text: string): number | null => {
  const amount = splitAmount(text)
  if (!amount || amount.sign !== 0 || amount.mark !== 0) return null
  const read = senOf(amount.digits)
  // A point before other than three digits is a typing error in the thousands (`1250.000`,
  // `10.00`), unless commas separate the thousands.
  const isSlip = (read?.decimals ?? 0) > 2 || (/^\d*\.\d*$/.test(amount.digits) && !!read?.decimals)
  if (!read || isSlip || read.sen % 100n !== 0n) return null
  const rupiah = Number(read.sen / 100n)
  return Number.isSafeInteger(rupiah) ? rupiah : null
}
