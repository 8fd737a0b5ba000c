/**
 * Money: whole rupiah as integers, percent as integer hundredths (12,5 % is 1250), with formatting
 * and the only rounding rule (domain.md 0.1, 0.2).
 */

/** Inserts dots between thousands. */
const groupThousands = (digits: string): string => {
  let text = digits.slice(0, digits.length % 3 || 3)
  for (let i = text.length; i < digits.length; i += 3) text += `.${digits.slice(i, i + 3)}`
  return text
}

/**
 * Formats a number with dots, and a comma before up to three decimals: `1.250.000`, `-50.000`,
 * `12,5`.
 */
export const formatNumber = (n: number): string => {
  if (Number.isInteger(n))
    return n < 0 ? `-${groupThousands(String(-n))}` : groupThousands(String(n))
  const thousandths = Math.round(Math.abs(n) * 1000)
  const decimals = String(thousandths % 1000)
    .padStart(3, '0')
    .replace(/0{1,3}$/, '')
  const sign = n < 0 && thousandths > 0 ? '-' : ''
  const whole = groupThousands(String(Math.floor(thousandths / 1000)))
  return `${sign}${whole}${decimals && `,${decimals}`}`
}

/**
 * Formats rupiah: `Rp1.250.000`, `-Rp50.000`. Intl is avoided, because it is many times slower and
 * puts a non-breaking space after Rp.
 */
export const formatRupiah = (n: number): string =>
  n < 0 ? `-Rp${groupThousands(String(-n))}` : `Rp${groupThousands(String(n))}`

/**
 * Rounds `n × pembilang / penyebut` to a multiple of `unit`, half up (towards plus infinity); all
 * rounding uses it. Exact for integers while the result and 2 × penyebut × unit × pembilang stay
 * below 2^53: the quotient is split, so that the full product is never formed.
 */
export const scale = (n: number, pembilang: number, penyebut: number, unit = 1): number => {
  const step = Math.max(1, unit)
  const by = penyebut * step
  const whole = Math.floor(n / by)
  return (whole * pembilang + Math.floor((2 * (n - whole * by) * pembilang + by) / (2 * by))) * step
}

/** Rounds to a multiple of `unit` (the setting `pembulatan`), half up: `(1500, 1000)` → 2000. */
export const roundTo = (n: number, unit: number): number => scale(n, 1, 1, unit)

/**
 * Returns a percentage, given in hundredths, of an amount, rounded half up to Rp1 or a larger unit:
 * `(700000, 750)` → 52500.
 */
export const percentOf = (amount: number, hundredths: number, unit = 1): number =>
  scale(amount, hundredths, 10_000, unit)

let compactFormat: Intl.NumberFormat | undefined
/** Formats briefly, for charts and tiles: `1,3 jt`, `25 rb`, `2 M`. */
export const formatCompact = (n: number): string => {
  compactFormat ??= new Intl.NumberFormat('id-ID', { notation: 'compact' })
  return compactFormat.format(n).replace(/\s/g, ' ')
}
