/**
 * Formatting and rounding of money (domain.md 0.1, 0.2). Amounts are whole rupiah. Percentages are
 * whole hundredths of a percent: 12.5 % is 1250.
 */

/** Inserts dots between the thousands of a text of digits. */
const groupThousands = (digits: string): string => {
  let text = digits.slice(0, digits.length % 3 || 3)
  for (let i = text.length; i < digits.length; i += 3) text += `.${digits.slice(i, i + 3)}`
  return text
}

/**
 * Formats a number with dots between thousands, and with a comma before at most three decimals:
 * `1.250.000`, `-50.000`, `12,5`.
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
 * Formats an amount in rupiah: `Rp1.250.000`, `-Rp50.000`. Intl is not used because it is many
 * times slower and puts a non-breaking space after Rp.
 */
export const formatRupiah = (n: number): string =>
  n < 0 ? `-Rp${groupThousands(String(-n))}` : `Rp${groupThousands(String(n))}`

/**
 * Rounds `n × pembilang / penyebut` to a multiple of `unit`, half up (towards plus infinity). All
 * rounding of money uses this function. For integers, the result is exact as long as the result and
 * 2 × penyebut × unit × pembilang are below 2^53. The product n × pembilang may be larger, because
 * the function does not compute it.
 */
export const scale = (n: number, pembilang: number, penyebut: number, unit = 1): number => {
  const step = Math.max(1, unit)
  const by = penyebut * step
  const whole = Math.floor(n / by)
  return (whole * pembilang + Math.floor((2 * (n - whole * by) * pembilang + by) / (2 * by))) * step
}

/**
 * Rounds an amount to a multiple of `unit` (setting `pembulatan`), half up: `(1500, 1000)` → 2000.
 */
export const roundTo = (n: number, unit: number): number => scale(n, 1, 1, unit)

/**
 * Returns a percentage of an amount, rounded half up to a multiple of `unit`. The percentage is in
 * hundredths of a percent: `(700000, 750)` → 52500.
 */
export const percentOf = (amount: number, hundredths: number, unit = 1): number =>
  scale(amount, hundredths, 10_000, unit)

let compactFormat: Intl.NumberFormat | undefined
/** Formats a number briefly for charts and tiles: `1,3 jt`, `25 rb`, `2 M`. */
export const formatCompact = (n: number): string => {
  compactFormat ??= new Intl.NumberFormat('id-ID', { notation: 'compact' })
  return compactFormat.format(n).replace(/\s/g, ' ')
}
