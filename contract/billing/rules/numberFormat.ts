/**
 * Formats of document numbers (domain.md 3.1). `sequence` is the running number within a document
 * number. The server takes it from a counter.
 */

const romanNumerals = [
  'I',
  'II',
  'III',
  'IV',
  'V',
  'VI',
  'VII',
  'VIII',
  'IX',
  'X',
  'XI',
  'XII',
] as const

const token = /\{([^{}]*)\}/g
const sequenceToken = /^0*1$/
/** Maximum length of a document number, which is the length of its column (domain.md 2.5). */
export const maxNomor = 30

/**
 * Whether each outlet has its own running numbers. True when the format contains `{gedung}`, the
 * code of the outlet.
 */
export const perGedung = (format: string): boolean => format.includes('{gedung}')

interface Written {
  tanggal: string
  gedung?: string | null
}
/**
 * Replaces the tokens of a format with values. The function `sequence` gets the number of digits of
 * the token for the running number, and returns the text that replaces this token. Throws
 * RangeError when the format contains `{gedung}` and `gedung` is missing.
 */
const write = (
  format: string,
  { tanggal, gedung }: Written,
  sequence: (digits: number) => string,
): string => {
  if (perGedung(format) && !gedung) throw new RangeError('Nomor ini memerlukan kode outlet')
  return format.replace(token, (original, name: string) => {
    if (name === 'YYYY') return tanggal.slice(0, 4)
    if (name === 'YY') return tanggal.slice(2, 4)
    if (name === 'MM') return tanggal.slice(5, 7)
    if (name === 'romawi') return romanNumerals[Number(tanggal.slice(5, 7)) - 1] ?? original
    if (name === 'gedung') return gedung ?? original
    return sequenceToken.test(name) ? sequence(name.length) : original
  })
}
/**
 * Character that stands for the running number in a series. Formats cannot contain this character.
 */
export const seriesPlace = '#'
/**
 * Returns the series of document numbers for the month of a date, such as `INV/2026/11/#`. The
 * document numbers of a series differ only in the running number, which comes from one counter. The
 * running numbers may have different lengths, such as 0007 and 12345.
 */
export const seriesOf = (format: string, written: Written): string =>
  write(format, written, () => seriesPlace)
/**
 * Returns the document number of a series with the given running number, which is padded with zeros
 * to the number of digits in the format.
 */
export const numberIn = (format: string, series: string, sequence: number): string =>
  series.replace(
    seriesPlace,
    String(sequence).padStart(/\{(0*1)\}/.exec(format)?.[1]?.length ?? 1, '0'),
  )
/**
 * Returns the running number of a document number: `('INV/2026/11/#', 'INV/2026/11/0007')` → 7.
 * Returns undefined when the document number does not belong to the series.
 */
export const sequenceIn = (series: string, nomor: string): number | undefined => {
  const [before = '', after = ''] = series.split(seriesPlace)
  const digits = nomor.slice(before.length, nomor.length - after.length)
  return nomor.length > before.length + after.length &&
    nomor.startsWith(before) &&
    nomor.endsWith(after) &&
    /^\d+$/.test(digits)
    ? Number(digits)
    : undefined
}

/**
 * Returns a document number: `('INV/{YYYY}/{MM}/{0001}', {tanggal: '2026-11-20', sequence: 7})` →
 * `INV/2026/11/0007`. The year and the month are those of `tanggal`, the issue date.
 */
export const formatNomor = (
  format: string,
  { sequence, ...written }: Written & { sequence: number },
): string => write(format, written, (digits) => String(sequence).padStart(digits, '0'))

/**
 * Returns the errors of a format in Indonesian. The result is empty when the format is valid. The
 * tokens {gedung}, {romawi} and the running number have variable lengths, so a sign such as `/`
 * must separate them. Without a sign, number 1 of outlet A1 and number 11 of outlet A would both be
 * written as `A11`.
 */
export const checkNomorFormat = (format: string): string[] => {
  const tokens = [...format.matchAll(token)].map((m) => m[1] ?? '')
  const countTokens = (matches: (name: string) => boolean) => tokens.filter(matches).length
  const unknownTokens = tokens.filter(
    (t) => !['YYYY', 'YY', 'MM', 'romawi', 'gedung'].includes(t) && !sequenceToken.test(t),
  )
  const between = format
    .replace(/\{(YYYY|YY|MM)\}/g, '')
    .split(token)
    .slice(2, -1)
    .filter((_, i) => i % 2 === 0)
  const longestLength = () =>
    formatNomor(format, { tanggal: '2026-08-01', sequence: 99_999, gedung: 'X'.repeat(6) }).length
  return [
    ...unknownTokens.map((t) => `Kode {${t}} tidak dikenal`),
    ...(/^[\w/. -]*$/.test(format.replace(token, ''))
      ? []
      : ['Hanya huruf, angka, spasi, dan / . - _ di luar kode']),
    ...(countTokens((t) => t === 'YYYY' || t === 'YY') === 1
      ? []
      : ['Harus memuat satu tahun: {YYYY} atau {YY}']),
    ...(countTokens((t) => t === 'MM' || t === 'romawi') === 1
      ? []
      : ['Harus memuat satu bulan: {MM} atau {romawi}']),
    ...(countTokens((t) => sequenceToken.test(t)) === 1
      ? []
      : ['Harus memuat satu nomor urut, misalnya {0001}']),
    ...(countTokens((t) => t === 'gedung') <= 1 ? [] : ['{gedung} hanya boleh sekali']),
    ...(between.every((text) => /[^A-Za-z0-9]/.test(text))
      ? []
      : ['Pisahkan {gedung}, {romawi}, dan nomor urut dengan tanda, misalnya /']),
    ...(longestLength() <= maxNomor ? [] : [`Nomor dapat melebihi ${maxNomor} karakter`]),
  ]
}
