/**
 * Parser of written amounts (domain.md 0.2). Accepts a currency, separators of thousands, decimals,
 * a minus, and marks of debit and credit. Forms, spreadsheets and bank statements all use this
 * parser; no other parser of amounts exists.
 */

/**
 * Character that separates the decimals: a point (`titik`) in `350,000.00`, a comma (`koma`) in
 * `350.000,00`. If one of the two separates decimals, the other separates thousands.
 */
export type DecimalSign = 'titik' | 'koma'
/** Direction of money: −1 for outgoing, 1 for incoming, 0 when it is not known. */
export type Direction = -1 | 0 | 1

/** Parts of a written amount. */
export interface AmountText {
  /** Digits of the amount with their points and commas: `350.000,00`. */
  digits: string
  /**
   * Sign of the amount: −1 for a minus before or after the digits or for parentheses around them, 1
   * for a plus, 0 without a sign.
   */
  sign: Direction
  /** Direction according to a mark such as `DB` or `CR` beside the digits; 0 without a mark. */
  mark: Direction
}

/** Maximum number of characters of an amount. */
const longestAmount = 60

const outMarks = /^(D|DB|DR|DEBIT|DEBET|KELUAR|OUT)$/
const inMarks = /^(K|C|CR|KR|KREDIT|CREDIT|MASUK|IN)$/
/** Returns the direction of a mark such as `DB`, `Cr.` or `kredit`; 0 for any other text. */
export const markDirection = (text: string): Direction => {
  const mark = text.toUpperCase().replace(/[^A-Z]/g, '')
  if (outMarks.test(mark)) return -1
  return inMarks.test(mark) ? 1 : 0
}

/** Pattern of characters that are replaced by `-`: hyphens, dashes and the mathematical minus. */
const dashes = /[\u2010-\u2015\u2212\uFE58\uFE63\uFF0D]/g
/**
 * Splits the text before or after the digits into `signs` (plus, minus, parentheses) and `letters`.
 * Removes the currency (Rp, IDR) first.
 */
const surroundings = (text: string): { signs: string; letters: string } => {
  const bare = text.replace(/(?<![a-z])(rp|idr)(?![a-z])\.?/i, ' ').replace(/\(([a-z]+)\)/i, '$1')
  return { signs: bare.replace(/[^-+()]/g, ''), letters: bare.replace(/[-+()\s]/g, '') }
}
/**
 * Returns the direction according to the signs around the digits: 0 without signs, undefined for an
 * invalid combination of signs.
 */
const signOf = (signs: string): Direction | undefined => {
  if (signs === '') return 0
  if (signs === '-' || signs === '()') return -1
  return signs === '+' ? 1 : undefined
}
/**
 * Removes the blanks or apostrophes that separate thousands: `1 250 000` → `1250000`. Returns
 * undefined when a group after a separator does not have three digits.
 */
const joined = (body: string): string | undefined => {
  if (!/[ ']/.test(body)) return body
  return /^\d{1,3}([ ']\d{3})+([.,]\d+)?$/.test(body) ? body.replace(/[ ']/g, '') : undefined
}

/** Returns the parts of a written amount; undefined for a text that is not an amount. */
export const splitAmount = (written: string): AmountText | undefined => {
  if (written.length > longestAmount) return undefined
  const text = written.normalize('NFKC').replace(dashes, '-').replace(/[’‘`]/g, "'").trim()
  const plain = text.replace(/\s+/g, ' ')
  const digitIndex = plain.search(/\d/)
  if (digitIndex < 0) return undefined
  // A point before the first digit belongs to the amount in `.00`, but to the currency in `Rp.350`.
  const start = /^[-+(]?[.,]$/.test(plain.slice(0, digitIndex)) ? digitIndex - 1 : digitIndex
  const body = /^[\d.,' ]*\d/.exec(plain.slice(start))?.[0] ?? ''
  // The characters `,-` after an amount mean "no hundredths" and are removed.
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
 * Returns the decimal sign if the digits prove it, as in `350.000,00`, `1.250.000` and `12,5`.
 * Returns undefined without points and commas, and for a single point or comma before three digits
 * (`350.000`), which can separate thousands or decimals.
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
/**
 * Returns the decimal sign. If the digits do not prove the decimal sign, treats a single point or
 * comma before three digits (`350.000`) as a separator of thousands.
 */
export const likelyDecimal = (digits: string): DecimalSign =>
  provenDecimal(digits) ?? (digits.includes(',') ? 'titik' : 'koma')

const grouped = { titik: /^[1-9]\d{0,2}(\.\d{3})+$/, koma: /^[1-9]\d{0,2}(,\d{3})+$/ } as const
/**
 * Returns the amount in hundredths of a rupiah (`sen`) and the number of written decimals. Returns
 * undefined when points and commas do not fit the decimal sign, or when the amount is not a whole
 * number of hundredths.
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
 * Parses an amount of whole rupiah that a user typed, such as `1250000`, `1.250.000`,
 * `Rp1.250.000,-`, `IDR 1,250,000.00` or `1 250 000`. Returns null for any other text, and for an
 * amount with a sign, a mark such as `CR`, or a fraction of a rupiah.
 */
export const parseRupiah = (text: string): number | null => {
  const amount = splitAmount(text)
  if (!amount || amount.sign !== 0 || amount.mark !== 0) return null
  const read = senOf(amount.digits)
  // Typing error: more than two decimals, or, in an amount without commas, a point that does not
  // separate thousands (`1250.000`, `10.00`). Indonesians write decimals after a comma.
  const isSlip = (read?.decimals ?? 0) > 2 || (/^\d*\.\d*$/.test(amount.digits) && !!read?.decimals)
  if (!read || isSlip || read.sen % 100n !== 0n) return null
  const rupiah = Number(read.sen / 100n)
  return Number.isSafeInteger(rupiah) ? rupiah : null
}
